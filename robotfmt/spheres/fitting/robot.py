"""Collision spheres for a robot: every link's geometry in balls that are proved to contain it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from ...codes import USAGE
from ...codes import spheres as codes
from ...context import Context
from ...errors import UsageError
from ...model import CollisionUse, FrameSpheres, Link, Robot, SphereSet
from ...model.record import replace
from ..balls import round_up, spheres_of
from ..workers import run
from .link import Draft, Fitted, Job, Wish, draft, finished, fit_surface

Progress: TypeAlias = Callable[[str, int, int], None]
"""Is told a link's name, how many links are done, and how many there are."""
TOLERANCE = 0.01
"""Metres that balls may stand out where nothing is said."""


def fit(
    robot: Robot,
    *,
    per_link: int | None = None,
    tolerance: float | None = None,
    links: Collection[str] | None = None,
    name: str = "collision_spheres",
    seed: int = 0,
    context: Context | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
) -> Robot:
    """Fit balls to the links of a robot: to their collision geometry, or the visual one where there is no other.

    Together a link's balls are proved to contain every triangle of its surface and the whole of its primitive
    shapes, with the numbers as they are written: six decimals, radii rounded up (spheres.md 4.6). The same
    input gives the same balls, whoever works. An opening counts as closed up to a width of 2 to 3 % of the diagonal.

    Args:
        robot: Whose links get balls.
        per_link: How many balls for each link at most; as little volume as possible stands out.
        tolerance: How far balls may stand out of a link, in metres, proved; as few as possible are made.
            Without either argument it is 0.01.
        links: Only these links; the others keep the balls they have in a set of this name.
        name: Of the set of balls; one of the same name is replaced.
        seed: Of everything that is tried at random.
        context: Loads the meshes; its report gets what there is to say.
        progress: Called with a link's name, how many surfaces are done, and how many there are.
        workers: How many surfaces are fitted at once, -1 for as many as there are cores; by default what
            ``joblib.parallel_config`` says, or else one.

    Returns:
        The robot with the set, which serves for collisions with the world and itself where no other did.

    Raises:
        UsageError: The arguments contradict each other, or a link is not there.
    """
    wish = _wish(robot, per_link, tolerance, links, seed)
    fitted = _fit_links(robot, wish, links, context or Context(), progress, workers)
    return _with_set(robot, _merged(robot, name, fitted, keep=links))


def _fit_links(
    robot: Robot,
    wish: Wish,
    links: Collection[str] | None,
    context: Context,
    progress: Progress | None,
    workers: int | None,
) -> dict[str, FrameSpheres]:
    chosen = [
        link
        for link in robot.links
        if link.geometries and (links is None or link.name in links) and robot.link_by_name[link.name] is link
    ]
    drafts = {link.name: draft(link, wish, context) for link in chosen}
    done = _done(drafts, progress, workers)
    fitted: dict[str, FrameSpheres] = {}
    for link in chosen:
        found = finished(drafts[link.name], done)
        _report(link, found, wish, context)
        if len(found.balls):
            fitted[link.name] = FrameSpheres(frame=link.name, spheres=round_up(spheres_of(found.balls)))
    return fitted


def _done(drafts: Mapping[str, Draft], progress: Progress | None, workers: int | None) -> dict[str, Fitted]:
    """The jobs of all links, each once, by their keys."""
    jobs: dict[str, tuple[str, Job]] = {}
    for name, each in drafts.items():
        if each.job is not None:
            jobs.setdefault(each.job.key, (name, each.job))
    # The longest first, so that at the end nobody waits for one of them.
    order = sorted(jobs.values(), key=lambda item: -len(item[1].triangles))
    results = run(fit_surface, [job for _, job in order], workers)
    done: dict[str, Fitted] = {}
    for place, (name, job) in enumerate(order):
        if progress is not None:
            progress(name, place, len(order))
        done[job.key] = next(results)
    return done


def _wish(
    robot: Robot, per_link: int | None, tolerance: float | None, links: Collection[str] | None, seed: int
) -> Wish:
    if per_link is not None and tolerance is not None:
        raise UsageError(USAGE, "say either how many spheres a link shall have, or the tolerance")
    if per_link is not None and per_link < 1:
        raise UsageError(USAGE, f"a link cannot have {per_link} spheres")
    if tolerance is not None and not (math.isfinite(tolerance) and tolerance > 0):
        raise UsageError(USAGE, f"the tolerance cannot be {tolerance}")
    if seed < 0:
        raise UsageError(USAGE, f"the seed cannot be {seed}")
    unknown = [each for each in links or () if each not in robot.link_by_name]
    if unknown:
        raise UsageError(USAGE, f"the robot has no link called {', '.join(map(repr, unknown))}")
    return Wish(per_link, tolerance if tolerance is not None else TOLERANCE, seed)


def _report(link: Link, found: Fitted, wish: Wish, context: Context) -> None:
    subject = f"link/{link.name}"
    if not len(found.balls):
        message = f"no geometry of the link '{link.name}' has a surface; it is left without spheres"
        context.report.add(codes.NO_SURFACE, message, link.origin, subject=subject)
        return
    if found.missing:
        message = (
            f"{found.missing} of {len(link.geometries)} geometries of the link '{link.name}' have no surface"
        )
        context.report.add(codes.PARTLY, message, link.origin, subject=subject)
    if found.protrusion is not None and wish.count is None and found.protrusion > wish.tolerance:
        message = f"the spheres of the link '{link.name}' stand out by {1000 * found.protrusion:.3g} mm"
        context.report.add(codes.TOLERANCE, message, link.origin, subject=subject)
    if wish.count is not None and len(found.balls) < wish.count:
        message = f"the link '{link.name}' got {len(found.balls)} spheres instead of {wish.count}"
        context.report.add(codes.FEWER, message, link.origin, subject=subject)


def _merged(
    robot: Robot, name: str, fitted: dict[str, FrameSpheres], keep: Collection[str] | None
) -> SphereSet:
    """The set, in the order of the links; what is kept of the old one at its place."""
    old = next((each for each in robot.sphere_sets if each.name == name), None)
    if old is None or keep is None:
        return SphereSet(name=name, frames=tuple(fitted.values()))
    kept = {frame.frame: frame for frame in old.frames if frame.frame not in keep}
    both = kept | fitted
    links = [both.pop(link.name) for link in robot.links if link.name in both]
    return SphereSet(name=name, frames=(*links, *both.values()), clones=old.clones)


def _with_set(robot: Robot, made: SphereSet) -> Robot:
    known = [each.name for each in robot.sphere_sets]
    if made.name in known:
        sets = tuple(made if each.name == made.name else each for each in robot.sphere_sets)
    else:
        sets = (*robot.sphere_sets, made)
    return replace(
        robot,
        sphere_sets=sets,
        world_collision=_pointing(robot.world_collision, made.name),
        self_collision=_pointing(robot.self_collision, made.name),
    )


def _pointing(use: CollisionUse | None, name: str) -> CollisionUse:
    """A use that pointed nowhere points at the set; its buffers stay."""
    if use is None:
        return CollisionUse(spheres=name)
    return use if use.spheres is not None else replace(use, spheres=name)
