"""Combine links to one body: their shapes, and their masses by the parallel-axis theorem."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from ..model import Geometry, Inertia, Inertial, Link, Matrix3, Pose, Vector3, dot
from ..model.pose import settled
from ..model.record import replace
from ..model.vectors import rounded

_SIMULATED = ("inertial", "visuals", "collisions")
"""Fields of a link that simulation settings apply to."""


def with_bodies(links: Iterable[Link], bodies: Mapping[str, str], decided: Collection[str] = ()) -> Iterator[Link]:
    """Yield the remaining links, each combined with its parts; the parts are in its frame already.

    Args:
        decided: Links that keep their own simulation settings, or none.
    """
    links = tuple(links)
    parts: dict[str, list[Link]] = {}
    for link in links:
        parts.setdefault(bodies.get(link.name, link.name), []).append(link)
    for link in links:
        if link.name not in bodies:
            others = [each for each in parts[link.name] if each is not link]
            yield _simulated(link, others, link.name in decided) if others else link


def _simulated(link: Link, others: list[Link], is_decided: bool) -> Link:
    """Return the body with the simulation settings of its own link, or else of the first link that they apply to."""
    leading = link if is_decided else _leading((link, *others))
    return replace(_body(link, others), simulation=leading.simulation)


def _body(link: Link, others: list[Link]) -> Link:
    everything = (link, *others)

    def all_of(field: str) -> tuple[Geometry, ...]:
        return tuple(shape for each in everything for shape in getattr(each, field))

    return replace(
        link,
        inertial=combined([each.inertial for each in everything if each.inertial is not None]),
        visuals=all_of("visuals"),
        collisions=all_of("collisions"),
        lights=tuple(it for each in everything for it in each.lights),
        parameters=tuple(it for each in everything for it in each.parameters),
    )


def _leading(links: tuple[Link, ...]) -> Link:
    """Return the first link if it has settings, else the first one that they apply to, else any that has them."""
    if links[0].simulation is not None:
        return links[0]
    able = (each for each in links if any(getattr(each, field) for field in _SIMULATED))
    saying = (each for each in links if each.simulation is not None)
    return next(able, next(saying, links[0]))


def combined(inertials: list[Inertial]) -> Inertial | None:
    """Return several masses in one link frame combined, by the parallel-axis theorem about the common centre.

    Links without mass and inertia add nothing; a single mass is returned unchanged.
    """
    heavy = [each for each in inertials if each.mass or any(map(any, each.link_inertia or ()))]
    if len(heavy) < 2:
        return heavy[0] if heavy else inertials[0] if inertials else None
    mass = _rounded(sum(each.mass or 0.0 for each in heavy))
    center = _center(heavy, mass)
    rows = [[0.0] * 3 for _ in range(3)]
    for each in heavy:
        tensor = _about(each, center)
        rows = [[a + b for a, b in zip(row, other, strict=True)] for row, other in zip(rows, tensor, strict=True)]
    largest = max(abs(each) for row in rows for each in row)
    (ixx, ixy, ixz), (_, iyy, iyz), (_, _, izz) = ([_rounded(each, largest) for each in row] for row in rows)
    inertia = Inertia(ixx=ixx, ixy=ixy, ixz=ixz, iyy=iyy, iyz=iyz, izz=izz)
    return Inertial(origin=heavy[0].origin, mass=mass, pose=Pose(center), inertia=inertia)


def _rounded(value: float, size: float = 0.0) -> float:
    """Return a computed number with the digits that it has for certain, and 0 for what is only rounding of a size."""
    return 0.0 if abs(value) < 1e-15 * size else rounded(value)


def _center(inertials: list[Inertial], mass: float) -> Vector3:
    if mass == 0:
        return (0.0, 0.0, 0.0)
    moments = [[(each.mass or 0.0) * value for value in _at(each)] for each in inertials]
    x, y, z = (sum(each) / mass for each in zip(*moments, strict=True))
    return settled((x, y, z), max(abs(value) for each in inertials for value in _at(each)))


def _at(inertial: Inertial) -> Vector3:
    return inertial.pose.xyz if inertial.pose is not None else (0.0, 0.0, 0.0)


def _about(inertial: Inertial, center: Vector3) -> Matrix3:
    """Return the inertia about another point, in the axes of the link (Steiner)."""
    rows, mass, at = inertial.link_inertia, inertial.mass or 0.0, _at(inertial)
    assert rows is not None
    d = (at[0] - center[0], at[1] - center[1], at[2] - center[2])
    square = dot(d, d)
    a, b, c = (
        tuple(rows[i][j] + mass * ((square if i == j else 0.0) - d[i] * d[j]) for j in range(3)) for i in range(3)
    )
    return ((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2]))
