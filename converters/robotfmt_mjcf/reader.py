"""Reads MJCF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from robotfmt.codes import LEFT_BEHIND
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element
from robotfmt.errors import InputError
from robotfmt.formats.worlds import choose, drop_kept
from robotfmt.model import Extension, ExtensionKind, Material, PlacedRobot, Robot, Vector3, World, WorldJoint
from robotfmt.model.record import replace
from robotfmt.model.renaming import unique_names

from .codes import CONTACT_OFF, FRAGMENT, NOT_MJCF, TESTED_PAIR
from .document.expansion import Body
from .document.forgiven import open_document
from .document.layout import DEFAULT_GRAVITY, MjcfLayout, ReadLayout, file_key, heightmap_size
from .document.model import Model
from .document.tree import Opener
from .parts.actuators import actuators_of, by_joints, efforts_of, with_drives, with_efforts
from .parts.assets import SHELL, Assets
from .parts.attached import left_of_attached
from .parts.leftovers import UnclaimedContent, left_of_robot, left_of_sections, materials_in
from .parts.links import read_lights
from .parts.order import order_of
from .parts.pairs import tested_neighbours, with_default_masks, with_filtered_pairs, with_masks_read
from .parts.robots import RobotReader, RobotTree
from .parts.sections import Sections
from .parts.sensors import with_units


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot of an MJCF document, or the requested one of several.

    Raises:
        InputError: It is no MJCF document.
        ModelError: It contains no robot, or several with joints, and none was requested.
    """
    world = _world(source, context, whole=False)
    chosen = choose(
        replace(world, gravity=None), context.robot, context.report
    )  # the gravity is a property of the robot
    chosen = replace(chosen, extensions=(*chosen.extensions, *world.extensions, *_gravity_alone(world)))
    if len(world.robots) < 2:
        return chosen
    from .parts.following import without_others

    made, left = without_others(chosen, [each.robot for each in world.robots])
    kept = set(made.extensions)
    drop_kept((each.origin for each in chosen.extensions if each not in kept), context.report)
    for reason in left:
        context.report.add(LEFT_BEHIND, reason, chosen.origin)
    return made


def _gravity_alone(world: World) -> tuple[Extension, ...]:
    """Return the gravity of the document of a robot that is read without its world."""
    layout = world.layout("mjcf")
    if world.gravity is None or (isinstance(layout, MjcfLayout) and not layout.gives_gravity):
        return ()
    text = written_all(world.gravity)
    option = Extension(
        origin=world.origin,
        format="mjcf",
        place="/mujoco/option",
        kind=ExtensionKind.ATTRIBUTE,
        name="gravity",
        content=text,
    )
    return (option,)


def read_world(source: Source, context: Context) -> World:
    """Return each top body of a document as a robot with its pose.

    Raises:
        InputError: It is no MJCF document.
    """
    return _world(source, context, whole=True)


def _world(source: Source, context: Context, whole: bool) -> World:
    """Return the world of a document.

    Args:
        source: The document.
        context: The context of the reader.
        whole: True to read the lights of the world; otherwise they stay in the ledger.
    """
    document = open_document(source, context)
    model = model_of(document, context)
    reader = RobotReader(model, context)
    reader.lights = read_lights(reader.world) if whole else ()
    Sections(reader, whole).read()
    layout = _layout(reader, document, _gives_gravity(model, whole))
    gravity = _gravity(model, whole) if layout.gives_gravity else None
    if gravity is None and reader.trees:
        gravity = DEFAULT_GRAVITY
    _report_no_contact(model)
    driven = by_joints(layout.actuators)
    for tree in reader.trees:
        tree.robot = with_efforts(tree.robot, layout.efforts, context.report)
    placed = unique_names(_placed(reader, tree, layout) for tree in reader.trees)
    left = _left(reader, layout)
    robots = with_default_masks(with_masks_read([each.robot for each in placed]))
    robots = [_neighbours(each, model, context) for each in robots]
    placed = tuple(replace(each, robot=robot) for each, robot in zip(placed, robots, strict=True))
    placed = tuple(
        replace(each, robot=with_units(with_drives(each.robot, driven), left, reader.links.true)) for each in placed
    )
    layout.units.extend(sensor.name for each in placed for sensor in each.robot.sensors if sensor.name)
    return World(
        origin=document.root.origin,
        name=reader.world_name,
        robots=placed,
        joints=tuple(_joints(reader, placed)),
        lights=reader.lights,
        gravity=gravity,
        extensions=left,
        layouts=(layout,),
    )


def _neighbours(robot: Robot, model: Model, context: Context) -> Robot:
    """Return a robot with the pairs that MuJoCo filters; report those that it tests and other programs filter."""
    unfiltered = _is_flag("filterparent", "disable", model)
    for each in () if _is_flag("contact", "disable", model) else tested_neighbours(robot, unfiltered):
        what = f"MuJoCo tests the pair '{each.first}' and '{each.second}', which a joint connects"
        context.report.add(TESTED_PAIR, f"{what}; other programs do not", each.origin)
    return robot if unfiltered else with_filtered_pairs(replace(robot, neighbours_pass=True))


def _joints(reader: RobotReader, placed: Sequence[PlacedRobot]) -> Iterator[WorldJoint]:
    """Yield the joints between robots."""
    names = {id(tree): each.name for tree, each in zip(reader.trees, placed, strict=True)}
    for parent, child, joint in reader.between:
        ends = names[id(parent)], names[id(child)]
        yield WorldJoint(origin=joint.origin, joint=joint, parent_robot=ends[0], child_robot=ends[1])


def _left(reader: RobotReader, layout: MjcfLayout) -> tuple[Extension, ...]:
    """Return the unread content outside of robots."""
    rest = UnclaimedContent(reader.model, reader.context.report, reader.is_flat)
    left_of_sections(rest, reader)
    left_of_attached(rest, reader)
    rest.report_counts()
    rest.report_gone(reader.model.opener.gone)
    layout.heirs.extend(rest.heirs)
    return tuple(rest.found)


def model_of(document: Document, context: Context) -> Model:
    """Return the model of a document.

    Raises:
        InputError: It is no MJCF, or a part that another document includes.
    """
    root = document.root.take()
    if root.tag == "mujocoinclude":
        message = "the root element is <mujocoinclude>: the document is only a part of another one"
        raise InputError(FRAGMENT, message, root.origin)
    if root.tag != "mujoco":
        raise InputError(NOT_MJCF, f"the root element is <{root.tag}>, not <mujoco>", root.origin)
    root.attribute("model")
    opener = Opener(context, document.name)
    return Model(document, opener, opener.item(root, (document.name,), set()))


def _placed(
    reader: RobotReader,
    tree: RobotTree,
    layout: MjcfLayout,
) -> PlacedRobot:
    """Return a robot in its place."""
    if tree.top.view is not None:
        _set_places(tree.top, "/mujoco/worldbody")
    unclaimed = UnclaimedContent(reader.model, reader.context.report, reader.is_flat)
    left_of_robot(unclaimed, tree)
    unclaimed.report_counts()
    layout.heirs.extend(unclaimed.heirs)
    models = (reader.model, *reader.expansion.models)
    known = [each for model in models for each in reader.assets(model).all_materials()]
    materials = _materials_of(tree, reader, known, materials_in(unclaimed.found))
    robot = replace(
        tree.robot,
        materials=tuple(materials),
        extensions=tuple(unclaimed.found),
        layouts=(layout,),
    )
    return PlacedRobot(origin=robot.origin, name=robot.name or tree.top.name, robot=robot, pose=tree.pose)


def _materials_of(tree: RobotTree, reader: RobotReader, materials: list[Material], more: set[str]) -> list[Material]:
    """Return the materials of a robot: those that its shapes use, and for the first one also those that none uses.

    Args:
        tree: The robot.
        reader: The reader.
        materials: The materials of the document.
        more: Those that its unread content uses.
    """
    wanted = _used(tree) | more
    if tree is not reader.trees[0]:
        return [each for each in materials if each.name in wanted]
    others = set[str]().union(*(_used(each) for each in reader.trees[1:]))
    return [each for each in materials if each.name in wanted or each.name not in others]


def _used(tree: RobotTree) -> set[str]:
    materials = (each.material for link in tree.robot.links for each in link.visuals)
    return {each.name for each in materials if each is not None and each.name is not None}


def _gravity(model: Model, whole: bool) -> Vector3 | None:
    """Take the gravity, which a flag may switch off in a whole world; of several options the last one counts."""
    found: Vector3 | None = None
    for section in model.sections("option"):
        element = section.element
        if element.peek("gravity") is not None:
            found = element.take().vector("gravity") or found
    for flag in _flags(model) if whole else ():
        if flag.peek("gravity") == "disable":
            flag.take().attribute("gravity")
            found = (0.0, 0.0, 0.0)
    return found


def _gives_gravity(model: Model, whole: bool) -> bool:
    is_off = whole and _is_flag("gravity", "disable", model)
    return is_off or any(each.element.peek("gravity") is not None for each in model.sections("option"))


def _is_flag(name: str, value: str, model: Model) -> bool:
    return any(each.peek(name) == value for each in _flags(model))


def _report_no_contact(model: Model) -> None:
    """Report that MuJoCo tests no contacts of a document: the shapes are what others need."""
    for flag in _flags(model):
        if flag.peek("contact") == "disable":
            flag.report(CONTACT_OFF, "MuJoCo tests no contact and no self-collision here; other programs do", "contact")


def _flags(model: Model) -> Iterator[Element]:
    children = (each for section in model.sections("option") for each in section.children)
    return (each.element for each in children if each.tag == "flag")


def _set_places(top: Body, above: str) -> None:
    """Give each body its place in a written document: named, without frames."""
    pending = [(top, above)]
    while pending:
        body, above = pending.pop()
        quote = '"' if "'" in body.name else "'"
        body.place = f"{above}/body[@name={quote}{body.name}{quote}]"
        pending += ((each, body.place) for each in body.bodies)


def _layout(reader: RobotReader, document: Document, gives_gravity: bool) -> MjcfLayout:
    """Remember how the document writes what MJCF can write in several ways, so that the writer does the same."""
    settings = reader.model.settings
    reads = [read for tree in reader.trees for read in tree.bodies]
    unknown = any(read.is_unknown for read in reads)
    closing = {each.name for tree in reader.trees for each in tree.robot.loops}
    closing |= {joint.name for _, _, joint in reader.between}
    loops = {name: true_name for name, true_name in reader.joints.true.items() if name in closing}
    return ReadLayout(
        order=order_of(reader),
        format="mjcf",
        namespaces=document.namespaces,
        main=document.name,
        degrees=settings.degrees,
        eulerseq=settings.eulerseq if settings.eulerseq != "xyz" else None,
        autolimits=settings.autolimits,
        inertia=settings.inertia if unknown else "false",
        unweighed=(*reader.helpers, *(read.body.name for read in reads if read.is_unknown)),
        meshdir=settings.meshdir,
        texturedir=settings.texturedir,
        references=reader.references,
        marks={read.body.name: read.marks for read in reads if read.marks},
        names={**reader.links.true, **reader.sensors.true, **loops},
        meshes=_meshes(reader),
        shells=frozenset(
            each.name for assets in _all_assets(reader) for each in assets.read_meshes() if each.inertia == SHELL
        ),
        heightmaps=_heightmaps(reader),
        textures={name: uri for each in _all_assets(reader) for name, uri in each.read_images().items()},
        used={read.body.name: read.used for read in reads if any(read.used)},
        classes=reader.model.classes.places,
        free=reader.free,
        efforts=efforts_of(reader),
        actuators=actuators_of(reader),
        gives_gravity=gives_gravity,
    )


def _meshes(reader: RobotReader) -> dict[str, str]:
    read = (each for assets in _all_assets(reader) for each in assets.read_meshes())
    return {each.name: file_key(each.mesh.uri, each.mesh.scale) for each in read}


def _shells(reader: RobotReader) -> frozenset[str]:
    read = (each for assets in _all_assets(reader) for each in assets.read_meshes())
    return frozenset(each.name for each in read if each.inertia == SHELL)


def _heightmaps(reader: RobotReader) -> dict[str, str]:
    read = (each for assets in _all_assets(reader) for each in assets.heightmaps.items())
    return {name: file_key(each.image.uri, heightmap_size(each)) for name, each in read}


def _all_assets(reader: RobotReader) -> Iterator[Assets]:
    return (reader.assets(model) for model in (reader.model, *reader.expansion.models))
