"""Coarse surfaces, which take little space in a notebook: edges are collapsed where the surface changes least.

The measure is that of Garland and Heckbert (Surface simplification using quadric error metrics, 1997): the squared
distances of a vertex from the planes of the triangles around all that it replaces, weighted by their areas. Many edges
are collapsed at once: those that are the cheapest of both their ends.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..mesh.triangles import Flags, Floats, Ints, Triangles, join

_BORDER = 10.0
"""The weight of the planes that keep the border of an open surface in its place."""
_ROUNDS = 100
_TIE = 1e-12
"""The cost of a square metre of an edge's length: of edges in a plane, the shortest are collapsed first."""


def coarse(surfaces: Sequence[Triangles], most: int) -> list[tuple[Triangles, Ints]]:
    """Return surfaces with fewer triangles, and the number of each triangle in its original.

    Args:
        surfaces: In metres. They share the triangles so that the largest deviations are about equal.
        most: The number of triangles of all of them.
    """
    whole = join([each.welded() for each in surfaces])
    owner = np.repeat(np.arange(len(surfaces)), [len(each) for each in surfaces])
    first = np.concatenate([[0], np.cumsum([len(each) for each in surfaces])])
    vertices, faces, kept = _collapsed(whole.vertices, whole.faces, most)
    return [
        (Triangles(vertices, faces[chosen]), kept[chosen] - first[number])
        for number in range(len(surfaces))
        for chosen in [owner[kept] == number]
    ]


def _collapsed(vertices: Floats, faces: Ints, most: int) -> tuple[Floats, Ints, Ints]:
    """Return vertices, the triangles that are left, and their numbers."""
    kept = np.flatnonzero(_is_whole(faces))
    faces = faces[kept]
    quadrics = _quadrics(vertices, faces)
    for _ in range(_ROUNDS):
        if len(faces) <= most:
            break
        target, vertices, quadrics = _round(vertices, quadrics, faces, len(faces) - most)
        faces = target[faces]
        left = _is_whole(faces)
        faces, kept = faces[left], kept[left]
    return vertices, faces, kept


def _is_whole(faces: Ints) -> Flags:
    """Return True for each triangle with three different corners."""
    a, b, c = faces.T
    found: Flags = (a != b) & (b != c) & (c != a)
    return found


def _edges(faces: Ints, count: int) -> tuple[Ints, Ints]:
    """Return each edge once, (n, 2), and the number of triangles that have it."""
    sides = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    keys, uses = np.unique(sides[:, 0] * count + sides[:, 1], return_counts=True)
    return np.stack([keys // count, keys % count], axis=1), uses


def _quadrics(vertices: Floats, faces: Ints) -> Floats:
    """Return (n, 4, 4): for each vertex the squared distance from the planes of its triangles, times their areas."""
    corners = vertices[faces]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1, keepdims=True)
    normal = normal / np.maximum(area, 1e-300)
    found = np.zeros((len(vertices), 4, 4))
    for corner in range(3):
        np.add.at(found, faces[:, corner], _planes(normal, corners[:, 0], area[:, 0]))
    edges, uses = _edges(faces, len(vertices))
    _keep_borders(found, vertices, faces, normal, edges[uses == 1])
    return found


def _keep_borders(found: Floats, vertices: Floats, faces: Ints, normal: Floats, borders: Ints) -> None:
    """Add planes through the borders of open surfaces, at right angles to their triangles."""
    count = len(vertices)
    known = np.sort(borders[:, 0] * count + borders[:, 1])
    for one, other in ((0, 1), (1, 2), (2, 0)):
        ends = np.sort(faces[:, [one, other]], axis=1)
        at = np.flatnonzero(np.isin(ends[:, 0] * count + ends[:, 1], known))
        side = vertices[ends[at, 1]] - vertices[ends[at, 0]]
        across = np.cross(side, normal[at])
        length = np.linalg.norm(across, axis=1)
        planes = _planes(across / np.maximum(length, 1e-300)[:, None], vertices[ends[at, 0]], _BORDER * length**2)
        for end in range(2):
            np.add.at(found, ends[at, end], planes)


def _planes(normal: Floats, point: Floats, weight: Floats) -> Floats:
    plane = np.concatenate([normal, -np.sum(normal * point, axis=1, keepdims=True)], axis=1)
    found: Floats = weight[:, None, None] * plane[:, :, None] * plane[:, None, :]
    return found


def _round(vertices: Floats, quadrics: Floats, faces: Ints, surplus: int) -> tuple[Ints, Floats, Floats]:
    """Collapse the edges that are the cheapest of both ends, up to a surplus of triangles.

    Returns:
        The new number of each vertex, the vertices, and their quadrics.
    """
    a, b = _edges(faces, len(vertices))[0].T
    both = quadrics[a] + quadrics[b]
    places = np.stack([vertices[a], vertices[b], (vertices[a] + vertices[b]) / 2], axis=1)
    costs = _costs(both, places)
    best = costs.argmin(axis=1)
    cost = costs[np.arange(len(a)), best] + _TIE * np.sum((vertices[a] - vertices[b]) ** 2, axis=1)
    chosen = _cheapest(cost, a, b, len(vertices))[: max(1, surplus // 2)]  # an edge has about two triangles
    target = np.arange(len(vertices))
    target[b[chosen]] = a[chosen]
    vertices, quadrics = vertices.copy(), quadrics.copy()
    vertices[a[chosen]] = places[chosen, best[chosen]]
    quadrics[a[chosen]] = both[chosen]
    return target, vertices, quadrics


def _cheapest(cost: Floats, a: Ints, b: Ints, count: int) -> Ints:
    """Return the edges that cost least among those of both their ends, the cheapest first."""
    order = np.argsort(cost, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    least = np.full(count, len(order))
    np.minimum.at(least, a, rank)
    np.minimum.at(least, b, rank)
    chosen = np.flatnonzero((least[a] == rank) & (least[b] == rank))
    return chosen[np.argsort(rank[chosen])]


def _costs(quadrics: Floats, places: Floats) -> Floats:
    """Return (n, k): the cost of each of k places of n vertices."""
    whole = np.concatenate([places, np.ones((*places.shape[:2], 1))], axis=2)
    found: Floats = np.einsum("nki,nij,nkj->nk", whole, quadrics, whole, optimize=True)
    return found
