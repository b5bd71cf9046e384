"""The block ``<mujoco>`` of a URDF, which MuJoCo's reader of URDF obeys, in an MJCF.

Options of the compiler that change masses are applied, as the reader of MJCF applies them; notations and the folder of
meshes concern the URDF alone. All other options are elements of the MJCF.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from robotfmt.compare.adaptation import report_changes
from robotfmt.context import Context
from robotfmt.documents.tokens import BadToken, real, reals, written_all
from robotfmt.documents.xml.nodes import Node, canonical, is_element, subtree
from robotfmt.hub.twins import Moved, with_twins
from robotfmt.model import Extension, ExtensionKind, Inertial, JointType, Robot
from robotfmt.model.record import replace

from .. import FORMAT
from ..codes import URDF_BLOCK
from ..document.model import Settings
from ..parts.masses import bounded, scaled

_OBEYED = frozenset(
    (
        *("balanceinertia", "boundmass", "boundinertia", "settotalmass", "meshdir", "texturedir", "assetdir"),
        *("strippath", "angle", "autolimits", "coordinate", "eulerseq"),
    )
)
"""Options of the compiler that are applied, or concern the URDF alone."""


def with_block(robot: Robot, context: Context) -> Robot:
    """Return a robot, as MJCF stores it, with the options of its block; report each change."""
    block = next((each for each in robot.extensions if _is_block(each)), None)
    if block is None or context.scene is not None:
        return robot
    root = subtree(block.content, None)
    made = with_twins(robot, [Moved(block, tuple(_parts(block, root)))], FORMAT, URDF_BLOCK, "is obeyed", context)
    if block in made.extensions:
        return robot
    return report_changes(made, _with_masses(made, root), URDF_BLOCK, context.report)


def _is_block(extension: Extension) -> bool:
    return (extension.format, extension.place, extension.name) == ("urdf", "/robot", "mujoco")


def _parts(block: Extension, root: Node) -> Iterator[Extension]:
    """Yield the options of a block as parts of an MJCF."""
    for section in filter(is_element, root):
        tag = str(section.tag)
        if tag == "size" or (tag == "option" and section.get("gravity") is None):
            yield replace(block, format="mjcf", place="/mujoco", name=tag, content=canonical(section, None))
        elif tag in ("compiler", "option"):
            attribute = replace(block, format="mjcf", place=f"/mujoco/{tag}", kind=ExtensionKind.ATTRIBUTE)
            for name, value in section.attrib.items():
                if tag == "option" or name not in _OBEYED:
                    yield replace(attribute, name=str(name), content=_plain(str(value)))
            for child in filter(is_element, section):
                element = replace(attribute, kind=ExtensionKind.ELEMENT, name=str(child.tag))
                yield replace(element, content=canonical(child, None))


def _plain(value: str) -> str:
    """Return numbers as they are written, and any other value as it is."""
    try:
        return written_all(reals(value))
    except BadToken:
        return value


def _with_masses(robot: Robot, root: Node) -> Robot:
    """Return a robot with the masses that the compiler makes of those of the document."""
    compiler = root.find("compiler")
    if compiler is None:
        return robot
    settings = Settings(
        balance=compiler.get("balanceinertia") == "true",
        boundmass=_number(compiler, "boundmass", 0.0),
        boundinertia=_number(compiler, "boundinertia", 0.0),
    )
    moved = {each.child for each in robot.joints if each.type is not JointType.FIXED}
    made = [
        bounded(each.inertial, settings) if each.inertial is not None or each.name in moved else None
        for each in robot.links
    ]
    total, wanted = math.fsum(_mass(each) for each in made), _number(compiler, "settotalmass", -1.0)
    if wanted > 0 and total > 0:
        made = [scaled(each, wanted / total) for each in made]
    links = tuple(replace(link, inertial=inertial) for link, inertial in zip(robot.links, made, strict=True))
    return replace(robot, links=links)


def _mass(inertial: Inertial | None) -> float:
    return (inertial.mass or 0.0) if inertial is not None else 0.0


def _number(node: Node, name: str, otherwise: float) -> float:
    try:
        return real(node.get(name) or "")
    except BadToken:
        return otherwise
