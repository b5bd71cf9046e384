"""Compare two robots: the motion of their links, and all their facts.

Two descriptions may put the frames of links at other places on them and still move alike. With ``T_a`` and ``T_b`` the
poses of a link in the two robots, it moves alike if ``T_b(q) = X T_a(q) D`` at every configuration ``q`` with a
constant ``D``, where ``X`` is the same for all links: ``D`` is the pose of the second robot's frame in the first one's.

If the two have different roots, both are compared from a link that they share: the same mechanism with another root
moves alike relative to this link.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum

import numpy as np

from ..edit import reroot
from ..errors import RobotfmtError
from ..facts import facts
from ..facts.difference import (
    TOLERANCE,
    Difference,
    SameFile,
    Tolerance,
    compare,
    compare_shapes,
    same_reference,
    within,
)
from ..kinematics.forward import pose_of, poses_of_links, sample
from ..kinematics.frames import with_link_frames
from ..kinematics.freedom import Array, degrees_of_freedom, neutral
from ..kinematics.tree import roots
from ..model import Joint, Pose, Robot
from ..model.features import Feature
from ..model.record import Record, replace

SAMPLES = 24
_ROUGH = 1e-6
"""The distance within which shapes and masses count as being at the same place."""
_MOST_BASES = 12
"""The number of links that are tried as the one whose frame is the same in both."""


class Movement(str, Enum):
    """The motion of a link of the second robot, compared with the same link in the first."""

    SAME = "same"
    MOVED_FRAME = "moved frame"
    """The link moves alike, with its shapes and its mass at the same place; only its frame has moved."""
    SHIFTED = "shifted"
    """The link moves alike, but at another place."""
    DIFFERENT = "different"


class LinkMovement(Record, kw_only=False):
    """The motion of a link in two robots."""

    link: str
    movement: Movement
    distance: float
    """The distance in metres between the two frames; the maximum, if the link moves differently."""
    angle: float
    """The angle in radians between the two frames; the maximum, if the link moves differently."""
    offset: Pose
    """The pose of the second robot's frame in the first one's, with all joints at zero."""


class Comparison(Record, kw_only=False):
    """The result of comparing two robots."""

    movements: tuple[LinkMovement, ...]
    """The motion of every link that both have; empty if the kinematics cannot be computed."""
    differences: tuple[Difference, ...]
    """The differences of facts, after aligning the frames of links that move alike."""
    roots: tuple[str, str] | None = None
    """The roots of the two robots, if the motion is compared from a shared link instead."""

    def __repr__(self) -> str:
        counts = Counter(each.movement for each in self.movements)
        parts = [f"{counts[it]} {it.value}" for it in Movement if counts[it]]
        links = f"{len(self.movements)} links ({', '.join(parts)})" if parts else "no links"
        count = len(self.differences)
        return f"<Comparison: {links}, {count} difference{'s' * (count != 1)} of facts>"

    def having(self, movement: Movement) -> list[LinkMovement]:
        """Return the links with a kind of movement."""
        return [each for each in self.movements if each.movement is movement]

    @property
    def same_motion(self) -> bool:
        """True if all links of both robots have the same motion."""
        return not self.having(Movement.DIFFERENT)


def compare_robots(
    a: Robot, b: Robot, tolerance: Tolerance = TOLERANCE, same_file: SameFile | None = None, seed: int = 0
) -> Comparison:
    """Compare two robots by their kinematics and by their facts.

    Args:
        tolerance: The largest differences of numbers that count as equal.
        same_file: Compares meshes; by default only by their names.
        seed: The seed of the random configurations at which the links are compared.
    """
    same_file = same_file or same_reference
    precision = within(tolerance, Feature.JOINTS)
    movements = _movements(a, b, precision, seed)
    rerooted = _from_shared_link(a, b)
    if rerooted is not None and _restless(movements):
        again = _movements(*rerooted, precision, seed)
        if _restless(again) < _restless(movements):
            done = _compared(*rerooted, again, tolerance, same_file)
            return replace(done, roots=(roots(a)[0], roots(b)[0]))
    return _compared(a, b, movements, tolerance, same_file)


def _compared(a: Robot, b: Robot, found: list[LinkMovement], tolerance: Tolerance, same_file: SameFile) -> Comparison:
    """Compare the facts of two robots whose link motions are known."""
    movements = tuple(_settled(each, a, b, same_file) for each in found)
    offsets = {each.link: each.offset for each in movements if each.movement is Movement.MOVED_FRAME}
    together = with_link_frames(b, offsets) if offsets else b
    ours, theirs = _with_actuators(a, together), _with_actuators(together, a)
    return Comparison(movements, tuple(compare_shapes(facts(ours), facts(theirs), tolerance, same_file)))


def _restless(movements: list[LinkMovement]) -> int:
    return sum(each.movement is Movement.DIFFERENT for each in movements)


def _from_shared_link(a: Robot, b: Robot) -> tuple[Robot, Robot] | None:
    """Return both robots with one link as their root, if their roots are different links and they share one."""
    tops = [*roots(a)[:1], *roots(b)[:1]]
    common = [name for name in (*tops, *a.link_by_name) if name in a.link_by_name and name in b.link_by_name]
    if len(set(tops)) < 2 or not common:
        return None
    try:
        return reroot(a, common[0]), reroot(b, common[0])
    except RobotfmtError:
        return None


def _with_actuators(robot: Robot, other: Robot) -> Robot:
    """Return the robot with actuators that only its transmissions name, if the other robot has them as actuators."""
    names = {each.name for each in other.actuators}
    actuators = tuple(each for each in robot.all_actuators if each in robot.actuators or each.name in names)
    return replace(robot, actuators=actuators) if len(actuators) > len(robot.actuators) else robot


def _settled(it: LinkMovement, a: Robot, b: Robot, same_file: SameFile) -> LinkMovement:
    """Decide from the link's shapes and mass whether the link itself moved or only its frame."""
    if it.movement is not Movement.SHIFTED:
        return it
    ours, theirs = (Robot(links=(robot.link_by_name[it.link],)) for robot in (a, b))
    reframed = with_link_frames(theirs, {it.link: it.offset})
    before = compare(facts(ours), facts(theirs), _ROUGH, same_file)
    after = compare(facts(ours), facts(reframed), _ROUGH, same_file)
    return replace(it, movement=Movement.MOVED_FRAME) if len(after) < len(before) else it


def _movements(a: Robot, b: Robot, tolerance: float, seed: int) -> list[LinkMovement]:
    common = [link.name for link in a.links if link.name in b.link_by_name]
    try:
        values = _shared_samples(a, b, seed)
        ours, theirs = poses_of_links(a, values), poses_of_links(b, values)
    except RobotfmtError:
        return []
    common = [name for name in common if name in ours and name in theirs]
    precision = max(tolerance, _CONSTANT)
    one, other = ({name: poses[name] for name in common} for poses in (ours, theirs))
    offsets = _aligned(one, other, precision)
    return [_movement(name, offsets[name], precision) for name in common]


def _shared_samples(a: Robot, b: Robot, seed: int) -> dict[str, Array]:
    """Return joint values for the independent joints of both; zero in the first configuration."""
    values = sample(a, SAMPLES, seed)
    shared = {name: each for name, each in values.items() if _is_alike(name, a, b)}
    for name, each in shared.items():
        each[0] = neutral(a.joint_by_name[name])
    return shared


def _is_alike(name: str, a: Robot, b: Robot) -> bool:
    one, other = a.joint_by_name[name], b.joint_by_name.get(name)
    if other is None or not _is_free(other) or degrees_of_freedom(one) != degrees_of_freedom(other):
        return False
    # Planar, floating and ball joints have values without axes: in a reversed joint these mean another motion.
    return degrees_of_freedom(one) <= len(one.axes) or (one.parent, one.child) == (other.parent, other.child)


def _is_free(joint: Joint) -> bool:
    return all(axis.coupling is None for axis in joint.axes)


def _aligned(ours: Mapping[str, Array], theirs: Mapping[str, Array], precision: float) -> dict[str, Array]:
    """Return ``inverse(T_a) inverse(X) T_b`` for each link.

    X is the identity, unless another one at least halves the number of links that move differently.
    """
    best: dict[str, Array] = {}
    most = len(ours) + 1
    for base in _bases(ours, theirs):
        offsets = {name: _inverse(ours[name]) @ _inverse(base) @ theirs[name] for name in ours}
        restless = sum(not _is_constant(each, precision) for each in offsets.values())
        if restless <= most:
            best, most = offsets, min(restless // 2, restless - 1)
        if not restless:
            break
    return best


def _bases(ours: Mapping[str, Array], theirs: Mapping[str, Array]) -> Iterator[Array]:
    """Yield candidates for X: the identity, or the pose that makes the frame of one of the links the same."""
    yield np.eye(4)
    for name in list(ours)[:_MOST_BASES]:
        yield theirs[name][0] @ _inverse(ours[name][0])


def _inverse(poses: Array) -> Array:
    """Return the inverses of rigid motions (..., 4, 4)."""
    turned = np.swapaxes(poses[..., :3, :3], -1, -2)
    result = np.zeros_like(poses)
    result[..., :3, :3] = turned
    result[..., :3, 3] = -(turned @ poses[..., :3, 3:])[..., 0]
    result[..., 3, 3] = 1.0
    return result


_CONSTANT = 1e-7
"""Entries of a pose that vary by less than this vary only by rounding."""


def _is_constant(offsets: Array, precision: float) -> bool:
    return bool(np.abs(offsets - offsets[0]).max() <= precision)


def _movement(name: str, offsets: Array, precision: float) -> LinkMovement:
    distances = np.linalg.norm(offsets[:, :3, 3], axis=1)
    angles = _angles(offsets[:, :3, :3])
    first = offsets[0]
    movement = Movement.DIFFERENT
    if _is_constant(offsets, precision):
        still = np.abs(first - np.eye(4)).max() <= precision
        movement = Movement.SAME if still else Movement.SHIFTED
    return LinkMovement(name, movement, float(distances.max()), float(angles.max()), pose_of(first))


def _angles(rotations: Array) -> Array:
    """Return the angles of rotation matrices; exact also for small angles, unlike the trace alone."""
    skew = rotations - np.swapaxes(rotations, -1, -2)
    sine = np.linalg.norm(np.stack([skew[:, 2, 1], skew[:, 0, 2], skew[:, 1, 0]]), axis=0) / 2
    cosine = (np.trace(rotations, axis1=1, axis2=2) - 1) / 2
    angles: Array = np.arctan2(sine, cosine)
    return angles
