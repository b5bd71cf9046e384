"""Replace the inertia of links by that of their shapes, filled evenly."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from ..adapting.bodies import combined
from ..codes import INERTIA_REFUSED, INERTIA_REPLACED, USAGE
from ..context import Context
from ..diagnostics import Report, nearest_or_all
from ..edit.performing import perform
from ..edit.tracing import Verdict
from ..errors import ModelError, UsageError
from ..facts.difference import Difference
from ..model import Geometry, Inertial, Link, Mesh, Robot
from ..model.record import replace
from ..settings import Settings, context_of
from .solids import Solid, inertial_of, solid_of
from .values import DENSITY, scaled

Shapes: TypeAlias = Literal["collisions", "visuals"]
"""The shapes of a link that are taken."""


def replace_inertia(
    robot: Robot,
    shapes: Shapes = "collisions",
    density: float | None = None,
    *,
    report: Report | None = None,
    settings: Settings | None = None,
) -> Robot:
    """Return the robot with the inertia of its links computed from their shapes.

    Shapes that overlap count twice, as in simulators. Links without such shapes stay as they are.

    Args:
        robot: The robot before.
        shapes: The shapes that are filled evenly.
        density: Of all shapes, in kg/m^3. Without it each link keeps its mass, which is spread by the densities and
            masses that its shapes give.
        report, settings: Where the changes are reported; where meshes are, limits.

    Raises:
        ModelError: A shape encloses no volume, as an open mesh does, or a link has neither a mass nor a density.
        UsageError: The density is not above 0, or the word for the shapes does not exist.
    """
    if shapes not in get_args(Shapes):
        known = nearest_or_all(shapes, get_args(Shapes))
        raise UsageError(USAGE, f"an inertia is not computed from '{shapes}'{known}")
    if density is not None and not 0 < density < math.inf:
        raise UsageError(USAGE, f"the density must be above 0 kg/m^3, got {density:g}")
    context, faults = context_of(report, settings), list[str]()
    links = tuple(_replaced(link, context, shapes, density, faults) for link in robot.links)
    if faults:
        first = next(link for link in robot.links if faults[0].startswith(f"link '{link.name}'"))
        raise ModelError(INERTIA_REFUSED, "; ".join(faults), first.origin)

    def judge(difference: Difference) -> Verdict | None:
        return Verdict(INERTIA_REPLACED) if difference.path[0] == "link" else None

    if links == robot.links:
        return robot
    return perform(robot, lambda it: replace(it, links=_with_inertials(it, links)), judge, context.report)


def _with_inertials(robot: Robot, links: tuple[Link, ...]) -> tuple[Link, ...]:
    """Return the links of a robot with the inertia of others in the same order."""
    pairs = zip(robot.links, links, strict=True)
    return tuple(old if old.inertial == new.inertial else replace(old, inertial=new.inertial) for old, new in pairs)


def _replaced(link: Link, context: Context, shapes: Shapes, density: float | None, faults: list[str]) -> Link:
    """Return a link with the inertia of its shapes; what prevents it is added to the faults."""
    chosen = link.collisions if shapes == "collisions" else link.visuals
    mass = link.inertial.mass if link.inertial is not None else None
    if not chosen:
        return link
    if density is None and not mass:
        faults.append(f"link '{link.name}' has no mass, and no density is given")
        return link
    before = len(faults)
    whole = combined(list(_parts(link, chosen, context, density, faults)))
    if len(faults) > before or whole is None or not whole.mass:
        return link
    made = whole if density is not None else scaled(whole, (mass or 0.0) / whole.mass)
    origin = link.inertial.origin if link.inertial is not None else None
    return replace(link, inertial=replace(made, origin=origin))


def _parts(
    link: Link, shapes: tuple[Geometry, ...], context: Context, density: float | None, faults: list[str]
) -> Iterator[Inertial]:
    """Yield the inertia of each shape."""
    for shape in shapes:
        solid, why = _solid(shape, context)
        if solid is None:
            faults.append(f"link '{link.name}': {why}")
            continue
        own = shape.density if shape.density is not None else DENSITY
        own = own if shape.mass is None else shape.mass / solid.volume
        yield inertial_of(solid, own if density is None else density, shape)


def _solid(shape: Geometry, context: Context) -> tuple[Solid | None, str]:
    """Return the solid of a shape in its own frame; None and the reason if it encloses no volume."""
    if not isinstance(shape.shape, Mesh):
        kind = type(shape.shape).__name__.lower() if shape.shape is not None else "shape without a kind"
        return solid_of(shape.shape), f"a {kind} encloses no volume"
    from ..surfaces.loading import boundary
    from .meshes import solid_of_triangles

    found, uri = boundary(replace(shape, pose=None), context), shape.shape.uri
    if found is None:
        return None, f"the mesh '{uri}' has no triangles, or was not found"
    if not found.closed.all():
        share = 100 * found.open_share
        return None, f"the mesh '{uri}' is open ({share:.3g} % of its area is in parts with an opening)"
    return solid_of_triangles(found.triangles), f"the mesh '{uri}' encloses no volume"
