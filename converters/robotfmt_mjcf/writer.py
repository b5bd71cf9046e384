"""Write MJCF: the robot was adapted by :func:`robotfmt_mjcf.adapt.adapt`, so a document can store all of it.

The document is flat, with explicit numbers in their shortest exact form: MuJoCo tolerates no rounding of an inertia.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from robotfmt.context import Context
from robotfmt.documents.xml.compose import compose
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Extension, ExtensionKind, PlacedRobot, Robot, World, WorldJoint
from robotfmt.model.record import replace

from .document.layout import DEFAULT_GRAVITY, MjcfLayout
from .parts.assets import AssetWriter
from .parts.defaults import with_defaults
from .parts.geoms import GeomWriter
from .parts.joint_rows import named_after_document
from .parts.leftovers import STYLE, classes_of, compiler, folders_of, with_folders, with_source
from .parts.lights import write_light
from .parts.links_written import BodyWriter
from .parts.loops import between_robots, poses_in_world
from .parts.notation import Notation
from .parts.pairs import masks_of
from .parts.plan import BodyPlan
from .parts.sections import WholeWriter


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the MJCF document of a robot."""
    parts = _Document([robot], _layout(robot), context, robot.extensions)
    return {context.output: parts.composed(robot, robot.name, context)}


def write_world(world: World, context: Context) -> dict[str, bytes]:
    """Return the MJCF document of a world: each robot is a body on top."""
    layout = next((found for each in world.robots if (found := _layout(each.robot)) is not None), None)
    robots = [_alone(placed) for placed in world.robots]
    extensions = (*world.extensions, *(each for robot in robots for each in robot.extensions))
    parts = _Document(robots, layout, context, extensions, world.joints)
    parts.world[:0] = map(write_light, world.lights)
    named = named_after_document(robots)
    name = named.name if named is not None else world.name
    whole = replace(world, extensions=extensions)
    return {context.output: parts.composed(whole, name, context)}


def _alone(placed: PlacedRobot) -> Robot:
    return replace(placed.robot, pose=placed.pose)


def _layout(robot: Robot) -> MjcfLayout | None:
    layout = robot.layout("mjcf")
    return layout if isinstance(layout, MjcfLayout) else None


def _is_part(extension: Extension) -> bool:
    """Return True for an element among the bodies or the assets."""
    is_element = extension.format == "mjcf" and extension.kind is ExtensionKind.ELEMENT
    return is_element and extension.place.startswith(("/mujoco/worldbody", "/mujoco/asset"))


class _Document:
    """The robots of a document, each with its bodies.

    Args:
        robots: The robots, with unique names and their poses.
        layout: The forms of values in the source.
        context: The context of the writer.
        extensions: The unread content of the source.
        joints: The joints between robots.
    """

    def __init__(
        self,
        robots: Sequence[Robot],
        layout: MjcfLayout | None,
        context: Context,
        extensions: Collection[Extension],
        joints: Sequence[WorldJoint] = (),
    ) -> None:
        self.robots, self.layout, self.joints = robots, layout, joints
        extensions = set(extensions)
        self.words = Notation(layout)
        self.assets = AssetWriter(robots, layout, self.words)
        self.bodies = [
            BodyWriter(each, BodyPlan(each), self.words, GeomWriter(each, self.assets, mask), extensions)
            for each, mask in zip(robots, masks_of(robots), strict=True)
        ]
        self.world = make("worldbody")
        for each in self.bodies:
            each.fill(self.world)
        self.wholes = [WholeWriter(each) for each in self.bodies]

    def composed(self, whole: Robot | World, name: str | None, context: Context) -> bytes:
        """Return the document.

        Args:
            whole: The robot or the world with all unrecognised content.
            name: The name of the model.
            context: The context of the writer.
        """
        sections = list(self._sections())
        root = make("mujoco", {"model": name}, compiler(self.layout))
        if isinstance(whole, World) and whole.gravity is not None and not self._is_silent(whole):
            root.append(make("option", {"gravity": whole.gravity}))
        classes = classes_of(whole, self.layout)
        rows = self.assets.written()
        assets = make("asset", None, *rows) if rows else None
        root.extend(each for each in (classes, assets, self.world, *sections) if each is not None)
        if self.layout is None:
            with_defaults(root, alone=not any(_is_part(each) for each in whole.extensions))
        done = with_source(root, whole)
        with_folders(root, folders_of(whole, self.layout, context.output), context.output)
        rest = replace(whole, extensions=tuple(each for each in whole.extensions if each not in done))
        return compose(root, rest, STYLE)

    def _is_silent(self, world: World) -> bool:
        """Return True for the gravity that MuJoCo takes anyway, unless the document gave it."""
        return world.gravity == DEFAULT_GRAVITY and not (self.layout is not None and self.layout.gives_gravity)

    def _sections(self) -> Iterator[Node]:
        for tag, rows in (
            ("equality", [*(row for each in self.wholes for row in each.couplings()), *self._between()]),
            ("contact", [row for each in self.wholes for row in each.pairs()]),
            ("keyframe", list(self._keys())),
        ):
            if rows:
                yield make(tag, None, *rows)

    def _between(self) -> Iterator[Node]:
        """Yield the equalities that hold robots together."""
        if self.joints:
            names = self.layout.names if self.layout is not None else {}
            yield from between_robots(self.joints, poses_in_world(self.robots), names)

    def _keys(self) -> Iterator[Node]:
        """Yield the keyframes: states that all moving robots have, because a keyframe belongs to the whole document."""
        moving = [each for each in self.wholes if each.moves]
        for name in moving[0].states() if moving else ():
            found = [each.states().get(name) for each in moving]
            known = [each for each in found if each is not None]
            if len(known) == len(found):
                yield make("key", {"name": name, "qpos": tuple(number for row in known for number in row)})
