"""The notation of a robot's poses: as they were read, if that still has the same meaning, or new.

New poses go from link to joint to link: a joint is placed in its parent link, a link in the joint above it. If part
of a document is remembered, new parts are placed in the frame of their model, to avoid cycles.
"""

from __future__ import annotations

from robotfmt.model import IDENTITY, Joint, Pose, Robot, compose, inverse, is_identity, is_near
from robotfmt.model.record import replace

from ..document.frames import Frames
from ..document.written_poses import Notation, WrittenPose
from .names import MODEL, Names, Path, Thing

ROOT = "\0world"
AS_READ, RELATIVE, IN_MODEL = "as-read", "relative", "model"


def vertex(thing: Thing) -> str:
    """Return the name of a part among the frames of a robot."""
    return "/".join(thing)


class Poses:
    """The frames of a robot, and the notation of each in a document."""

    def __init__(self, robot: Robot, names: Names, loose: set[str], memory: Notation | None, mode: str) -> None:
        self.robot = robot
        self.names = names
        self.loose = loose
        """Joints that are not written."""
        self.memory = memory
        self.mode = mode if memory is not None or mode != AS_READ else RELATIVE
        self.frames = frames_of(robot, names, memory)
        self._frames = {frame.name: frame.parent for frame in robot.frames}
        self._above = {joint.child: joint for joint in reversed(robot.joints)}
        if self.mode == AS_READ and self._has_rings():
            self.mode = IN_MODEL

    def joint(self, joint: Joint, child: str) -> WrittenPose:
        """Return the notation of the pose of a joint, whose child is named by a word."""
        scope, _ = self.names.at("joint", joint.name)
        return self._written(scope, ("joint", joint.name), self.names.meant(scope, child))

    def link(self, name: str) -> WrittenPose:
        """Return the notation of the pose of a link."""
        scope, _ = self.names.at("link", name)
        return self._written(scope, ("link", name), None)

    def frame(self, name: str, attached: str) -> WrittenPose:
        """Return how to write the pose of a frame.

        The argument ``attached`` is the text of ``attached_to``, the part whose frame is the default for the pose.
        """
        scope, _ = self.names.at("frame", name)
        return self._written(scope, ("frame", name), self.names.meant(scope, attached))

    def model(self, scope: Path, placement: str | None) -> WrittenPose:
        """Return the notation of the pose of a nested model, or of the ``placement_frame`` in it."""
        name = "::".join(scope)
        placed = self.names.meant(scope, placement) if placement else None
        return self._written(scope[:-1], ("model", name), None, placed)

    def top(self, placement: str | None) -> WrittenPose:
        """Return the notation of the pose of the robot, or of the ``placement_frame`` in it."""
        placed = self.names.meant((), placement) if placement else None
        pose = self.frames.between(ROOT, vertex(placed or ("model", "")))
        written = self.memory.places.get("model/") if self.memory is not None else None
        if written is not None and is_near(pose, written.pose or IDENTITY):
            return replace(written, relative_to="")
        return WrittenPose(pose=None if is_near(pose, IDENTITY, 0.0) else pose)

    def part(self, key: str, link: Thing, pose: Pose | None) -> WrittenPose:
        """Return the notation of the pose of a part of a link, or of a joint."""
        written = self.memory.places.get(key) if self.memory is not None and self.mode == AS_READ else None
        if written is None:
            return WrittenPose(pose=None if self.memory is None and is_identity(pose) else pose)
        target = self.names.meant(self.names.at(*link)[0], written.relative_to) if written.relative_to else link
        if target is None or vertex(target) not in self.frames:
            return WrittenPose(pose=pose)
        there = compose(self.frames.between(vertex(link), vertex(target)), written.pose)
        return written if is_near(there, pose or IDENTITY) else WrittenPose(pose=pose)

    def body(self, thing: Thing) -> str | None:
        """Return the link that moves a part."""
        kind, name = thing
        match kind:
            case "link":
                return name
            case "joint":
                return self.robot.joint_by_name[name].child
            case "frame":
                return self._frames.get(name)
        parent = self.frames.parent(vertex(thing))
        return parent.removeprefix("link/") if parent is not None and parent.startswith("link/") else None

    def _written(self, scope: Path, thing: Thing, usual: Thing | None, placed: Thing | None = None) -> WrittenPose:
        """Return the notation of the pose of a part.

        Args:
            usual: The default frame, if it is not the model.
            placed: The frame that the pose places, if it is not the part itself.
        """
        model = ("model", "::".join(scope))
        usual = usual or model
        what = vertex(placed or thing)
        if self.mode == AS_READ and self.memory is not None:
            written = self.memory.places.get(vertex(thing))
            target = self._target(scope, written, usual) if written is not None else None
            if written is not None and target is not None:
                pose = self.frames.between(vertex(target), what)
                return (
                    written if is_near(pose, written.pose or IDENTITY) else replace(written, pose=pose, degrees=False)
                )
        target = self._new_target(scope, thing) if self.mode == RELATIVE else model
        pose = self.frames.between(vertex(target), what)
        word = "" if target == usual else self.names.seen(scope, target) or MODEL
        none = is_near(pose, IDENTITY, 0.0) and not word
        return WrittenPose(relative_to=word, pose=None if none else pose)

    def _target(self, scope: Path, written: WrittenPose, usual: Thing) -> Thing | None:
        target = self.names.meant(scope, written.relative_to) if written.relative_to else usual
        return target if target is not None and vertex(target) in self.frames else None

    def _new_target(self, scope: Path, thing: Thing) -> Thing:
        """Return the frame that a new part is placed in: a link in its joint, a joint in its parent, a frame in its
        link.
        """
        kind, name = thing
        target: Thing | None = None
        if kind == "link":
            joint = self._above.get(name)
            target = ("joint", joint.name) if joint is not None and joint.name not in self.loose else None
        elif kind == "joint":
            parent = self.robot.joint_by_name[name].parent
            target = ("link", parent) if parent is not None else None
        elif kind == "frame":
            target = ("link", self.body(thing) or "")
        if target is None or self.names.seen(scope, target) is None:
            return "model", "::".join(scope)
        return target

    def _has_rings(self) -> bool:
        """Return True if the remembered frames would form cycles, after changes of the robot."""
        frames = Frames()
        memory = self.memory
        assert memory is not None
        for kind, name in self.names.things():
            scope, _ = self.names.at(kind, name)
            place = memory.places.get(f"{kind}/{name}")
            usual: Thing | None = None
            if kind == "joint":
                usual = ("link", self.robot.joint_by_name[name].child or "")
            elif kind == "frame":
                usual = self.names.meant(scope, memory.words.get(f"attached/{name}", ""))
            model = ("model", "::".join(scope))
            target = self._target(scope, place, usual or model) if place is not None else None
            frames.add(f"{kind}/{name}", vertex(target or model), None)
        return bool(frames.rings())


def frames_of(robot: Robot, names: Names, memory: Notation | None) -> Frames:
    """Return the frames of a robot: its links in one another, and its other frames on them."""
    frames = Frames()
    first = ""
    above = {joint.child: joint for joint in reversed(robot.joints)}
    for link in robot.links:
        joint = above.get(link.name)
        if joint is not None and joint.parent in robot.link_by_name:
            in_child = joint.pose_in_child
            frames.add(f"link/{link.name}", f"joint/{joint.name}", inverse(in_child) if in_child else None)
        elif not first:
            first = link.name
            frames.add(f"link/{link.name}", ROOT, robot.pose)
        else:
            frames.add(f"link/{link.name}", f"link/{first}", None)
    for joint in robot.all_joints:
        end, place = joint.parent, joint.pose_in_parent
        if end not in robot.link_by_name:
            end, place = joint.child, joint.pose_in_child
        frames.add(f"joint/{joint.name}", f"link/{end}" if end in robot.link_by_name else ROOT, place)
    for frame in robot.frames:
        frames.add(f"frame/{frame.name}", f"link/{frame.parent}", frame.pose)
    for scope in names.scopes:
        name = "::".join(scope)
        link_name, pose = memory.models.get(name, ("", IDENTITY)) if memory is not None else ("", IDENTITY)
        if link_name not in robot.link_by_name:
            link_name, pose = names.first_link(scope) if scope else first, IDENTITY
        frames.add(f"model/{name}", f"link/{link_name}" if link_name else ROOT, pose)
    return frames
