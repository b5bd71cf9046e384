"""The mapping documents name the codes that there are."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

CONVERTERS = Path(__file__).resolve().parent.parent / "converters"


@pytest.mark.parametrize("name", ["urdf", "srdf", "collada", "xrdf"])
def test_codes_in_a_mapping_exist_and_all_but_those_of_xrdf_are_there(name: str) -> None:
    codes = {each.slug for each in import_module(f"robotfmt_{name}.codes").CODES}
    said = set(
        re.findall(
            rf"`({name}\.[a-z-]+)`", (CONVERTERS / f"robotfmt_{name}" / "MAPPING.md").read_text("utf-8")
        )
    )
    assert said <= codes
    assert name == "xrdf" or codes <= said
