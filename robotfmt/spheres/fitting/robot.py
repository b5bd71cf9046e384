"""Fit collision spheres to a robot: every link's geometry in spheres that are proved to contain it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ...codes import USAGE
from ...codes.spheres import NO_MEMORY
from ...context import Context
from ...diagnostics import Report
from ...errors import ResourceError, UsageError
from ...mesh.compiled import watching_compilation
from ...model import FrameSpheres, Link, Robot
from ...model.record import replace
from ...selfcollision.course import Course, Progress
from ...settings import Settings, context_of
from ...surfaces.loading import diagonals
from ..arrays import from_rows, round_up, spheres_of
from ..nesting import nested
from .base import COVERING, Bases
from .budget import SHARES, STILL, Need, allotted, by_volume, estimated, estimated_losses, search, usual_counts
from .job import Fitted, Job, fit_job
from .link import Draft, draft, finished
from .link_options import LinkOptions, links_of
from .made import Made, Part
from .mount import mount_of
from .occupancy import Occupancy, occupancies_of
from .options import (
    GivenFit,
    WholeOptions,
    whole_options,
)
from .refusals import best_choices, blamed_links
from .scene import Scene, scene_of
from .work import OUT_OF_MEMORY, Twins, run

if TYPE_CHECKING:
    from typing_extensions import Unpack

_Result = TypeVar("_Result")
_USUAL_EFFORT = 0.2
"""The effort of the usual number of spheres: panda's 72 in half the time, with the same poses refused."""
_ESTIMATES, _ALL, _AGAIN = 0.2, 0.7, 0.3
"""The shares of the time left that estimates take, a fit of all links, and one of some."""
_COMPILING = "compiling"
"""The step of progress while functions are compiled, at their first use on a machine."""
_TRIES = 3
"""How many other fits are tried for each of the links because of which a planner refuses most free poses."""
_PART = 5
"""The part of a given total number of spheres that a base may have, as a divisor."""
_NAMED = 5
"""The number of unfinished links that a message names."""


def fit(
    robot: Robot,
    *,
    report: Report | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
    **given: Unpack[GivenFit],
) -> Robot:
    """Fit spheres that are proved to contain the collision geometry of links, or the visual one if there is no other.

    Args:
        robot: The robot; the spheres are used for its collision checks unless others are, and pairs of adjacent links
            are ignored.
        report, settings: Where the findings go; where meshes are, limits.
        workers: The number of surfaces fitted at once (-1: all cores; None: as joblib).
        progress: Called with the name of an unfinished link, the amount done, which never falls, and the total.
        given: Of all links the fields of :class:`.options.FitOptions`, ``per_link`` for ``count``; lengths are metres
            or ``5mm``. Of the robot: ``budget``, the largest total number of spheres, by default eight for each moving
            link, fewer for small ones, and three for each on the mounting plane; ``share``, ``volume`` or
            ``protrusion``, what its division makes least; ``checked``, the pairs of links that planners check, by
            default those that touch in random poses: spheres protrude least where these come near each other;
            ``overrides``, different options by link; ``pinned``, links that keep their spheres and get others for the
            rest; ``twins=True``, equal or mirrored surfaces share theirs; ``clip_base=False``, links that are fixed to
            the root may pass the mounting plane; ``links``, the only ones that get spheres; ``name`` of the set.

    Raises:
        TypeError: A keyword is unknown.
        UsageError, ResourceError: Arguments contradict each other or name no link; memory ran out.
    """
    found = report if report is not None else Report()
    made = made_for(robot, report=found, settings=settings, progress=progress, workers=workers, **given)
    made.report(found)
    return made.robot


def made_for(
    robot: Robot,
    *,
    report: Report,
    settings: Settings | None,
    progress: Progress | None,
    workers: int | None,
    **given: Unpack[GivenFit],
) -> Made:
    """Return the spheres of a fit, about which nothing is reported yet; arguments as for :func:`fit`."""
    context, asked = context_of(report, settings), whole_options(given)
    options = LinkOptions(robot, asked)
    options.check(context)
    options.mount = mount_of(robot, context) if asked.clip_base else None
    scene = scene_of(robot, context, asked.checked, options.common.seed, asked.links)
    links = links_of(robot, asked.links)
    course = Course(progress)
    whole = _Whole(options, links, context, scene, occupancies_of(scene), asked.twins, course, workers)
    made = whole.made(asked)
    course.finish()
    return made


def _as_written(found: Fitted) -> Fitted:
    """Return spheres rounded as they are written, without those that are then inside others."""
    spheres = round_up(spheres_of(found.spheres))
    rows = np.array([(*each.center, each.radius) for each in spheres if each.center and each.radius])
    if not len(rows):
        return found
    inner = [place for place, _ in nested([((x, y, z), radius) for x, y, z, radius in rows.tolist()])]
    return replace(found, spheres=from_rows(np.delete(rows, inner, axis=0)))


@dataclass(frozen=True, slots=True)
class _Whole:
    """The links to fit, and their options."""

    options: LinkOptions
    links: list[Link]
    context: Context
    scene: Scene
    occupancies: Mapping[str, Occupancy]
    twins: bool
    course: Course
    workers: int | None
    why: dict[str, str] = field(default_factory=dict)
    """Why spheres stay inside links, though that is not asked for."""

    def made(self, asked: WholeOptions) -> Made:
        """Return the spheres of all links, within the requested total number if there is one."""
        if asked.is_numbered and asked.budget is None:
            return self._made(self._above(None))
        if asked.budget is None:
            self.options.common = replace(self.options.common, effort=asked.given.get("effort") or _USUAL_EFFORT)
        if self.options.common.approximate:
            return self.divided(asked.budget)
        return self.within(asked.budget, asked.share or SHARES[0])

    def _usual(self, known: Mapping[str, int]) -> int:
        """Return the usual total number of spheres, given the numbers of links that need no others."""
        free = [link.name for link in self.links if self.options.is_free(link.name)]
        usual = usual_counts(self._sizes(free)) | self._most(free)
        own = {name: count for name, count in known.items() if name not in usual or count > usual[name]}
        return max(sum({**usual, **own}.values()), len(self.links))

    def _made(
        self, found: dict[str, Fitted], tolerance: float | None = None, needs: Mapping[str, Need] | None = None
    ) -> Made:
        frames = self.options.frames(found)
        parts = {link.name: self._part(link, found[link.name], frames.get(link.name), tolerance) for link in self.links}
        return Made(self.options.applied(found), parts, {name: each.counts for name, each in (needs or {}).items()})

    def _part(self, link: Link, fitted: Fitted, frame: FrameSpheres | None, tolerance: float | None) -> Part:
        options = self.options.of(link.name, tolerance)
        return Part(
            link=link,
            fitted=fitted,
            asked=options,
            requested=None if link.name in self.options.counts else options.count,
            kept=len(self.options.pinned(link.name)),
            frame=frame,
            flat=self.why.get(link.name),
        )

    def within(self, budget: int | None, share: str) -> Made:
        """Fit all links, with at most the budgeted number of spheres in total, or the usual one, divided among them."""
        if budget is None and not any(self.options.is_free(link.name) for link in self.links):
            return self._made(self._above(None))
        known, is_usual = self._known(), budget is None
        budget = self._usual(known) if budget is None else budget
        self._refuse_few(budget)
        needs = self._needed(budget)
        rest = budget - sum(known.values())
        if share != "volume" or not 0 < len(needs) <= rest:
            needed = {name: each.counts for name, each in needs.items()}
            return self._made(*search(budget, needed, self._attempt))
        self.options.counts = self._divided(needs, rest, known)
        found = self._above(None)
        bases = self._bases(is_usual, budget).better(found)
        found = self._chosen({**found, **bases, **self._rest(bases, needs, known, rest, is_usual)}, needs)
        return self._made(found, needs=needs)

    def _bases(self, is_usual: bool, budget: int) -> Bases:
        most = COVERING[-1] if is_usual else budget // _PART
        return Bases(self.options, self.scene, partial(self._fit, None), self.why, most, is_usual)

    def _rest(
        self,
        bases: Mapping[str, Fitted],
        needs: Mapping[str, Need],
        known: Mapping[str, int],
        rest: int,
        is_usual: bool,
    ) -> dict[str, Fitted]:
        """Return the spheres of the other links that get fewer within a budget, because bases got more."""
        others = {name: each for name, each in needs.items() if name not in bases}
        if is_usual or not bases or not others:
            return {}
        left = rest - sum(len(each.spheres) for each in bases.values())
        before = self.options.counts
        self.options.counts = {**before, **self._divided(others, left, known)}
        return self._fit(None, {name for name in others if self.options.counts[name] != before[name]})

    def _divided(self, needs: Mapping[str, Need], rest: int, known: Mapping[str, int]) -> dict[str, int]:
        """Return the number of spheres of each link, with those that it has in any case, within a total number."""
        least = {name: usual // 2 for name, usual in usual_counts(self._sizes(needs)).items()}
        counts = by_volume(needs, rest, least, self._most(needs))
        return {name: known[name] + count for name, count in counts.items()}

    def _chosen(self, found: dict[str, Fitted], free: Collection[str]) -> dict[str, Fitted]:
        """Return the spheres with others for the links because of which a planner refuses most free poses."""
        rows = {name: each.spheres.rows for name, each in found.items() if len(each.spheres)}
        drafts = self._drafts(None, [name for name in blamed_links(self.scene, rows) if name in free])
        tries = {name: _tries(each) for name, each in drafts.items()}
        done = self._run([(name, job) for name, jobs in tries.items() for job in jobs])
        others = {
            name: [_as_written(finished(replace(drafts[name], job=job), done)) for job in jobs]
            for name, jobs in tries.items()
        }
        best = best_choices(
            self.scene, rows, {name: [each.spheres.rows for each in some] for name, some in others.items()}
        )
        return found | {name: others[name][place] for name, place in best.items()}

    def _most(self, names: Collection[str]) -> dict[str, int]:
        """Return the largest numbers of spheres of links that have one: those that stand on the mounting plane."""
        still = self.options.mount.planes if self.options.mount is not None else ()
        return {name: STILL for name in names if name in still}

    def _sizes(self, names: Collection[str]) -> dict[str, float]:
        """Return the diagonals of links, in metres."""
        return diagonals([link for link in self.links if link.name in names], self.context)

    def _known(self) -> dict[str, int]:
        """Return the number of spheres of each link that a budget does not change: kept ones, those of shapes, and
        all of links with options of their own.
        """
        fixed = {link.name for link in self.links if not self.options.is_free(link.name)}
        drafts = self._drafts(None, {link.name for link in self.links} - fixed)
        free = {name: len(each.exact) + len(self.options.pinned(name)) for name, each in drafts.items()}
        return free | (self._counts(self._fit(None, fixed)) if fixed else {})

    def divided(self, budget: int | None) -> Made:
        """Approximate all links, with at most the budgeted number of spheres in total, or the usual one."""
        free = [link.name for link in self.links if self.options.is_free(link.name)]
        own = {link.name: self.options.of(link.name).count or 0 for link in self.links if link.name not in free}
        budget = self._usual(own) if budget is None else budget
        self._refuse_few(budget)
        self.options.counts = dict.fromkeys(free, budget)
        drafts = self._drafts(None)
        jobs = {name: job for name in free if (job := drafts[name].job) is not None}
        known = {name: len(drafts[name].exact) + len(self.options.pinned(name)) for name in free}
        left = budget - sum(own.values()) - sum(known.values())
        if left < len(jobs):
            raise UsageError(USAGE, f"{budget} spheres are too few: {len(jobs)} links have {left} left")
        counts = allotted(self._estimated(partial(estimated_losses, most=left), jobs), left)
        self.options.counts = {name: known[name] + counts.get(name, 0) for name in free}
        return self._made(self._above(None))

    def _refuse_few(self, budget: int) -> None:
        if budget < len(self.links):
            message = f"{len(self.links)} links have geometry: {budget} spheres are too few for one each"
            raise UsageError(USAGE, message)

    def _attempt(self, tolerance: float) -> tuple[dict[str, Fitted], dict[str, int]]:
        found = self._above(tolerance)
        return found, self._counts(found)

    def _counts(self, found: Mapping[str, Fitted]) -> dict[str, int]:
        """Return the number of spheres of each link, with those that it keeps."""
        return {name: len(each.spheres) + len(self.options.pinned(name)) for name, each in found.items()}

    def _needed(self, budget: int) -> dict[str, Need]:
        """Return what each link without options of its own needs."""
        drafts = self._drafts(None)
        jobs = {name: each.job for name, each in drafts.items() if each.job is not None and self.options.is_free(name)}
        return self._estimated(partial(estimated, most=budget), jobs)

    def _estimated(self, estimate: Callable[[Job], _Result], jobs: Mapping[str, Job]) -> dict[str, _Result]:
        """Return estimates for the jobs of links, each computed once."""
        unique = {job.key: job for job in jobs.values()}
        named = [(name, unique.pop(job.key)) for name, job in jobs.items() if job.key in unique]
        found = run(estimate, [job for _, job in named], self.workers)
        estimates = self._watched(found, [name for name, _ in named], _ESTIMATES)
        known = {job.key: each for (_, job), each in zip(named, estimates, strict=True)}
        return {name: known[job.key] for name, job in jobs.items()}

    def _drafts(self, tolerance: float | None, names: Collection[str] | None = None) -> dict[str, Draft]:
        return {
            link.name: draft(
                link,
                self.options.of(link.name, tolerance),
                self.context,
                self.options.pinned(link.name),
                self.occupancies.get(link.name),
            )
            for link in self.links
            if names is None or link.name in names
        }

    def _above(self, tolerance: float | None) -> dict[str, Fitted]:
        """Return the spheres of all links; those of links fixed to the root do not pass the mounting plane."""
        found = self._fit(tolerance)
        passing = self.options.keep_above(found)
        return found | self._fit(tolerance, passing) if passing else found

    def _fit(self, tolerance: float | None, names: Collection[str] | None = None) -> dict[str, Fitted]:
        """Return the spheres of all links, or of the named ones."""
        drafts = self._drafts(tolerance, names)
        done = self._done(drafts)
        return {name: _as_written(finished(each, done)) for name, each in drafts.items()}

    def _done(self, drafts: Mapping[str, Draft]) -> dict[str, Fitted]:
        """Return the results of the jobs of all links, each once, by key."""
        jobs: dict[str, tuple[str, Job]] = {}
        for name, each in drafts.items():
            if each.job is not None:
                jobs.setdefault(each.job.key, (name, each.job))
        if not self.twins:
            return self._run(list(jobs.values()))
        twins = Twins([job for _, job in jobs.values()])
        leaders = {job.key for job in twins.leaders}
        done = self._run([each for key, each in jobs.items() if key in leaders])
        rest = [(name, twins.adopting(job, done)) for key, (name, job) in jobs.items() if key not in leaders]
        return twins.evened(done | self._run(rest))

    def _run(self, jobs: list[tuple[str, Job]]) -> dict[str, Fitted]:
        # The longest first, so that none of them is waited for at the end.
        order = sorted(jobs, key=lambda item: -len(item[1].triangles))
        results = run(fit_job, [job for _, job in order], self.workers)
        share = _ALL if len(order) > len(self.links) / 2 else _AGAIN
        found = self._watched(results, [name for name, _ in order], share)
        return {job.key: each for (_, job), each in zip(order, found, strict=True)}

    def _watched(self, results: Iterator[tuple[int, _Result]], links: list[str], share: float) -> list[_Result]:
        """Return the results for links, in their order, and report progress, given the share of the time left.

        Raises:
            ResourceError: Memory ran out; the message names the unfinished links.
        """
        found: dict[int, _Result] = {}
        left, progress = dict(enumerate(links)), self.course.part(share)
        while left:
            progress(next(iter(left.values())), len(found), len(links))
            try:
                with watching_compilation(partial(progress, _COMPILING, len(found), len(links))):
                    place, result = next(results)
            except OUT_OF_MEMORY as error:
                message = f"memory ran out while spheres were fitted; not finished: {_named(left.values())}"
                raise ResourceError(NO_MEMORY, message) from error
            found[place] = result
            del left[place]
        if links:
            progress(links[-1], len(links), len(links))
        return [found[place] for place in range(len(links))]


def _tries(link: Draft) -> list[Job]:
    """Return the job of a link with other random numbers, several times."""
    job = link.job
    if job is None:
        return []
    seeds = [job.options.seed + 1 + number for number in range(_TRIES)]
    return [replace(job, options=replace(job.options, seed=seed), key=f"{seed}{job.key}") for seed in seeds]


def _named(links: Collection[str]) -> str:
    return ", ".join(map(repr, list(links)[:_NAMED])) + (", ..." if len(links) > _NAMED else "")
