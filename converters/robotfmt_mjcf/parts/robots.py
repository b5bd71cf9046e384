"""Each top body of a document, with its descendants, as a robot with its pose and with unique names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from robotfmt.context import Context
from robotfmt.diagnostics import Report, diagnose
from robotfmt.model import (
    Base,
    Joint,
    JointType,
    Light,
    Link,
    Origin,
    Pose,
    Robot,
    RobotSimulation,
    VirtualJoint,
    compose,
    is_identity,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import ASSUMED_NAME, JOINT_ORDER, RENAMED
from ..document.expansion import Body, Expansion, Part
from ..document.model import Model
from ..document.views import ClassedElement
from .assets import Assets
from .joint_rows import between, named_after_document
from .joints import JointReading
from .links import BodyReading, read_body, read_ground
from .masses import scaled
from .mesh_masses import Weigher


class Names:
    """Gives each part of a kind a unique name."""

    def __init__(self, report: Report, taken: Iterable[str] = ()) -> None:
        self.report = report
        self.taken: set[str] = set(taken)
        self.true: dict[str, str] = {}
        """The original names of renamed parts, by their new names."""

    def name(self, own: str, otherwise: str, origin: Origin, kind: str) -> str:
        """Return the name of a part: its own, or a new one, which is reported."""
        if own and own in self.taken:
            return self.renamed(own, own, origin, kind)
        name = own or free_name(otherwise, self.taken)
        self.taken.add(name)
        if not own:
            message = f"a {kind} without a name got the name '{name}'"
            self.report.put_off(lambda: (diagnose(ASSUMED_NAME, message, origin),))
        return name

    def renamed(self, own: str, wanted: str, origin: Origin, kind: str) -> str:
        """Return a new name for a part whose own is taken, and report it."""
        name = free_name(wanted, self.taken)
        self.taken.add(name)
        self.true[name] = own
        message = f"{kind} '{own}' was renamed to '{name}', because another part has its name"
        self.report.add(RENAMED, message, origin)
        return name


WORLD = "world"


@dataclass
class RobotTree:
    """A robot, and the data that were read for it."""

    robot: Robot
    top: Body
    bodies: list[BodyReading] = field(default_factory=list)
    pose: Pose | None = None


class RobotReader:
    """Reads the bodies of a document.

    Args:
        model: The document.
        context: The context of the reader.
    """

    def __init__(self, model: Model, context: Context) -> None:
        self.model = model
        self.context = context
        self.expansion = Expansion()
        self.world = self.expansion.world(model)
        self.links = Names(context.report, (WORLD,))
        self.joints = Names(context.report)
        self.sensors = Names(context.report)
        self.weigher = Weigher(context, model.document.name)
        self._assets: dict[int, Assets] = {}
        self.references: dict[str, float] = {}
        """The reference values of joints in radians or metres, by their names."""
        self.free: dict[str, bool] = {}
        """True for a floating joint that is written as ``<freejoint>``."""
        self.helpers: list[str] = []
        """The massless links between joints of one body."""
        self.moves: dict[str, JointReading] = {}
        self.copies: dict[int, list[tuple[ClassedElement, str, str]]] = {}
        """The copies of elements of attached models, by the ids of their items: view, place, and suffix of the name."""
        self.keys: dict[int, dict[str, str]] = {}
        """The attributes of keyframes of attached models, by the ids of their items."""
        self._name()
        self.reads = {id(body): self._read(body) for body in self.world.walk() if body.view is not None}
        self._set_total_mass()
        self.trees = [*self._ground(), *(self._tree(top) for top in self.world.bodies)]
        self.between: list[tuple[RobotTree, RobotTree, Joint]] = []
        """The joints between two robots: the robots of the parent and of the child, and the joint."""
        self.lights: tuple[Light, ...] = ()
        """The lights of the world, unless they stay in the ledger."""
        self.world_name: str | None = None
        """The name of the document, if no robot has it."""
        self._name_trees()

    def assets(self, model: Model) -> Assets:
        """Return the assets of a model."""
        if id(model) not in self._assets:
            self._assets[id(model)] = Assets(model, self.expansion.models)
        return self._assets[id(model)]

    @property
    def is_flat(self) -> bool:
        """True if elements are written with the values of their classes, since no tree of classes gives them all."""
        return bool(self.expansion.models) or self.model.classes.is_late

    def _name(self) -> None:
        """Give names to bodies and joints; those of bodies come before those of sites."""
        bodies = [body for body in self.world.walk() if body.view is not None]
        for number, body in enumerate(bodies, 1):
            assert body.view is not None
            body.name = self.links.name(body.name, f"body_{number}", body.view.origin, "body")
        for body in bodies:
            for number, part in enumerate(body.of("joint", "freejoint"), 1):
                free = part.view.tag == "freejoint" or part.view.peek("type") == "free"
                made = f"{body.name}_free" if free else f"{body.name}_joint_{number}"
                part.name = self.joints.name(part.name, made, part.view.origin, "joint")

    def _set_total_mass(self) -> None:
        """Scale all masses if a compiler option gives their total."""
        wanted, reads = self.model.settings.settotalmass, self.reads.values()
        total = sum(each.link.inertial.mass or 0.0 for each in reads if each.link.inertial is not None)
        if wanted <= 0 or total <= 0:
            return
        for each in reads:
            inertial = scaled(each.link.inertial, wanted / total)
            each.link = replace(each.link, inertial=inertial)

    def _tree(self, top: Body) -> RobotTree:
        """Return the robot of a body of the world and all bodies in it.

        A first body that is static or free is the root link, and its pose places the robot. One that moves in another
        way hangs from a link for the world.
        """
        reads = [self.reads[id(body)] for body in top.walk()]
        above = {inner.name: read.body for read in reads for inner in read.body.bodies}
        links: list[Link] = []
        joints: list[Joint] = []
        virtual: tuple[VirtualJoint, ...] = ()
        pose: Pose | None = None
        for read in reads:
            parent = above.get(read.body.name)
            if parent is None and (not read.moves or read.moves[0].type is JointType.FLOATING):
                pose = read.body.pose
                virtual = tuple(self._virtual(each, top) for each in read.moves)
                links.append(read.link)
                continue
            if parent is None:
                links.append(Link(origin=read.link.origin, name=WORLD))
            made, chained = self._chain(read, parent.name if parent is not None else WORLD)
            joints += chained
            links += [*made, read.link]
        robot = Robot(
            origin=top.view.origin if top.view is not None else None,
            name=top.name,
            links=tuple(links),
            joints=tuple(joints),
            frames=tuple(frame for read in reads for _, frame in read.frames),
            sensors=tuple(sensor for read in reads for _, sensor in read.cameras),
            virtual_joints=virtual,
            base=Base.FLOATING if virtual else Base.FIXED,
        )
        return RobotTree(robot, top, reads, None if pose is None or is_identity(pose) else pose)

    def _ground(self) -> list[RobotTree]:
        """Return the static robot of the geoms of the world, if it has any."""
        read = read_ground(self.world, self._assets_of)
        if read is None:
            return []
        robot = Robot(origin=read.link.origin, name=WORLD, links=(read.link,), simulation=RobotSimulation(static=True))
        return [RobotTree(robot, self.world, [read])]

    def _assets_of(self, part: Part) -> Assets:
        return self.assets(part.view.model)

    def _read(self, body: Body) -> BodyReading:
        read = read_body(body, self._assets_of, lambda geom: self.weigher.of_geom(geom, self._assets_of(geom.part)))
        for moves in read.moves:
            self.moves[moves.name] = moves
            if moves.reference:
                self.references[moves.name] = moves.reference
            if moves.type is JointType.FLOATING:
                self.free[moves.name] = moves.part.view.tag == "freejoint"
        return replace_names(read, self.links, self.sensors)

    def _virtual(self, moves: JointReading, top: Body) -> VirtualJoint:
        return VirtualJoint(
            origin=moves.part.view.origin,
            name=moves.name,
            type="floating",
            parent_frame=WORLD,
            child_link=top.name,
        )

    def _chain(self, read: BodyReading, parent: str) -> tuple[list[Link], list[Joint]]:
        """Return the joints of a body, with massless links between them."""
        body, pose = read.body, read.body.pose
        assert body.view is not None
        if not read.moves:
            name = self.joints.name(f"{body.name}_fixed", "", body.view.origin, "joint")
            fixed = Joint(
                origin=body.view.origin,
                name=name,
                type=JointType.FIXED,
                parent=parent,
                child=body.name,
                pose_in_parent=pose,
            )
            return [], [fixed]
        links: list[Link] = []
        joints: list[Joint] = []
        for index, moves in enumerate(read.moves):
            is_last = index + 1 == len(read.moves)
            name = between(body.name, moves.name)
            child = body.name if is_last else self.links.name(name, name, body.view.origin, "link")
            if not is_last:
                self.helpers.append(child)
                links.append(Link(origin=moves.part.view.origin, name=child))
            joints.append(_joint(moves, parent, child, pose))
            parent, pose = child, None
        if any(each.type is JointType.FLOATING for each in read.moves):
            body.view.element.report(
                JOINT_ORDER, f"body '{body.name}' floats, but is not at the top level of the document"
            )
        return links, joints

    def _name_trees(self) -> None:
        """Name the only robot with joints after the document."""
        name = self.model.root.element.peek("model")
        chosen = named_after_document([each.robot for each in self.trees])
        if chosen is not None:
            tree = next(each for each in self.trees if each.robot is chosen)
            tree.robot = replace(tree.robot, name=name)
        else:
            self.world_name = name


def _joint(moves: JointReading, parent: str, child: str, pose: Pose | None) -> Joint:
    anchor = Pose(moves.anchor) if any(moves.anchor) else None
    return Joint(
        origin=moves.part.view.origin,
        name=moves.name,
        type=moves.type,
        parent=parent,
        child=child,
        pose_in_parent=compose(pose, anchor) if anchor is not None else pose,
        pose_in_child=anchor,
        axes=(moves.axis,) if moves.axis is not None else (),
    )


def replace_names(read: BodyReading, links: Names, sensors: Names) -> BodyReading:
    """Give the frames and cameras of a body unique names."""
    for index, (part, frame) in enumerate(read.frames):
        name = _free(links, part, frame.name, "site", f"{read.body.name}_site_{index + 1}")
        part.name = part.name or name
        read.frames[index] = (part, replace(frame, name=name))
    for index, (part, sensor) in enumerate(read.cameras):
        name = _free(sensors, part, sensor.name, "camera", f"{read.body.name}_camera_{index + 1}")
        part.name = part.name or name
        read.cameras[index] = (part, replace(sensor, name=name))
    return read


def _free(names: Names, part: Part, own: str, kind: str, made: str) -> str:
    """Return the name of a site or a camera; a taken name gets the kind as a suffix."""
    if not own or own not in names.taken:
        return names.name(own, made, part.view.origin, kind)
    return names.renamed(own, f"{own}_{kind}", part.view.origin, kind)
