"""The state that a page and its server share: the robots, and their changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, TypeAlias

from numpy.typing import ArrayLike

from ..diagnostics import Diagnostic, Report, quoted
from ..hub.checking import findings_in
from ..hub.reading import Reading
from ..hub.worlds import read_as_one
from ..kinematics.joint_values import configurations
from ..model import FrameSpheres
from ..model.record import replace
from ..settings import Settings, context_of
from ..spheres.arrays import sphere_set
from ..validation import validate
from .edits import FIRST_SET, edits_of
from .requests import Fit, Refit, Refused, Row, Save
from .saving import Saving, saving_to
from .shown import Server, Shown

Poses: TypeAlias = "Sequence[Mapping[str, ArrayLike]]"
"""The joint values of each robot."""


class MakePage(Protocol):
    """Makes the text of a page: :func:`robotfmt.viewer.page.make_page`."""

    def __call__(self, robots: Sequence[Shown], *, title: str, pose: Poses = (), server: Server | None = None) -> str:
        """Return the page of some robots."""
        ...


def open_session(
    robots: Sequence[Sequence[str]],
    make_page: MakePage,
    settings: Settings | None = None,
    *,
    output: str | None = None,
    spheres: str | None = None,
    pose: str = "",
) -> Session:
    """Read robots to show.

    Args:
        robots: The paths of the documents of each.
        make_page: Creates the page.
        settings: Limits, options, folders of meshes, ...
        output: The XRDF to save; see :func:`robotfmt.viewer.saving.saving_to`.
        spheres: The name of the set of spheres that is shown.
        pose: Joint values, or the name of a state: see :func:`robotfmt.render.configurations`.

    Raises:
        RobotfmtError: A document cannot be read, the output is invalid, or the set or a joint does not exist.
    """
    settings, report = settings or Settings(), Report()
    readings = [_read(list(each), spheres, settings, report) for each in robots]
    shown = [shown for _, shown in readings]
    saving = saving_to(output, list(robots[0]), readings[0][0].documents, settings)
    documents = frozenset(str(each.path) for each in saving.places)
    shown[0] = dataclasses.replace(shown[0], documents=documents)
    return Session(shown, saving, make_page, report, configurations([each.robot for each in shown], pose))


def _read(paths: Sequence[str], spheres: str | None, settings: Settings, report: Report) -> tuple[Reading, Shown]:
    findings = Report()
    context = context_of(findings, settings)
    try:
        reading = read_as_one(paths, settings, findings)
        validate(reading.robot, report=findings)
        findings.add_new(findings_in(reading.documents, settings))
    finally:
        report.extend(findings)
    caption = " + ".join(Path(each).name for each in paths)
    name = sphere_set(reading.robot, spheres).name if reading.robot.sphere_sets else spheres or FIRST_SET
    return reading, Shown(robot=reading.robot, caption=caption, report=findings, context=context, spheres=name)


class Session:
    """The robots that are shown. The first one can be saved; the others are shown next to it."""

    def __init__(
        self, shown: Sequence[Shown], saving: Saving, make_page: MakePage, report: Report, pose: Poses
    ) -> None:
        self.shown = list(shown)
        self.saving = saving
        self.report = report
        """The findings about the robots as they were read."""
        self._make_page, self._pose = make_page, pose
        self._lock, self._fitting = Lock(), Lock()
        self._page: str | None = None

    def page(self, server: Server) -> str:
        """Return the page, with the spheres as they were saved last."""
        with self._lock:
            if self._page is None:
                title = " | ".join(each.caption for each in self.shown)
                self._page = self._make_page(self.shown, title=title, pose=self._pose, server=server)
            return self._page

    def save(self, request: Save) -> tuple[list[str], list[str]]:
        """Write the changes; return the names of the documents, and the new findings.

        Raises:
            Refused: A change is invalid.
            RobotfmtError: A document cannot be written, or its proof failed.
        """
        shown = self._one(request.robot)
        if request.robot != 0:
            words = f"only the first robot, {quoted(self.shown[0].caption)}, can be saved here"
            raise Refused(422, f"{words}; view {quoted(shown.caption)} by itself to save it")
        with self._lock:
            shown = self.shown[0]
            edited, edits = edits_of(shown, request, self.saving)
            files, report = self.saving.save(edits)
            self.shown[0], self._page = dataclasses.replace(shown, robot=edited), None
        known = {_key(each) for each in shown.report or ()}
        return [each.name for each in files], [str(each) for each in report if _key(each) not in known]

    def fit(self, request: Fit) -> dict[str, list[Row]]:
        """Return new spheres for all links, within a budget, without changing the robot. One robot is fitted at a time.

        Raises:
            Refused: No link has a surface.
            RobotfmtError: The fit failed, for example because libraries are not installed.
        """
        shown = self._one(request.robot)
        report = Report()
        found = self._fitted(shown, report, budget=request.budget)
        if not found:
            raise Refused(422, _no_geometry(report, "no link has geometry to be covered"))
        return found

    def refit(self, request: Refit) -> list[Row]:
        """Return new spheres that cover a link, without changing the robot. One link is fitted at a time.

        Raises:
            Refused: The link has no surface.
            RobotfmtError: The fit failed.
        """
        shown = self._one(request.robot)
        if request.link not in shown.robot.link_by_name:
            raise Refused(422, f"the robot has no link {quoted(request.link)}")
        report = Report()
        options = {"links": [request.link], "per_link": request.count, "tolerance": request.tolerance}
        found = self._fitted(shown, report, **options)
        if request.link not in found:
            words = f"the link {quoted(request.link)} has no geometry to cover"
            raise Refused(422, _no_geometry(report, words))
        return found[request.link]

    def _fitted(self, shown: Shown, report: Report, **options: Any) -> dict[str, list[Row]]:
        """Return new spheres of links, by their names."""
        from ..spheres import fit  # loads scipy and numba

        with self._fitting:
            robot, context = replace(shown.robot, sphere_sets=()), shown.context
            settings = Settings(limits=context.limits, assets=context.assets)
            made = fit(robot, report=report, settings=settings, **options)
        rows = ((frame.frame, list(_rows(frame))) for frame in made.sphere_sets[0].frames)
        return {name: found for name, found in rows if found}

    def _one(self, index: int) -> Shown:
        if index >= len(self.shown):
            raise Refused(422, f"robot {index} does not exist: there are {len(self.shown)}, counted from 0")
        return self.shown[index]

    def close(self) -> None:
        """Wait until all writing has finished."""
        self._lock.acquire()


def _rows(frame: FrameSpheres) -> Iterator[Row]:
    for each in frame.spheres:
        if each.center is not None and each.radius:
            yield (*each.center, each.radius)


def _no_geometry(report: Report, words: str) -> str:
    return "; ".join(each.message for each in report) or words


def _key(diagnostic: Diagnostic) -> tuple[str, str, str]:
    """Return a key of a diagnostic that does not depend on its line."""
    return diagnostic.code, diagnostic.message, diagnostic.subject
