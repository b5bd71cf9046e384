"""Read COLLADA: container, addresses, kinematics, scene, masses, extras, in this order.

The kinematics are read first and need no scene; bindings to nodes, masses and axes come after, and names replace
missing ones.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.xml.element import Element
from robotfmt.formats.worlds import choose
from robotfmt.model import (
    Extension,
    Joint,
    JointType,
    Material,
    PlacedRobot,
    Pose,
    Robot,
    Vector3,
    World,
    compose,
)
from robotfmt.model.record import replace
from robotfmt.model.renaming import unique_names

from .codes import NAME_CHANGED, NO_KINEMATICS, TIED_ROOT, UP_AXIS
from .document.addresses import Index
from .document.claims import claim, claim_below, claim_texts
from .document.homes import Homes
from .document.others import Others
from .document.producer import Producers
from .document.transforms import relative, rounded, written_pose_of
from .document.values import quiet_numbers
from .parts.appearance import read_material
from .parts.body import Body, LinkDraft, finished
from .parts.extras import read_extras
from .parts.formulas import read_formulas
from .parts.geometries import read_instance
from .parts.grabs import Part, read_grabs
from .parts.links import read_model
from .parts.masses import read_physics
from .parts.meshes import remember
from .parts.nodes import NodeDraft, within
from .parts.scene import bind_nodes, bound_node, first_node, joint_values, read_scene
from .parts.systems import System, read_axes, read_system

_LIBRARIES = (
    "library_visual_scenes",
    "library_nodes",
    "library_geometries",
    "library_effects",
    "library_materials",
    "library_images",
    "library_joints",
    "library_kinematics_models",
    "library_articulated_systems",
    "library_kinematics_scenes",
    "library_physics_models",
    "library_physics_scenes",
)
_SCENES = ("visual_scene", "physics_scene", "kinematics_scene")


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the only robot of a document, or the requested one.

    Raises:
        InputError: The document is not COLLADA.
        ModelError: The document contains several robots, and none was requested.
        UsageError: Another document has already described a whole robot.
    """
    world = _scene(source, context, whole=False)
    chosen = choose(world, context.robot, context.report)
    return replace(chosen, extensions=(*chosen.extensions, *world.extensions))


def read_world(source: Source, context: Context) -> World:
    """Return the world of a document: every body, with its pose."""
    return _scene(source, context, whole=True)


def _scene(source: Source, context: Context, whole: bool) -> World:
    """Return the world of a document.

    Args:
        whole: True to read gravity; otherwise its element stays in the ledger.
    """
    others = Others(source, context)
    root = claim(others.main.root)
    reading = _Reader(others, context)
    remember(reading.index, source, context)
    robots = unique_names(reading.robots())
    name = reading.name()
    gravity = reading.gravity() if whole else None
    extensions = tuple(map(reading.homes.moved, reading.leftovers()))
    return World(origin=root.origin, name=name, robots=robots, gravity=gravity, extensions=extensions)


def _with_materials(placed: PlacedRobot, materials: Iterable[Material]) -> PlacedRobot:
    """Add materials that no geometry uses to a robot, so that they are not lost."""
    robot = placed.robot
    return replace(placed, robot=replace(robot, materials=(*robot.materials, *materials)))


def _between(first: NodeDraft | None, other: NodeDraft) -> Pose | None:
    """Return the pose of a further model in the first one: each is at the node around its first link."""
    here = first.parent if first is not None else None
    return rounded(within(other.parent, here)) if other.parent is not None else relative(_world(here), Pose())


def _world(node: NodeDraft | None) -> Pose:
    return node.world if node is not None else Pose()


class _Reader:
    """One document while it is read, with those it refers to."""

    def __init__(self, others: Others, context: Context) -> None:
        self.context = context
        self.others = others
        self.root = others.main.root
        self.index = Index(others.main, others)
        self.producers = Producers(context)
        self.producers.of(self.root)
        for library in self.root.children_of(*_LIBRARIES):
            claim(library)
        self._claim_asset()
        self.scene = read_scene(self.index, merges=context.option("external_binds") == "merge")
        self.parts: dict[Element, tuple[int, str]] = {}
        """The body and the link of each instance of a rigid body, for relations between bodies in the scene."""
        self.bodies = 0
        self.homes = Homes(self.root)

    def robots(self) -> list[PlacedRobot]:
        """Return the bodies with kinematics, then every node that is not a link."""
        bodies = self._with_grabs(self._with_own_names([self._body(instance) for instance in self._instances()]))
        nodes = [self._single_link_robot(node) for node in self.scene.tops]
        found = bodies + [each for each in nodes if each is not None]
        spare = self._spare_materials()
        if spare:
            found = [_with_materials(each, spare) for each in found]
        if not bodies and found:
            message = "there are no kinematics; the nodes of the scene become bodies of one link"
            self.context.report.add(NO_KINEMATICS, message, self.root.origin)
        return found

    def _with_own_names(self, bodies: list[PlacedRobot]) -> list[PlacedRobot]:
        """Give bodies unique names in the scene: two of one model have the same name."""
        found = list(unique_names(bodies))
        for before, each in zip(bodies, found, strict=True):
            if before.name != each.name:
                message = f"two robots are named '{before.name}'; this one becomes '{each.name}'"
                self.context.report.add(NAME_CHANGED, message, each.origin)
        return found

    def _with_grabs(self, bodies: list[PlacedRobot]) -> list[PlacedRobot]:
        """Return the bodies with the bodies that they grab, as given in the scene."""
        parts = {bound: Part(number, bodies[number].name, link) for bound, (number, link) in self.parts.items()}
        held = read_grabs(self.index, self.scene.physics_instances, parts)
        return [
            replace(each, robot=replace(each.robot, grabs=tuple(held[number]))) if number in held else each
            for number, each in enumerate(bodies)
        ]

    def _spare_materials(self) -> tuple[Material, ...]:
        """Return named materials that no geometry in the document uses."""
        spare = [each for each in self.index.all("material") if not each.is_taken]
        return tuple(read_material(self.index, each) for each in spare)

    def leftovers(self) -> tuple[Extension, ...]:
        """Return the unread content: all of this document, but of others only parts of elements that were
        used.
        """
        for each in self.others.rest:
            for asset in self.index.all("asset", each):
                if asset.parent is each.root:
                    self._report_up_axis(asset)
        self.index.copies.settle()
        inner = (each.leftovers(whole=False) for each in self.others.rest)
        return (*self.others.main.leftovers(), *(each for found in inner for each in found))

    def name(self) -> str | None:
        """Return the name of the world: the one that the scenes of all kinds share."""
        names = {each.peek("name") for tag in _SCENES for each in self.index.all(tag)}
        return names.pop() if len(names) == 1 else None

    def gravity(self) -> Vector3 | None:
        """Take the gravity of the physics scene."""
        for element in self.index.all("gravity"):
            numbers = quiet_numbers(element)
            if numbers is not None and len(numbers) == 3:
                element.take().take_text()
                return (numbers[0], numbers[1], numbers[2])
        return None

    def _claim_asset(self) -> None:
        for asset in self.index.all("asset"):
            if asset.parent is self.root:
                claim_below(asset, "contributor", "unit", "up_axis", "created", "modified")
                claim_texts(asset, "created", "modified")
                self._report_up_axis(asset)

    def _report_up_axis(self, asset: Element) -> None:
        up = asset.child("up_axis")
        if up is not None and up.take_text() != "Z_UP":
            up.report(UP_AXIS, f"the document's up axis is {up.text.strip()}; it was not rotated")

    def _instances(self) -> list[Element]:
        """Return the instances in the scene; without a scene, every model that is not instanced."""
        instances = self.scene.instances()
        if instances:
            return instances
        systems = self._uninstanced("articulated_system", "instance_articulated_system")
        return systems or self._uninstanced("kinematics_model", "instance_kinematics_model")

    def _uninstanced(self, tag: str, instance_tag: str) -> list[Element]:
        used = {self.index.url(each.peek("url"), each) for each in self.index.all(instance_tag)}
        return [each for each in self.index.all(tag) if each not in used]

    def _system(self, start: Element) -> System:
        if start.tag.startswith("instance_"):
            return read_system(self.index, start)
        return read_system(self.index, start, start)

    def _body(self, instance: Element) -> PlacedRobot:
        """Read a kinematics system with all that other parts of the document give for it: nodes, masses, extras and
        joint values.
        """
        system = self._system(instance)
        body = Body(self.index, self.producers, self.context)
        body.instances += (*self.scene.sources(), *system.instances)
        first = self._read_models(body, system)
        tops = body.roots
        for model in body.models:
            read_formulas(body, model)
        read_axes(body, system)
        above = bind_nodes(body, self.scene, tops[0], first) if tops else None
        if tops:
            for link in body.links.values():
                self._read_geometry(body, link, above)
            read_physics(body, self.scene, above)
        # Extras come last: they change the links and joints that the steps before have read.
        robot = read_extras(body, system, self._robot(body, system))
        robot = replace(robot, links=tuple(map(finished, body.links.values())))
        original = self.index.copies.original
        parts = ([original(each) for each in row] for row in (system.motions, system.kinematics, body.models))
        self.homes.body(self.bodies, *parts)
        self.parts = {bound: (self.bodies, link) for bound, link in body.rigid.items()} | self.parts
        self.bodies += 1
        robot = replace(robot, scene_positions=joint_values(body, self.scene))
        pose = written_pose_of(compose(_world(above), tops[0].frame)) if tops else None
        return PlacedRobot(origin=instance.origin, name=robot.name or "robot", robot=robot, pose=pose)

    def _read_models(self, body: Body, system: System) -> NodeDraft | None:
        """Read the links and joints of all models; a further model is placed at the node of its first link.

        Returns:
            The node of the first link.
        """
        first: NodeDraft | None = None
        for model in dict.fromkeys(system.models):
            if body.roots:
                node = bound_node(self.scene, [system.model_instances[model]])
            else:
                node = first = first_node(self.scene, system.instances_of(model))
            frame = _between(first, node) if node is not None else None
            read = read_model(body, model, frame or Pose())
            if read and node is not None:
                read[0].node, node.owner = node.element, read[0]
            body.add_roots(read)
        return first

    def _robot(self, body: Body, system: System) -> Robot:
        drafts = list(body.joints.values())
        ties = [self._tie(body, body.roots[0], top) for top in body.roots[1:]]
        return Robot(
            origin=system.instance.origin,
            name=system.name(self.index),
            joints=(*(draft.joint for draft in drafts if not draft.closes_loop), *ties),
            loops=tuple(draft.joint for draft in drafts if draft.closes_loop),
            neighbours_pass=True,
        )

    def _tie(self, body: Body, first: LinkDraft, other: LinkDraft) -> Joint:
        """Return the fixed joint from the link around a further root's node, or from the first link, to that root."""
        assert other.element is not None
        node = self.scene.nodes.get(other.node) if other.node is not None else None
        mounted = [each.owner for each in node.above if each.owner is not None] if node is not None else []
        first = next((each for each in mounted if body.links.get(each.name) is each), first)
        other.element.report(TIED_ROOT, f"link '{other.name}' has no parent joint; it is fixed to link '{first.name}'")
        name = body.free_joint_name(f"{other.name}_joint", other.element)
        return Joint(
            origin=other.element.origin,
            name=name,
            type=JointType.FIXED,
            parent=first.name,
            child=other.name,
            pose_in_parent=relative(first.frame, other.frame),
        )

    def _read_geometry(self, body: Body, link: LinkDraft, above: NodeDraft | None) -> None:
        node = self.scene.nodes.get(link.node) if link.node is not None else None
        if node is not None:
            self._collect(body, link, node, above)

    def _collect(self, body: Body, link: LinkDraft, top: NodeDraft, above: NodeDraft | None) -> None:
        """Collect the geometry of a node and of descendants that do not belong to another link.

        Args:
            above: The node with the frame of the body.
        """
        pending = [top]
        while pending:
            node = pending.pop()
            node.owner = link
            pose = relative(link.frame, within(node, above))
            for instance in node.element.children_of("instance_geometry"):
                link.visuals += read_instance(body, instance, pose, node.placed)
            pending.extend(child for child in reversed(node.children) if child.owner is None)

    def _single_link_robot(self, top: NodeDraft) -> PlacedRobot | None:
        """Return a body with a single link, from a node of the scene and the descendants that are not links."""
        if top.owner is not None:
            return None
        body = Body(self.index, self.producers, self.context)
        name = top.element.peek("name") or top.element.peek("id") or "body"
        link = body.add_link(name, top.element, Pose())
        self._collect(body, link, top, top)
        if not link.visuals:
            return None
        robot = Robot(origin=top.element.origin, name=name, links=(finished(link),))
        return PlacedRobot(origin=top.element.origin, name=name, robot=robot, pose=written_pose_of(top.world))
