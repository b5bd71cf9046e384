"""The example of the guide to formats, installed as its ``pyproject.toml`` says."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from robotfmt import formats

HERE = Path(__file__).parent


@pytest.fixture(scope="package", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The entry point of the example, in the metadata of a distribution."""
    folder = tmp_path_factory.mktemp("site")
    metadata = folder / "robotfmt_chain-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "entry_points.txt").write_text("[robotfmt.formats]\nchain = robotfmt_chain:FORMAT\n")
    added = [str(folder), str(HERE)]
    sys.path += added
    _forget()
    yield
    for each in added:
        sys.path.remove(each)
    _forget()


def _forget() -> None:
    formats._installed.cache_clear()
    formats.find.cache_clear()
