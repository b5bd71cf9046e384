"""The options of preparing a robot for planning, the result, the duration of its phases, and progress reports."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..diagnostics import Report
from ..model import Robot
from ..model.names import GroupName, JointName, LinkName
from ..model.record import Options, Record, field

if TYPE_CHECKING:
    from ..spheres import PoseMeasure


class PlanOptions(Options):
    """Values that the documents do not specify; each omitted field is derived from the robot."""

    joints: tuple[JointName, ...] = ()
    """The joints to control."""
    group: str | None = None
    """Alternatively, the group (SRDF) of joints to control."""
    base: LinkName | None = None
    """The first link of the chains to control, instead of joints or a group."""
    tools: tuple[LinkName, ...] = ()
    """The last links of the controlled joints, which become the tool frames."""
    acceleration: float | None = None
    """The acceleration limit of joints without one, in rad/s^2 or m/s^2."""
    jerk: float | None = None
    """The jerk limit of joints without one, in rad/s^3 or m/s^3."""
    state: str | None = None
    """The named state (SRDF) to use as default pose."""
    pose: Mapping[JointName, float] = field(default_factory=dict)
    """The default positions of joints, which override a state."""
    spheres: Mapping[str, Any] | None = None
    """Keywords of :func:`robotfmt.spheres.fit`; None fits spheres only if the robot has none."""
    world_buffer: float | None = None
    """The margin added to all radii for collisions with the world, in metres."""
    self_buffer: float | None = None
    """The margin added to all radii for self-collisions, in metres."""
    samples: int = 10_000
    """The number of poses in which each pair of links is checked."""
    seed: int = 0


class Plan(Record):
    """A robot prepared for planning, with the details of the preparation."""

    robot: Robot
    seconds: Mapping[str, float]
    """The wall-clock seconds of each phase; pairs are checked while other processes fit spheres."""
    pairs: Mapping[str, int]
    """The number of pairs of links with shapes in each class: adjacent, never, always, ..."""
    ignored: int
    """The number of ignored pairs."""
    spheres: Mapping[LinkName, int] = field(default_factory=dict)
    """The number of spheres of each link."""
    poses: PoseMeasure | None = None
    """How often the spheres refuse free poses, and let poses pass that collide; None if there are none."""
    groups: tuple[GroupName, ...] = ()
    """The robot's groups for MoveIt."""
    report: Report = field(default_factory=Report, compare=False)
    """The findings and assumptions."""

    def __repr__(self) -> str:
        name = repr(self.robot.name) if self.robot.name is not None else "an unnamed robot"
        spheres = f"{sum(self.spheres.values())} spheres on {len(self.spheres)} links, " if self.spheres else ""
        return f"<Plan for {name}: {spheres}{self.ignored} pairs ignored; {self.report.summary()}>"


# Progress


class Clock:
    """The duration of each phase in seconds."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Measure a phase, from its beginning to its end; one of several parts is added up."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = round(self.seconds.get(name, 0.0) + time.perf_counter() - begin, 3)
