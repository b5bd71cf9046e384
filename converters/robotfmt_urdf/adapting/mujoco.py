"""URDF for MuJoCo (``--target mujoco``): the options that its reader needs to keep the whole robot.

Measured with MuJoCo 3.3.7 and 4.0.0. By default the reader drops visual geometry and merges links over fixed joints;
before 3.7 it searches meshes by file name only. It refuses a moment of inertia above the sum of the two others,
without any tolerance, and moving links without a mass.
"""

from __future__ import annotations

from collections.abc import Iterator

from robotfmt.compare.adaptation import report_changes
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.xml.nodes import Node, canonical, make, subtree
from robotfmt.facts import extension_paths
from robotfmt.formats import TARGET
from robotfmt.hub.twins import Moved, with_twins, withdraw
from robotfmt.model import Extension, ExtensionKind, Link, Matrix3, Robot
from robotfmt.model.record import replace
from robotfmt.validation.inertia import massless_links, unbalanced

from .. import FORMAT, MUJOCO
from ..codes import MUJOCO_BLOCK, MUJOCO_INERTIA, MUJOCO_OPTIONS

_PLACE, _BLOCK, _COMPILER = "/robot", "mujoco", "compiler"
_KEEP = {"strippath": "false", "discardvisual": "false", "fusestatic": "false"}
_BALANCE = {"balanceinertia": "true"}
_BOUND = {"boundmass": "1e-06", "boundinertia": "1e-09"}
_MOST_NAMES = 3


def adapt(robot: Robot, context: Context) -> Robot:
    """Give the robot the block of options, if it is written for MuJoCo."""
    if context.option(TARGET) != MUJOCO:
        return robot
    options = dict(_KEEP)
    uneven = [link.name for link in robot.links if unbalanced(_rows(link))]
    massless = [link for link, _ in massless_links(robot)]
    if uneven:
        options |= _BALANCE
        _report(
            context,
            robot,
            uneven,
            "a moment of inertia larger than the sum of the other two",
            "replaces all three by their mean",
        )
    singular = [link.name for link in robot.links if _is_singular(link)]
    if singular:
        _report(context, robot, singular, "a moment of inertia of 0 or below", "refuses them")
    if massless:
        options |= _BOUND
        _report(
            context,
            robot,
            massless,
            "no mass although a joint moves them",
            "assumes at least 1e-06 kg for every link",
        )
    for path, each in extension_paths(robot):
        if _is_block(each):
            withdraw("/".join(path), context.report)
    return report_changes(robot, _with_options(robot, options), MUJOCO_BLOCK, context.report)


def _report(context: Context, robot: Robot, names: list[str], have: str, does: str) -> None:
    shown = ", ".join(map(quoted, names[:_MOST_NAMES]))
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    message = f"links with {have}: {shown}{more}; MuJoCo {does}"
    context.report.add(MUJOCO_INERTIA, message, robot.link_by_name[names[0]].origin)


def _rows(link: Link) -> Matrix3 | None:
    inertia = link.inertial.inertia if link.inertial is not None else None
    return inertia.rows if inertia is not None else None


def _is_singular(link: Link) -> bool:
    """Return True if a moment of inertia is not positive; MuJoCo accepts that only if all are 0."""
    import numpy as np

    rows = np.array(_rows(link) or np.zeros((3, 3)))
    return bool(rows.any() and np.isfinite(rows).all() and np.linalg.eigvalsh(rows)[0] <= 0)


def _with_options(robot: Robot, options: dict[str, str]) -> Robot:
    """Return the robot with options in its block for MuJoCo, which may contain others."""
    old = next((each for each in robot.extensions if _is_block(each)), None)
    block = subtree(old.content, None) if old is not None else make(_BLOCK, None)
    compiler = block.find(_COMPILER)
    if compiler is None:
        compiler = make(_COMPILER, None)
        block.insert(0, compiler)
    compiler.attrib.pop("meshdir", None)  # paths are relative to the document
    for name, value in options.items():
        compiler.set(name, value)
    content = canonical(block, None)
    if old is not None:
        changed = tuple(replace(it, content=content) if it is old else it for it in robot.extensions)
        return replace(robot, extensions=changed)
    new = Extension(format="urdf", place=_PLACE, kind=ExtensionKind.ELEMENT, name=_BLOCK, content=content)
    return replace(robot, extensions=(*robot.extensions, new))


def _is_block(it: Extension) -> bool:
    given = it.format, it.place, it.kind, it.name
    return given == ("urdf", _PLACE, ExtensionKind.ELEMENT, _BLOCK)


_SECTIONS = ("compiler", "option")
_ROOT, _MUJOCO = "/robot", "mujoco"


def with_options(robot: Robot, context: Context) -> Robot:
    """Return a robot with the options of its MJCF in a block, which MuJoCo's reader of URDF obeys."""
    pieces = list(_options(robot))
    if not pieces or any(each.format == "urdf" and each.name == _MUJOCO for each in robot.extensions):
        return robot
    nodes = {tag: make(tag) for tag in _SECTIONS}
    sizes = [_put(each, nodes) for each in pieces]
    children = (*(node for node in nodes.values() if len(node) or node.attrib), *sizes)
    content = canonical(make(_MUJOCO, None, *children), None)
    block = Extension(format="urdf", place=_ROOT, kind=ExtensionKind.ELEMENT, name=_MUJOCO, content=content)
    moved = [Moved(each, (block,) if each is pieces[0] else ()) for each in pieces]
    return with_twins(robot, moved, FORMAT, MUJOCO_OPTIONS, "is in a <mujoco> block", context)


def _options(robot: Robot) -> Iterator[Extension]:
    """Yield the options of an MJCF that MuJoCo's reader of URDF has, too."""
    for each in robot.extensions:
        root, _, section = each.place.removeprefix("/").partition("/")
        is_whole = not section and each.kind is ExtensionKind.ELEMENT and each.name in (*_SECTIONS, "size")
        if each.format == "mjcf" and root == "mujoco" and (section in _SECTIONS or is_whole):
            yield each


def _put(piece: Extension, nodes: dict[str, Node]) -> Node | None:
    """Put a piece into its section; return an element that is no part of a section."""
    if piece.kind is ExtensionKind.ATTRIBUTE:
        nodes[piece.place.rpartition("/")[2]].set(piece.name, piece.content)
        return None
    node = subtree(piece.content, None)
    section = nodes.get(piece.place.rpartition("/")[2])
    if section is None:
        return node
    section.append(node)
    return None
