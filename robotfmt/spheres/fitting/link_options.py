"""The options of each link of a fit: its own, or those of all links, with lengths that are plausible for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from ...adapting.sphere_sets import with_set
from ...codes import USAGE
from ...context import Context
from ...errors import UsageError
from ...model import FrameSpheres, Link, Robot
from ...model.record import replace
from ...selfcollision.ignoring import with_neighbours_ignored
from ...surfaces.loading import diagonals
from ..arrays import NO_SPHERES, Spheres, frames_of, from_rows, joined, merged, sphere_set, spheres_of
from ..lengths import refuse_too_long
from .budget import refuse_share
from .job import Fitted
from .mount import Mount
from .options import LENGTHS, FitOptions, GivenOptions, WholeOptions, length_of, overridden, refuse_unnumbered
from .reports import remark


def refuse_long(given: GivenOptions, diagonals: Mapping[str, float]) -> None:
    """Refuse lengths, given for several links, that are too long for every one of them.

    Raises:
        UsageError: A length is too long.
    """
    for name in LENGTHS:
        refuse_too_long(_shown(name), length_of(name, given), diagonals)


def refuse_long_of(
    given: GivenOptions, overrides: Mapping[str, GivenOptions], links: Sequence[Link], context: Context
) -> None:
    """Refuse lengths for a robot's links, or for single ones, that are too long for all links concerned.

    Raises:
        UsageError: A length is too long.
    """
    if not any(length_of(name, each) is not None for each in (given, *overrides.values()) for name in LENGTHS):
        return
    known = diagonals(links, context)
    for name in LENGTHS:
        special = {link for link, each in overrides.items() if _is_given(name, each)}
        others = {link: size for link, size in known.items() if link not in special}
        refuse_too_long(_shown(name), length_of(name, given), others)
    for link, each in overrides.items():
        refuse_long(each, {link: known[link]} if link in known else {})


def _shown(name: str) -> str:
    return name.replace("_", "-")


def _is_given(name: str, given: GivenOptions) -> bool:
    """Return True if a link has its own value of a length, or a number instead."""
    return LENGTHS[name](given) is not None or (name == "tolerance" and given.get("per_link") is not None)


def links_of(robot: Robot, links: Collection[str] | None) -> list[Link]:
    """Return the links with geometry that get spheres: all of them, or those that are named."""
    return [
        link
        for link in robot.links
        if link.geometries and (links is None or link.name in links) and robot.link_by_name[link.name] is link
    ]


class LinkOptions:
    """The options of each link."""

    def __init__(self, robot: Robot, asked: WholeOptions) -> None:
        self.common = overridden(FitOptions(), asked.given)
        self._robot, self._asked, self._overrides = robot, asked, asked.single
        self._kept = _kept(robot, asked.pinned, asked.name)
        self.mount: Mount | None = None
        """The mounting plane."""
        self.flat: frozenset[str] = frozenset()
        """The links whose spheres stay inside, because they are too flat to be covered above the mounting plane."""
        self.thin: frozenset[str] = frozenset()
        """Those of them that have no room for spheres, and are approximated."""
        self.standing: Mapping[str, Spheres] = {}
        """The spheres that cover links above the mounting plane, while others are added in the layer below."""
        self.counts: Mapping[str, int] = {}
        """The numbers of spheres of links that a budget was divided among."""

    def check(self, context: Context) -> None:
        """Refuse contradictory options, and links that do not exist."""
        budget, given, links = self._asked.budget, self._asked.given, self._asked.links
        if budget is not None and any(given.get(name) is not None for name in ("per_link", "tolerance")):
            message = "give only one of: the number of spheres per link, the tolerance, the total number"
            raise UsageError(USAGE, message)
        if budget is not None and self.common.inside:
            raise UsageError(USAGE, "a budget cannot be combined with spheres that stay inside")
        refuse_share(self._asked.share, budget, self.common.approximate)
        unknown = {*(links or ()), *self._overrides, *self._asked.pinned} - set(self._robot.link_by_name)
        if unknown:
            raise UsageError(USAGE, f"the robot has no link named {', '.join(map(repr, sorted(unknown)))}")
        chosen = links_of(self._robot, links)
        common = self._asked.is_numbered and budget is None
        for name in (link.name for link in chosen if common or not self.is_free(link.name)):
            refuse_unnumbered(self.of(name), f" of link '{name}'")
        refuse_long_of(given, self._overrides, chosen, context)

    def of(self, link: str, tolerance: float | None = None) -> FitOptions:
        """Return the options of a link, with another tolerance for links without a number or tolerance of their own."""
        common = replace(self.common, tolerance=tolerance) if tolerance is not None else self.common
        options = overridden(common, self._overrides.get(link, GivenOptions()))
        options = replace(options, count=self.counts.get(link, options.count))
        if link in self.flat:
            options = replace(options, inside=True, approximate=False)
        if link in self.thin:
            options = replace(options, approximate=True)
        if self.mount is None or link not in self.mount.near:
            return options
        return replace(options, floor=self.mount.planes[link])

    def keep_above(self, found: Mapping[str, Fitted]) -> set[str]:
        """Keep spheres above the mounting plane in the next fits, for links whose spheres cross it now.

        Returns the names of these links; none without a mounting plane.
        """
        if self.mount is None:
            return set()
        passing = {name for name, each in found.items() if self._passes(name, each)} - self.mount.near
        self.mount = replace(self.mount, near=self.mount.near | passing)
        return passing

    def _passes(self, link: str, found: Fitted) -> bool:
        assert self.mount is not None
        return self.of(link).clip is None and self.mount.passed(link, found.spheres)

    def is_free(self, link: str) -> bool:
        """Return True if a link has neither a number nor a tolerance of its own."""
        return not {"per_link", "tolerance"} & set(self._overrides.get(link, ()))

    def pinned(self, link: str) -> Spheres:
        """Return the spheres that a link keeps."""
        spheres = self._kept[link].spheres if link in self._kept else ()
        rows = [(*each.center, each.radius) for each in spheres if each.center and each.radius]
        return joined([from_rows(np.array(rows)) if rows else NO_SPHERES, self.standing.get(link, NO_SPHERES)])

    def frames(self, fitted: Mapping[str, Fitted]) -> dict[str, FrameSpheres]:
        """Return the spheres as records of a robot, the kept ones first."""
        frames: dict[str, FrameSpheres] = {}
        for link, found in fitted.items():
            kept = self._kept[link].spheres if link in self._kept else ()
            spheres = (*kept, *spheres_of(found.spheres))
            if spheres:
                frames[link] = FrameSpheres(
                    frame=link, spheres=spheres, remark=remark(found, self.of(link), bool(kept))
                )
        return frames

    def applied(self, fitted: Mapping[str, Fitted]) -> Robot:
        """Return the robot with these spheres, and pairs of adjacent links ignored."""
        name, links = self._asked.name, self._asked.links
        made = with_set(self._robot, merged(self._robot, name, self.frames(fitted), links))
        return with_neighbours_ignored(made, fitted)


def _kept(robot: Robot, pinned: Collection[str], name: str) -> dict[str, FrameSpheres]:
    """Return the spheres of links that keep them: those of the replaced set, or else of the one in use."""
    if not pinned or not robot.sphere_sets:
        return {}
    set_name = name if any(each.name == name for each in robot.sphere_sets) else None
    return {each.frame: each for each in frames_of(robot, sphere_set(robot, set_name)) if each.frame in pinned}
