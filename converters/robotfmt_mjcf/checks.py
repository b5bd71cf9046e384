"""The findings of ``check`` about an MJCF document besides those of its reading: what MuJoCo does without a word.

Measured with MuJoCo 4.0.0: angles are in degrees unless the document gives radians; each geom has the density of water,
one that is only seen too; and all kinds of actuators share one entry of a class, of which the last one counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents import tokens
from robotfmt.documents.source import Source
from robotfmt.model import Robot

from .codes import DEGREES, SHARED_DEFAULTS, VISUAL_MASS
from .document.classes import ACTUATORS
from .document.expansion import Body, Part
from .document.forgiven import open_document
from .document.model import Model
from .document.tree import Item
from .reader import model_of
from .reading.geoms import touches
from .reading.robots import RobotReader

_FULL_TURN = 2 * math.pi


def check(source: Source, robot: Robot, context: Context) -> None:
    """Report what MuJoCo does with a document that its author may not have meant."""
    quiet = context.having(report=Report())
    document = open_document(source, quiet)
    model = model_of(document, quiet)
    reader = RobotReader(model, quiet)
    document.report = context.report
    for section in model.sections("default"):
        for item in section.walk():
            _class(item)
    bodies = [body for body in reader.world.walk() if body.view is not None]
    for body in bodies:
        _weighed(body, model)
    _angles(bodies, model)


def _class(item: Item) -> None:
    """Report a class that has defaults for several kinds of actuators."""
    kinds = [each.tag for each in item.children if each.tag in ACTUATORS]
    if item.tag == "default" and len(set(kinds)) > 1:
        name = item.element.peek("class") or "main"
        listed = ", ".join(f"<{each}>" for each in kinds)
        message = (
            f"class '{name}' has {listed}, which share one entry: <{kinds[-1]}> resets what the others set"
        )
        item.element.report(SHARED_DEFAULTS, message)


def _weighed(body: Body, model: Model) -> None:
    """Report a body whose mass is partly that of geoms that are only seen."""
    settings = model.settings
    given = bool(body.of("inertial"))
    if body.view is None or settings.inertia == "false" or (given and settings.inertia == "auto"):
        return
    geoms = [each for each in body.of("geom") if _has_mass(each, settings.groups)]
    seen = [each for each in geoms if not touches(each.view)]
    if seen and len(seen) < len(geoms):
        names = ", ".join(f"'{each.name}'" if each.name else "one without a name" for each in seen[:3])
        message = f"body '{body.name}': geoms that are only seen add to its mass: {names}"
        body.view.element.report(VISUAL_MASS, message, subject=f"link/{body.name}")


def _has_mass(part: Part, groups: tuple[int, int]) -> bool:
    view = part.view
    if view.peek("mass") is not None:
        return view.peek("mass") != "0"
    group = view.peek("group") or "0"
    is_weighed = not group.isdecimal() or groups[0] <= int(group) <= groups[1]
    return view.peek("density") != "0" and view.peek("type") != "plane" and is_weighed


def _angles(bodies: list[Body], model: Model) -> None:
    """Report ranges in degrees that look like radians."""
    if any(section.element.peek("angle") is not None for section in model.sections("compiler")):
        return
    ranges = list(_ranges(bodies))
    largest = max((abs(number) for _, row in ranges for number in row), default=0.0)
    if ranges and 0 < largest <= _FULL_TURN:
        part, row = ranges[0]
        shown = " ".join(f"{each:g}" for each in row)
        message = (
            f"joint '{part.name}': the range {shown} is in degrees, since <compiler> gives no angle; no range of "
            f"the document is above {largest:g}"
        )
        part.view.element.report(DEGREES, message)


def _ranges(bodies: list[Body]) -> Iterator[tuple[Part, tuple[float, ...]]]:
    """Yield the hinges with the numbers of their ranges."""
    for body in bodies:
        for part in body.of("joint"):
            text = part.view.peek("range")
            if text is not None and part.view.peek("type") in (None, "hinge"):
                try:
                    yield part, tokens.reals(text)
                except tokens.BadToken:
                    continue
