"""The sections outside of bodies: couplings, pairs and keyframes."""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Joint, JointType, NamedState
from robotfmt.model.vectors import total

from .couplings import polycoef
from .links_written import BodyWriter
from .loops import equalities
from .notation import layout_of
from .pairs import unwritten

_COUNTS = {JointType.FLOATING: 7, JointType.BALL: 4}
"""The numbers of values of joints with several."""


class WholeWriter:
    """Writes the sections outside of bodies.

    Args:
        bodies: The writer of the bodies, which has the plan.
    """

    def __init__(self, bodies: BodyWriter) -> None:
        self.bodies, self.plan, self.robot = bodies, bodies.plan, bodies.robot
        layout = layout_of(self.robot)
        self._names = layout.names if layout is not None else {}

    @property
    def moves(self) -> bool:
        """True if the robot has values in keyframes."""
        return any(True for _ in self._positions())

    def couplings(self) -> Iterator[Node]:
        """Yield the equalities that couple joints."""
        for joint in self._movers():
            coupling = joint.axes[0].coupling if joint.axes else None
            found = polycoef(coupling) if coupling is not None else None
            if found is not None:
                leader, numbers = found
                yield make("joint", {"joint1": joint.name, "joint2": leader, "polycoef": numbers})
        yield from equalities(self.plan, self._names)

    def _movers(self) -> list[Joint]:
        """Return the joints of all bodies, in the order of their values."""
        return [joint for link in self.plan.order for joint in self.plan.row(link)]

    def pairs(self) -> Iterator[Node]:
        """Yield the excluded pairs of bodies, but for those that MuJoCo filters anyway."""
        left_out = unwritten(self.robot)
        for pair in self.robot.ignored_pairs:
            if pair not in left_out:
                yield make("exclude", {"body1": (pair.first), "body2": (pair.second)})

    # Keyframes

    def states(self) -> dict[str, tuple[float, ...]]:
        """Return the values of all joints in each state, by its name."""
        return {each.name: tuple(self._position(each)) for each in self.robot.states}

    def _position(self, state: NamedState) -> Iterator[float]:
        """Yield the values of all joints in a state, in the order of a keyframe."""
        given = {each.joint: each.values for each in state.values}
        for name, count in self._positions():
            reference = self.bodies.references.get(name, 0.0)
            yield from (total(each, reference) if count == 1 else each for each in given[name])

    def _positions(self) -> Iterator[tuple[str, int]]:
        """Yield each joint with the count of its values, in the order of a keyframe."""
        free = self.plan.free
        if free is not None:
            yield free.name, 7
        for joint in self._movers():
            yield joint.name, _COUNTS.get(joint.type or JointType.FIXED, 1)
