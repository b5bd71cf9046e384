"""The part of a grid that is connected to its corner is scipy's."""

from __future__ import annotations

import numpy as np
import pytest

from robotfmt.mesh.triangles import Flags
from robotfmt.spheres.measuring.cells import part_of_corner


@pytest.mark.parametrize("share", [0.2, 0.35, 0.5, 0.9])
def test_the_part_of_the_corner_equals_that_of_labels(share: float) -> None:
    from scipy import ndimage  # type: ignore[import-untyped]

    flags = np.random.default_rng(5).random((13, 21, 17)) < share
    flags[0, 0, 0] = True
    labels = np.zeros(flags.shape, dtype=np.int32)
    ndimage.label(flags, output=labels)
    assert np.array_equal(part_of_corner(flags), labels == labels[0, 0, 0])
    assert 1 <= part_of_corner(flags).sum() <= flags.sum()


def test_a_winding_part_is_found_to_its_end() -> None:
    flags: Flags = np.zeros((1, 41, 41), dtype=np.bool_)
    flags[0, ::2] = True
    flags[0, 1::4, -1] = flags[0, 3::4, 0] = True  # to and fro
    assert np.array_equal(part_of_corner(flags), flags)


def test_nothing_is_connected_to_a_false_corner() -> None:
    flags = np.ones((3, 3, 3), dtype=np.bool_)
    flags[0, 0, 0] = False
    assert not part_of_corner(flags).any()
