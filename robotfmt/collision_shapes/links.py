"""Replace the collision shapes of a robot's links that are meshes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from ..codes import COLLISION_KEPT, COLLISIONS_REPLACED
from ..context import Context
from ..diagnostics import Report
from ..edit.performing import perform
from ..edit.tracing import Verdict
from ..facts.difference import Difference
from ..inertia.values import computed
from ..mesh.repair import Repaired, join_repaired
from ..mesh.triangles import Triangles
from ..model import Geometry, Link, Mesh, Pose, Purpose, Robot, compose
from ..model.record import replace
from ..settings import Settings, context_of
from ..spheres.lengths import Length, refuse_too_long
from ..surfaces.fallback import only_visual, report_visual_shapes
from ..surfaces.loading import boundary, diagonals, placed, surface
from .making import EmbeddedMeshes, Piece, made, spheres_by_link
from .measure import Body, LinkShapes, measured, mesh_body
from .options import ShapeOptions, require_libraries, shape_options
from .own import own_spheres, report_own

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..spheres import GivenFit

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with the name of a link, the number of finished ones, and the total."""

_Place: TypeAlias = tuple[int, Geometry]
"""The index of a collision shape, and a shape in its place."""


def replace_collisions(
    robot: Robot,
    kind: str,
    *,
    within: Length | None = None,
    faces: int | None = None,
    outside: bool = False,
    report: Report | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
    **spheres: Unpack[GivenFit],
) -> tuple[Robot, tuple[LinkShapes, ...]]:
    """Return the robot with other collision shapes in the places of meshes, and what became of each link.

    Links without collision shapes get them from their visual ones. Meshes for which nothing keeps the bound stay, which
    is reported, and so do other shapes. Spheres are those that the robot has, unless an option asks for others. An
    inertia that is left to simulators is computed from the shapes before.

    Args:
        robot: The robot.
        kind: ``hull``, ``simplify``, ``decompose``, ``primitives`` or ``spheres``.
        within, faces, outside: The bounds, whose meaning depends on the kind (:func:`.options.shape_options`).
        report, settings: Where the changes are reported; where meshes are. The ``assets`` of the settings keep the new
            meshes, so write the robot with the same settings.
        progress, spheres: Called before each link; the options of :func:`robotfmt.spheres.fit`, for ``spheres``.

    Raises:
        UsageError: The kind does not exist, an option has no effect on it, or a library is not installed.
    """
    options, context = shape_options(kind, within, faces, outside, spheres), context_of(report, settings)
    require_libraries(kind)
    own = own_spheres(robot) if kind == "spheres" and not spheres else {}
    concerned = [each for each in robot.links if _has_meshes(each) or each.name in own]
    refuse_too_long("within", options.within, diagonals(concerned, context) if within is not None else {})
    report_visual_shapes(only_visual(concerned), context.report)
    robot = _with_inertia(robot, {link.name for link in concerned if link.collisions}, context)
    maker = _made(robot, {link.name for link in concerned}, own, options, context, progress)
    if own:
        report_own(robot, own, maker.spheres or {}, context.report)
    return _performed(robot, maker.made, context), tuple(maker.rows)


def _made(
    robot: Robot,
    names: set[str],
    own: dict[str, list[Piece]],
    options: ShapeOptions,
    context: Context,
    progress: Progress | None,
) -> _Maker:
    """Make the new collision shapes of some links, some of which have spheres of their own."""
    whole = replace(robot, links=tuple(_with_collisions(link) for link in robot.links))
    maker = _Maker(options, context, EmbeddedMeshes(context.assets, options.kind))
    if options.kind == "spheres":
        start, others = perf_counter(), names - own.keys()
        maker.own = own
        maker.spheres = spheres_by_link(whole, others, options.spheres, context) if others else {}
        maker.seconds = (perf_counter() - start) / max(len(others), 1)
    for done, link in enumerate(each for each in whole.links if each.name in names):
        if progress is not None:
            progress(link.name, done, len(names))
        maker.add(link)
    return maker


def _has_meshes(link: Link) -> bool:
    return any(isinstance(each.shape, Mesh) for each in _with_collisions(link).collisions)


def _with_collisions(link: Link) -> Link:
    """Return a link with its visual shapes as collision shapes, if it has no others."""
    if link.collisions:
        return link
    return replace(link, collisions=tuple(map(_as_collision, link.visuals)))


def _as_collision(visual: Geometry) -> Geometry:
    return Geometry(
        origin=visual.origin,
        shape=visual.shape,
        pose=visual.pose,
        purpose=Purpose.COLLISION,
    )


def _with_inertia(robot: Robot, links: set[str], context: Context) -> Robot:
    """Return the robot with values for the inertias of links that simulators would compute from other shapes now."""
    asked = [each for each in robot.links if each.name in links and each.inertial and each.inertial.computed]
    return computed(robot, context, {each.name for each in asked}) if asked else robot


def _performed(robot: Robot, made: dict[str, list[_Place]], context: Context) -> Robot:
    """Return the robot with new collision shapes of links, as an edit that is reported."""

    def change(it: Robot) -> Robot:
        return replace(it, links=tuple(_exchanged(link, made.get(link.name)) for link in it.links))

    def judge(difference: Difference) -> Verdict | None:
        return Verdict(COLLISIONS_REPLACED) if difference.path[0] == "link" else None

    return perform(robot, change, judge, context.report) if made else robot


def _exchanged(link: Link, places: Sequence[_Place] | None) -> Link:
    """Return a link with other collision shapes; the first one in the place of a shape is that shape, changed."""
    if places is None:
        return link
    shapes: list[Geometry] = []
    for number, (place, new) in enumerate(places):
        is_first = number == 0 or places[number - 1][0] != place
        old = link.collisions[place] if is_first and place < len(link.collisions) else None
        is_same = old is not None and (old.shape, old.pose) == (new.shape, new.pose)
        shapes.append(new if old is None else old if is_same else replace(new, origin=old.origin))
    return replace(link, collisions=tuple(shapes))


@dataclass(slots=True)
class _Counts:
    """The shapes of a link before and after their replacement, as far as it has come."""

    before: int = 0
    after: int = 0
    faces_before: int = 0
    faces_after: int = 0
    seconds: float = 0.0
    boundaries: list[Repaired] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)


class _Maker:
    """Makes the collision shapes of one link after the other, each mesh once.

    Args:
        options: What they become.
        context: Loads the meshes, and gets the report of those that stay.
        meshes: Keeps the new meshes.
    """

    def __init__(self, options: ShapeOptions, context: Context, meshes: EmbeddedMeshes) -> None:
        self._options, self._context, self._meshes = options, context, meshes
        self._known: dict[tuple[bytes, bytes], tuple[list[Piece], str, list[Mesh | None]]] = {}
        self.spheres: dict[str, list[Piece]] | None = None
        """The spheres fitted to each link in its frame, if these are the new shapes."""
        self.own: dict[str, list[Piece]] = {}
        """The spheres that links have already, for all of their shapes."""
        self.seconds = 0.0
        """The time that a link took before, in s: the mean of a fit of spheres to all of them."""
        self.made: dict[str, list[_Place]] = {}
        """The new collision shapes of each link."""
        self.rows: list[LinkShapes] = []

    def add(self, link: Link) -> None:
        """Make the collision shapes of a link."""
        counts = _Counts(seconds=0.0 if link.name in self.own else self.seconds)
        self.made[link.name] = list(self._places(link, counts))
        if not counts.boundaries:
            return
        quality = measured(join_repaired(counts.boundaries), counts.bodies)
        self.rows.append(
            LinkShapes(
                link=link.name,
                shapes_before=counts.before,
                shapes_after=counts.after,
                faces_before=counts.faces_before,
                faces_after=counts.faces_after,
                seconds=round(counts.seconds, 2),
                **{name: getattr(quality, name) for name in quality.__slots__},
            )
        )

    def _places(self, link: Link, counts: _Counts) -> Iterator[_Place]:
        """Yield the new shapes of a link, each with the number of the one that it replaces."""
        if link.name in self.own:
            for shape in self._own(link, counts):
                yield 0, shape
            return
        for place, each in enumerate(link.collisions):
            for shape in self._replaced(link, each, counts):
                yield place, shape

    def _own(self, link: Link, counts: _Counts) -> Iterator[Geometry]:
        """Yield the spheres that a link has, in the place of all of its shapes."""
        for each in link.collisions:
            triangles, bounds = surface(each, self._context), boundary(each, self._context)
            if triangles is not None and bounds is not None:
                counts.before, counts.faces_before = counts.before + 1, counts.faces_before + len(triangles)
                counts.boundaries.append(replace(bounds, triangles=placed(bounds.triangles, each)))
        for number, piece in enumerate(self.own[link.name]):
            counts.after += 1
            counts.bodies.append(piece.body)
            bare = Geometry(shape=piece.shape, pose=piece.pose, purpose=Purpose.COLLISION)
            yield _geometry(link.collisions[0], piece, None, number, None) if link.collisions else bare

    def _replaced(self, link: Link, geometry: Geometry, counts: _Counts) -> Iterator[Geometry]:
        """Yield the shapes in the place of one."""
        if not isinstance(geometry.shape, Mesh):
            yield geometry
            return
        triangles, bounds = surface(geometry, self._context), boundary(geometry, self._context)
        if triangles is None or bounds is None:
            self._report(link, geometry, "it cannot be loaded")
            if geometry.purpose is not Purpose.VISUAL:
                yield geometry
            return
        start = perf_counter()
        pieces, why, meshes = self._pieces(link, geometry, triangles, counts)
        counts.seconds += perf_counter() - start
        counts.before, counts.faces_before = counts.before + 1, counts.faces_before + len(triangles)
        counts.boundaries.append(replace(bounds, triangles=placed(bounds.triangles, geometry)))
        if why:
            self._report(link, geometry, why)
            pieces, meshes = [Piece(mesh_body(triangles))], [geometry.shape]
        frame = None if self.spheres is not None and not why else geometry
        for number, (piece, mesh) in enumerate(zip(pieces, meshes, strict=True)):
            counts.after, counts.faces_after = counts.after + 1, counts.faces_after + piece.faces
            counts.bodies.append(_moved(piece.body, frame))
            yield geometry if why else _geometry(geometry, piece, mesh, number, frame)

    def _pieces(
        self, link: Link, geometry: Geometry, triangles: Triangles, counts: _Counts
    ) -> tuple[list[Piece], str, list[Mesh | None]]:
        """Return the pieces that a mesh becomes, or the reason why it stays, and the meshes of these pieces."""
        if self.spheres is not None:
            found = [] if counts.bodies else self.spheres.get(link.name, [])
            return found, "", [None] * len(found)
        key = (triangles.vertices.tobytes(), triangles.faces.tobytes())
        if key not in self._known:
            pieces, why = made(triangles, self._options)
            meshes = [
                self._meshes.mesh(each.body.surface, link.name, geometry) if each.shape is None else None
                for each in pieces
            ]
            self._known[key] = pieces, why, meshes
        return self._known[key]

    def _report(self, link: Link, geometry: Geometry, why: str) -> None:
        mesh = geometry.shape
        uri = mesh.uri if isinstance(mesh, Mesh) else None
        message = f"link '{link.name}': the collision mesh '{uri}' stays: {why}"
        self._context.report.add(COLLISION_KEPT, message, geometry.origin, subject=f"link/{link.name}")


def _moved(body: Body, geometry: Geometry | None) -> Body:
    """Return a body moved from the frame of a geometry into that of its link."""
    if geometry is None or geometry.pose is None:
        return body
    import numpy as np

    matrix, offset = np.array(geometry.pose.matrix), np.array(geometry.pose.xyz)
    return Body(placed(body.surface, geometry), lambda points: body.gaps((points - offset) @ matrix))


def _geometry(geometry: Geometry, piece: Piece, mesh: Mesh | None, number: int, frame: Geometry | None) -> Geometry:
    """Return a geometry with a piece; that of further pieces has a name of its own."""
    pose = piece.pose if frame is None else _composed(frame.pose, piece.pose)
    name = geometry.name if geometry.name is None or not number else f"{geometry.name}_{number + 1}"
    return replace(geometry, shape=mesh if mesh is not None else piece.shape, pose=pose, name=name)


def _composed(parent: Pose | None, child: Pose | None) -> Pose | None:
    return parent if child is None else compose(parent, child)


def records(rows: tuple[LinkShapes, ...]) -> list[dict[str, object]]:
    """Return what became of each link as JSON."""
    return [asdict(each) for each in rows]
