"""The options by which a robot is prepared for planning, and the plan that came of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..diagnostics import Report
from ..model import Robot
from ..model.names import GroupName, JointName, LinkName
from ..model.record import Options, Record, field


class PlanOptions(Options):
    """What the documents do not specify; each field that is left out is derived from the robot."""

    joints: tuple[JointName, ...] = ()
    """Which joints are controlled."""
    group: str | None = None
    """Or those of this group (SRDF)."""
    base: LinkName | None = None
    """Or those between this link ..."""
    tools: tuple[LinkName, ...] = ()
    """... and these, which become the tool frames."""
    acceleration: float | None = None
    """The limit of joints that have none, in rad/s^2 or m/s^2."""
    jerk: float | None = None
    """The same, in rad/s^3 or m/s^3."""
    state: str | None = None
    """The named state (SRDF) to start in."""
    pose: Mapping[JointName, float] = field(default_factory=dict)
    """Where joints stand at the start, whatever a state says."""
    spheres: Mapping[str, Any] | None = None
    """Keywords of :func:`robotfmt.spheres.fit`; None fits spheres where the robot has none."""
    world_buffer: float | None = None
    """How much earlier all spheres count as touching the world, in metres."""
    self_buffer: float | None = None
    """The same for the robot itself."""
    samples: int = 10_000
    """In how many poses each pair of links is looked at."""
    seed: int = 0


class Plan(Record):
    """A robot that can be planned for, and how it came about."""

    robot: Robot
    seconds: Mapping[str, float]
    """How long each phase took, of the wall's clock: pairs are looked at while others fit spheres."""
    pairs: Mapping[str, int]
    """How many pairs of links with shapes are adjacent, touch never, always, ..."""
    ignored: int
    """How many pairs are not checked."""
    spheres: Mapping[LinkName, int] = field(default_factory=dict)
    """How many spheres each link has."""
    groups: tuple[GroupName, ...] = ()
    """The groups that it has for MoveIt."""
    report: Report = field(default_factory=Report, compare=False)
    """What was found and assumed."""

    def __repr__(self) -> str:
        name = repr(self.robot.name) if self.robot.name is not None else "an unnamed robot"
        spheres = (
            f"{sum(self.spheres.values())} spheres on {len(self.spheres)} links, " if self.spheres else ""
        )
        return f"<Plan for {name}: {spheres}{self.ignored} pairs ignored; {self.report.summary()}>"
