"""Write MJCF: the robot was adapted by :func:`robotfmt_mjcf.adapt.adapt`, so a document can store all of it.

The document is flat, with explicit numbers in their shortest exact form: MuJoCo tolerates no rounding of an inertia.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from robotfmt.context import Context
from robotfmt.documents.xml.compose import Style, compose, draft_of
from robotfmt.documents.xml.nodes import Content, Node, make
from robotfmt.model import Extension, ExtensionKind, Robot
from robotfmt.model.json import to_object

from .bodies import BodyWriter
from .codes import KEPT_APART
from .keys import KEYS
from .layout import MjcfLayout
from .plan import Plan
from .records import PREFIX, Given, text_of
from .shapes import Assets
from .whole import WholeWriter
from .written import Words, layout_of

_PARTS = frozenset({"body", "joint", "freejoint", "geom", "site", "camera", "inertial", "mesh", "material"})
_OVERRIDDEN = frozenset({"group", "contype", "conaffinity", "size", "type"})
"""Attributes for which content of the source counts more than what the model says."""
_ORDER = ("compiler", "option", "size", "visual", "statistic", "default", "custom", "asset", "worldbody")


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the MJCF document of a robot."""
    layout = layout_of(robot)
    words = Words(layout)
    plan = Plan(robot)
    assets = Assets(robot, words)
    bodies = BodyWriter(robot, plan, words, assets)
    world = bodies.worldbody()
    whole = WholeWriter(bodies)
    sections = list(whole.sections())
    whole.note_materials()
    bodies.note("robot", plan.name(plan.roots[0]) if plan.roots else "", whole.record())
    root = make("mujoco", {"model": robot.name}, _compiler(layout))
    custom = make("custom")
    custom.extend(_text(name, given) for name, given in bodies.records.items())
    foreign = [each for each in robot.extensions if each.format != "mjcf" or each in context.apart]
    rows = assets.written()
    if len(custom) or foreign:
        root.append(custom)
    defaults = _classes(robot, layout)
    if defaults is not None:
        root.append(defaults)
    root.extend([*([make("asset", None, *rows)] if rows else []), world, *sections])
    _give_way(root, robot)
    style = Style(format="mjcf", keys=KEYS, parts=_PARTS, foreign=_foreign())
    data = compose(root, robot, style, slot=custom, report=context.report, apart=context.apart)
    _tell(bodies.records, robot, context)
    return {context.output: data}


def _compiler(layout: MjcfLayout | None) -> Node:
    """Return how the document is meant: as its source, or in radians with fixed axes."""
    if layout is None:
        given: dict[str, Content | None] = {
            "angle": "radian",
            "eulerseq": "XYZ",
            "autolimits": "true",
            "inertiafromgeom": "false",
        }
        return make("compiler", given)
    given = {
        "angle": "degree" if layout.degrees else "radian",
        "eulerseq": layout.eulerseq,
        "autolimits": None if layout.autolimits else "false",
        "inertiafromgeom": layout.inertia,
    }
    return make("compiler", given)


def _classes(robot: Robot, layout: MjcfLayout | None) -> Node | None:
    """Return the classes of the source in which something is left that no field of the model holds."""
    if layout is None:
        return None
    nodes: dict[str, Node] = {}
    named = {name: place for place, (_, tag, name) in layout.classes.items() if tag == "default"}
    for each in robot.extensions:
        place = named.get(each.content) if each.name == "class" else each.place
        if each.format == "mjcf" and place in layout.classes:
            _class(place, layout.classes, nodes)
    return nodes.get("/mujoco/default")


def _class(place: str, known: Mapping[str, tuple[str, str, str]], nodes: dict[str, Node]) -> Node:
    if place not in nodes:
        above, tag, name = known[place]
        nodes[place] = make(tag, {"class": name or None})
        if above in known:
            _class(above, known, nodes).append(nodes[place])
    return nodes[place]


def _text(name: str, given: Given) -> Node:
    return make("text", {"name": f"{PREFIX}{name}", "data": text_of(given)})


def _foreign() -> Callable[[Extension, str], Node]:
    """Return what makes an element of content that is kept for another format, each with a number."""
    count = 0

    def made(extension: Extension, _tag: str) -> Node:
        nonlocal count
        count += 1
        found = to_object(extension)
        assert isinstance(found, dict)
        return _text(f"extension:{count}", found)

    return made


def _give_way(root: Node, robot: Robot) -> None:
    """Take out attributes that the source gave in a way of its own, which is put back."""
    own = [each for each in robot.extensions if each.format == "mjcf" and each.kind is ExtensionKind.ATTRIBUTE]
    wanted = [each for each in own if each.name in _OVERRIDDEN]
    if not wanted:
        return
    places = {element.path: node for element, node in draft_of(root, KEYS).nodes.items()}
    for each in wanted:
        node = places.get(each.place)
        if node is not None:
            node.attrib.pop(each.name, None)


def _tell(records: dict[str, Given], robot: Robot, context: Context) -> None:
    if records:
        message = (
            f"MJCF has no words for some properties of {len(records)} parts; they are kept in <custom>, "
            "which only robotfmt reads"
        )
        context.report.add(KEPT_APART, message, robot.origin)


def folder_from(document: str, folder: str, output: str) -> str:
    """Return the way to a folder of a document from the folder of another document."""
    home = Path(os.path.abspath(output)).parent
    return Path(os.path.relpath(Path(os.path.abspath(document)).parent / folder, home)).as_posix()
