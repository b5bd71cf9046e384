"""The spheres that a fit made for each link, with what is known of them, and the reports about those that are used.

A caller may fit some links again, and keep the better spheres: what is reported is about these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...codes.spheres import FLAT
from ...diagnostics import Report
from ...mesh.triangles import Floats
from ...model import FrameSpheres, Link, Robot
from ...surfaces.fallback import report_visual_shapes
from .job import Fitted
from .options import FitOptions
from .reports import report_divided, report_on, report_planes, report_whole


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Part:
    """The spheres of a link."""

    link: Link
    fitted: Fitted
    asked: FitOptions
    """The options with which they were fitted."""
    requested: int | None
    """The number of spheres that is asked for."""
    kept: int
    """The number of spheres that the link had before, and keeps."""
    frame: FrameSpheres | None
    """The spheres as they are stored; None if there are none."""
    flat: str | None = None
    """Why they stay inside the link, though that is not asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A robot with spheres."""

    robot: Robot
    parts: Mapping[str, Part]
    """The fitted links by name."""
    needs: Mapping[str, Floats] = field(default_factory=dict)
    """The estimated numbers of spheres of links for the tolerances of a budget, if that was divided by volume."""

    def report(self, report: Report) -> None:
        """Report deviations from the options, and what the spheres of all links mean together."""
        parts, links = self.parts, [part.link for part in self.parts.values()]
        for name in sorted(name for name, part in parts.items() if part.flat is not None):
            message = f"spheres that cover '{name}' above the mounting plane {parts[name].flat}"
            report.add(FLAT, f"{message}: they stay inside it instead", subject=f"link/{name}")
        for part in parts.values():
            report_on(part.link, part.fitted, part.asked, part.kept, report, part.requested)
        report_visual_shapes(links, report)
        found = {name: part.fitted for name, part in parts.items()}
        report_planes(links, found, {name: part.asked for name, part in parts.items()}, report)
        report_whole(found, {name: len(part.fitted.spheres) + part.kept for name, part in parts.items()}, report)
        if self.needs:
            report_divided(self.needs, found, report)


def of_robot(robot: Robot, made: Iterable[Made]) -> Made | None:
    """Return the spheres of several fits that a robot has in the end; None without a fit.

    Args:
        robot: The robot.
        made: The fits, from the first one, which has all links.
    """
    fits = list(made)
    if not fits:
        return None
    used = [frame for each in robot.sphere_sets for frame in each.frames]
    parts = {
        name: next((each.parts[name] for each in fits if name in each.parts and each.parts[name].frame in used), part)
        for name, part in fits[0].parts.items()
    }
    return Made(robot, parts, fits[0].needs)
