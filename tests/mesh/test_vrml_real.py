"""VRML and Open Inventor by others: nearly all give triangles, and the boxes that VTK finds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from real import CORPUS, corpus, some

from robotfmt.diagnostics import Report
from robotfmt.errors import MeshError
from robotfmt.limits import Limits
from robotfmt.mesh import Triangles, load

FILES = some(
    corpus(*(f"legacy/**/*.{suffix}" for suffix in ("wrl", "iv", "vrml"))),
    3,
    ("youbot", ".iv", "rack", "shelf"),
)
BOXES = Path(__file__).with_name("vrml_boxes.tsv")
SHARE = 0.95
CLOSE = 1e-5
"""The difference of a box to VTK's, relative to its diagonal: the table has six digits, VTK single precision."""


def loaded(path: Path) -> Triangles:
    return load(path.read_bytes(), path.suffix, name=path.name, limits=Limits(), report=Report())


@pytest.mark.skipif(not FILES, reason="the corpus is not beside the project")
def test_the_texts_of_the_corpus_give_triangles() -> None:
    texts = [path for path in FILES if b"binary" not in path.read_bytes()[:40]]
    refused = []
    for path in texts:
        try:
            loaded(path)
        except MeshError as error:
            refused.append((path.name, error.diagnostic.message))
    assert len(refused) <= (1 - SHARE) * len(texts), refused


@pytest.mark.skipif(not FILES, reason="the corpus is not beside the project")
def test_the_binary_files_of_the_corpus_are_refused() -> None:
    binary = [path for path in FILES if b"binary" in path.read_bytes()[:40]]
    for path in binary:
        with pytest.raises(MeshError, match="binary Open Inventor"):
            loaded(path)


@pytest.mark.skipif(not FILES, reason="the corpus is not beside the project")
def test_bounding_boxes_are_those_of_vtk() -> None:
    rows = [line.split("\t") for line in BOXES.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    compared = 0
    for name, *numbers in rows:
        path = CORPUS / "legacy" / name
        if path not in FILES:
            continue
        theirs = np.array(numbers, dtype=np.float64).reshape(3, 2).T
        corners = loaded(path).corners.reshape(-1, 3)
        ours = np.array([corners.min(axis=0), corners.max(axis=0)])
        assert np.abs(ours - theirs).max() < CLOSE * np.linalg.norm(theirs[1] - theirs[0]), name
        compared += 1
    assert compared >= len(rows) // 4
