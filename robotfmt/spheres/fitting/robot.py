"""Collision spheres for a robot: every link's geometry in balls that are proved to contain it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from ...codes import USAGE
from ...codes import spheres as codes
from ...context import Context
from ...edit.sphere_sets import with_set
from ...errors import UsageError
from ...model import FrameSpheres, Link, Robot, SphereSet
from ...model.record import replace
from ..balls import round_up, spheres_of
from ..workers import run
from .budget import TOLERANCES, needs, tolerance_for
from .link import Draft, Fitted, Job, Wish, draft, finished, fit_surface

Progress: TypeAlias = Callable[[str, int, int], None]
"""Is told a link's name, how many links are done, and how many there are."""
TOLERANCE = 0.01
"""Metres that balls may stand out where nothing is said."""
_LESS = 0.97
"""Where a budget was missed, the next attempt aims a little lower."""


def fit(
    robot: Robot,
    *,
    per_link: int | None = None,
    tolerance: float | None = None,
    budget: int | None = None,
    links: Collection[str] | None = None,
    name: str = "collision_spheres",
    seed: int = 0,
    context: Context | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> Robot:
    """Fit balls to the links of a robot: to their collision geometry, or the visual one where there is no other.

    Together a link's balls are proved to contain every triangle of its surface and the whole of its primitive
    shapes, with the numbers as they are written: six decimals, radii rounded up (spheres.md 4.6). The same
    input gives the same balls, whoever works. An opening counts as closed up to a width of 2 to 3 % of the diagonal.

    Args:
        robot: The balls serve for its collisions where no others do.
        per_link: How many balls for each link at most; as little volume as possible stands out.
        tolerance: How far balls may stand out of a link, in metres, proved; few are made. The default is 0.01.
        budget: How many balls all links have together at most; none stands out further than it must for that.
        links: Only these links; the others keep the balls they have in a set of this name.
        name: Of the set of balls; one of the same name is replaced.
        seed: Of everything that is tried at random.
        context: Loads the meshes; its report gets what there is to say.
        progress: Called with a link's name, how many surfaces are done, and how many there are.
        workers: How many surfaces are fitted at once, -1 on all cores; by default as joblib is set up, or one.
        meanwhile: Called while others work.

    Raises:
        UsageError: The arguments contradict each other, or a link is not there.
    """
    wish = _wish(robot, per_link, tolerance, budget, links, seed)
    whole = _Whole(_chosen(robot, links), context or Context(), progress, workers, meanwhile)
    fitted = whole.within(budget, wish) if budget is not None else whole.fitted(wish)
    return with_set(robot, _merged(robot, name, fitted, keep=links))


def _chosen(robot: Robot, links: Collection[str] | None) -> list[Link]:
    return [
        link
        for link in robot.links
        if link.geometries and (links is None or link.name in links) and robot.link_by_name[link.name] is link
    ]


@dataclass(frozen=True, slots=True)
class _Whole:
    """The links that are fitted, and how."""

    links: list[Link]
    context: Context
    progress: Progress | None
    workers: int | None
    meanwhile: Callable[[], None] | None

    def fitted(self, wish: Wish) -> dict[str, FrameSpheres]:
        """The balls of all links."""
        return self._reported(self._fit(wish), wish)

    def within(self, budget: int, wish: Wish) -> dict[str, FrameSpheres]:
        """The balls of all links, no more than the budget together."""
        if budget < len(self.links):
            message = f"{len(self.links)} links have geometry: {budget} spheres are too few for one each"
            raise UsageError(USAGE, message)
        jobs = [each.job for each in self._drafts(wish).values() if each.job is not None]
        unique = {job.key: job for job in jobs}
        guesses = dict(
            zip(unique, run(partial(needs, most=budget), list(unique.values()), self.workers), strict=True)
        )
        needed, share = [guesses[job.key] for job in jobs], 1.0
        while True:
            wish = replace(
                wish, tolerance=tolerance_for(needed, share * budget) if needed else float(TOLERANCES[0])
            )
            found = self._fit(wish)
            total = sum(len(each.balls) for each in found.values())
            if total <= budget:
                return self._reported(found, wish)
            if wish.tolerance >= TOLERANCES[0]:
                raise UsageError(USAGE, f"{budget} spheres are too few: the links need {total} at the least")
            share *= _LESS * budget / total

    def _drafts(self, wish: Wish) -> dict[str, Draft]:
        return {link.name: draft(link, wish, self.context) for link in self.links}

    def _fit(self, wish: Wish) -> dict[str, Fitted]:
        drafts = self._drafts(wish)
        done = self._done(drafts)
        return {name: finished(each, done) for name, each in drafts.items()}

    def _done(self, drafts: Mapping[str, Draft]) -> dict[str, Fitted]:
        """The jobs of all links, each once, by their keys."""
        jobs: dict[str, tuple[str, Job]] = {}
        for name, each in drafts.items():
            if each.job is not None:
                jobs.setdefault(each.job.key, (name, each.job))
        # The longest first, so that at the end nobody waits for one of them.
        order = sorted(jobs.values(), key=lambda item: -len(item[1].triangles))
        results = run(fit_surface, [job for _, job in order], self.workers)
        if self.meanwhile is not None:
            self.meanwhile()
        done: dict[str, Fitted] = {}
        for place, (name, job) in enumerate(order):
            if self.progress is not None:
                self.progress(name, place, len(order))
            done[job.key] = next(results)
        return done

    def _reported(self, found: dict[str, Fitted], wish: Wish) -> dict[str, FrameSpheres]:
        for link in self.links:
            _report(link, found[link.name], wish, self.context)
        return {
            name: FrameSpheres(frame=name, spheres=round_up(spheres_of(each.balls)))
            for name, each in found.items()
            if len(each.balls)
        }


def _wish(
    robot: Robot,
    per_link: int | None,
    tolerance: float | None,
    budget: int | None,
    links: Collection[str] | None,
    seed: int,
) -> Wish:
    if sum(each is not None for each in (per_link, tolerance, budget)) > 1:
        message = (
            "say either how many spheres a link shall have, or the tolerance, or how many there are in all"
        )
        raise UsageError(USAGE, message)
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
