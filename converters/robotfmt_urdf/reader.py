"""Read URDF: one robot, or several of a document.

Several are ``<robot>`` elements in a root of any name, or in another ``<robot>``; no standard defines this. A document
whose links are not connected is one robot in several parts, as in MuJoCo and Drake.
"""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import Document, parse_document
from robotfmt.documents.xml.element import Element
from robotfmt.errors import InputError
from robotfmt.formats.worlds import choose
from robotfmt.model import (
    Robot,
    World,
)
from robotfmt.model.record import replace
from robotfmt.model.world import placed_robots

from .check import check_demands, white_space
from .codes import NO_NAME, NOT_URDF, XACRO
from .document.keys import KEYS
from .document.versions import check_version
from .parts import loops
from .parts.joints import read_axes, read_joint
from .parts.links import read_link, read_material


def search_meshes(root: Element, context: Context) -> None:
    """Let meshes that are nowhere else be found where MuJoCo's reader finds them."""
    block = root.find("mujoco")
    compiler = block.find("compiler") if block is not None else None
    if compiler is not None:
        folder = compiler.peek("meshdir") or compiler.peek("assetdir") or ""
        given = compiler.peek("strippath")
        context.assets.search(root.document.name, folder, by_name=given == "true" if given is not None else None)


def robots_in(document: Document) -> list[Document]:
    """Return each robot of a document as a separate document. A ``<robot>`` that only contains others is not one."""
    root = document.root
    inner = [each for each in root.findall("robot") if root.tag != "robot" or _has_links(each)]
    if root.tag == "robot" and not inner:
        return [document]
    parts = [document.part(each) for each in inner]
    return [document, *parts] if root.tag == "robot" and _has_links(root) else parts


def _has_links(element: Element) -> bool:
    return element.find("link") is not None


_BLOCKS = frozenset({"transmission", "ros2_control", "gazebo", "sensor"})


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot that a URDF document describes, or the requested one of several.

    Raises:
        InputError: The document is not URDF.
        ModelError: The document contains several robots, and none was requested.
        UnsafeInput: The document must be expanded by xacro first.
    """
    root, documents = opened(source, context)
    if documents == [root.document] and context.robot is None:
        return _robot(root, root.document)
    world = _world(root, documents)
    chosen = choose(world, context.robot, context.report)
    if not world.extensions:
        return chosen
    return replace(chosen, extensions=(*chosen.extensions, *world.extensions))


def read_world(source: Source, context: Context) -> World:
    """Return every robot of a document; see :mod:`robotfmt_urdf.reader`.

    Raises:
        InputError: The document is not URDF.
        UnsafeInput: The document must be expanded by xacro first.
    """
    return _world(*opened(source, context))


def _world(root: Element, documents: list[Document]) -> World:
    robots = placed_robots(_robot(each.root.take(), each) for each in documents)
    extensions = () if root.document in documents else root.document.leftovers()
    return World(origin=root.origin, robots=robots, extensions=extensions)


def opened(source: Source, context: Context) -> tuple[Element, list[Document]]:
    """Return the root of a document, and the robots in it."""
    document = parse_document(
        source.data, name=source.name, format="urdf", report=context.report, limits=context.limits, keys=KEYS
    )
    root = document.root.take()
    documents = robots_in(document)
    if not documents:
        raise InputError(NOT_URDF, f"the root element is <{root.tag}>, not <robot>", root.origin)
    if document.may_use_xacro:
        from robotfmt.xacro.refusal import refuse_xacro

        refuse_xacro(document, XACRO)
    search_meshes(root, context)
    context.report.put_off(lambda: white_space(source))
    return root, documents


def _robot(root: Element, document: Document) -> Robot:
    robot = understood(root, document)
    extensions = tuple(document.leftovers(close=True))
    return replace(robot, extensions=extensions) if extensions else robot


def understood(root: Element, document: Document) -> Robot:
    """Return the robot without unread content."""
    name = root.attribute("name")
    if not name:
        root.report(NO_NAME, "<robot> has no name")
    version = check_version(root)
    document.put_off(check_demands)
    tags = {each.tag for each in root.children}
    links = tuple(map(read_link, root.children_of("link")))
    joints, closing = loops.split([(each, read_joint(each)) for each in root.children_of("joint")])
    names = {joint.name for joint in (*joints, *closing)}
    robot = Robot(
        origin=root.origin,
        name=name or None,
        materials=tuple(map(read_material, root.children_of("material"))),
        links=links,
        joints=joints,
        loops=(*closing, *loops.read(root, {link.name for link in links}, names, read_axes))
        if tags & loops.TAGS
        else closing,
        layouts=(document.layout(version),),
    )
    if tags & _BLOCKS:
        from .parts.blocks import read_blocks

        robot = replace(robot, **read_blocks(robot, root))
    return robot
