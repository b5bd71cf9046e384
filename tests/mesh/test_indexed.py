"""Equal rows of an array, beside numpy's own function."""

from __future__ import annotations

import numpy as np
import pytest

from robotfmt.mesh.triangles import indexed


@pytest.mark.parametrize(("count", "width"), [(0, 3), (1, 2), (7, 2), (2000, 3), (500, 8)])
def test_unique_rows_are_those_of_numpy(count: int, width: int) -> None:
    rows = np.random.default_rng(1).integers(-3, 3, (count, width)).astype(np.float32) / np.float32(3)
    found, which = indexed(rows)
    expected, inverse = np.unique(rows, axis=0, return_inverse=True)
    assert np.array_equal(found, expected)
    assert np.array_equal(which, inverse.reshape(-1))
    assert np.array_equal(found[which], rows)
