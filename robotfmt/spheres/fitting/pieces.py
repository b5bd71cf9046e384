"""Divide triangles into pieces."""

from __future__ import annotations

import numpy as np

from ...mesh.triangles import Floats


def longest(corners: Floats) -> Floats:
    """Return (m,): the squared length of the longest edge of each triangle."""
    edges = corners - corners[:, [1, 2, 0]]
    found: Floats = np.einsum("ijk,ijk->ij", edges, edges).max(axis=1, initial=0.0)
    return found


def pieces(corners: Floats, size: float) -> Floats:
    """Return the triangles, halved at their longest edges until none is longer than a size, (k, 3, 3)."""
    done = [corners[:0]]
    while len(corners):
        small = longest(corners) <= size**2
        done.append(corners[small])
        corners = corners[~small]
        edges = np.linalg.norm(corners - corners[:, [1, 2, 0]], axis=2)
        turn = (edges.argmax(axis=1)[:, None] + np.arange(3)) % 3
        a, b, c = np.take_along_axis(corners, turn[:, :, None], axis=1).transpose(1, 0, 2)
        middle = (a + b) / 2
        corners = np.concatenate([np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])
    return np.concatenate(done)
