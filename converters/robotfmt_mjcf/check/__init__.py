"""Find content of an MJCF document whose effect in MuJoCo its author may not expect.

Measured with MuJoCo 4.0.0: angles are in degrees unless the document gives radians; each geom has the density of
water, also a visual one; all kinds of actuators share one entry of a default class, and the last one overwrites the
others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from robotfmt.codes import DENSITY
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents import tokens
from robotfmt.documents.angles import exact_turn
from robotfmt.documents.source import Source
from robotfmt.model import Robot
from robotfmt.model.record import replace
from robotfmt.validation.proportions import FEW_JOINTS
from robotfmt.validation.shapes import HEAVIEST

from ..codes import DEGREES, OBSOLETE, ROUGH_ANGLE, SHARED_DEFAULTS, VISUAL_MASS
from ..document.classes import ACTUATORS, MAIN, kind_of
from ..document.expansion import Body, Part
from ..document.forgiven import open_document
from ..document.model import Model
from ..document.tree import Item
from ..document.views import ClassedElement, numbers_of
from ..parts.geoms import touches
from ..parts.joints import bounded
from ..parts.robots import RobotReader
from ..reader import model_of
from .names import check_keyframes, check_names, check_references
from .refused import FLAGS, check_bodies, check_ranges, check_words, has_mass
from .simulation import check_simulation

_FULL_TURN = 2 * math.pi
_IMAGES = frozenset({".png", ".ktx"})
"""The images that MuJoCo 4.0 reads."""


def check(source: Source, robot: Robot, context: Context) -> None:
    """Report content whose effect in MuJoCo its author may not expect."""
    quiet = context.having(report=Report())
    document = open_document(source, quiet)
    model = model_of(document, quiet)
    reader = RobotReader(model, quiet)
    document.report = context.report
    for section in model.sections("default"):
        for item in section.walk():
            _class(item)
    _obsolete(model)
    bodies = [body for body in reader.world.walk() if body.view is not None]
    _weighed(bodies, model)
    for body in bodies:
        _dense(body)
    _angles(bodies, model)
    _rough(bodies, model)
    views = [
        ClassedElement(item, model, kind_of(tag, item.tag), MAIN)
        for tag in ("tendon", "actuator")
        for item in (child for each in model.sections(tag) for child in each.children)
    ]
    for each in views:
        _bounded(each)
    check_words(model)
    robots = [replace(each.robot, pose=each.pose) for each in reader.trees]
    check_bodies(robots, reader)
    check_ranges([*(part.view for body in bodies for part in body.of("joint")), *views], model)
    check_references(model, reader)
    check_names(model, reader)
    check_keyframes(model, reader)
    check_simulation(robots, model, reader)


def _obsolete(model: Model) -> None:
    """Report values that MuJoCo 4.0 or a later version refuses; the reader reports elements and attributes."""
    for section in model.sections("compiler"):
        if section.element.peek("settotalmass") is not None:
            message = "MuJoCo 4.0 warns of 'settotalmass' of <compiler>, which later versions will refuse"
            section.element.report(OBSOLETE, message, "settotalmass")
    for section in model.sections("asset"):
        for item in section.children:
            file = item.element.peek("file") or ""
            is_image = item.tag == "texture" and file and item.element.peek("content_type") is None
            if is_image and PurePosixPath(file).suffix.lower() not in _IMAGES:
                message = f"texture '{file}' is neither PNG nor KTX, the only formats that MuJoCo 4.0 reads"
                item.element.report(OBSOLETE, message, "file")


def _class(item: Item) -> None:
    """Report a class that has defaults for several kinds of actuators."""
    kinds = [each.tag for each in item.children if each.tag in ACTUATORS]
    if item.tag == "default" and len(set(kinds)) > 1:
        name = item.element.peek("class") or "main"
        listed = ", ".join(f"<{each}>" for each in kinds)
        message = f"class '{name}' has {listed}, which share one entry: <{kinds[-1]}> resets what the others set"
        item.element.report(SHARED_DEFAULTS, message)


def _bounded(view: ClassedElement) -> None:
    """Report ranges of an actuator or a tendon that limit nothing, or that MuJoCo refuses."""
    for name, flag in FLAGS.items():
        bounded(view, name, flag)


def _weighed(bodies: Sequence[Body], model: Model) -> None:
    """Report the bodies whose mass includes that of visual geoms, all at the first one: a class sets them alike."""
    found = [(body, seen) for body in bodies if (seen := _seen(body, model))]
    if not found:
        return
    (body, seen), *others = found
    names = ", ".join(f"'{each.name}'" if each.name else "one without a name" for each in seen[:3])
    more = f"; so does that of {len(others)} more bod{'ies' if len(others) > 1 else 'y'}" if others else ""
    message = f"body '{body.name}': its mass includes that of visual geoms: {names}{more}"
    if body.view is not None:
        body.view.element.report(VISUAL_MASS, message, subject=f"link/{body.name}")


def _seen(body: Body, model: Model) -> list[Part]:
    """Return the geoms that weigh and only are to be seen, of a body with others that weigh."""
    settings = model.settings
    given = bool(body.of("inertial"))
    if body.view is None or settings.inertia == "false" or (given and settings.inertia == "auto"):
        return []
    geoms = [each for each in body.of("geom") if has_mass(each, settings.groups)]
    seen = [each for each in geoms if not touches(each.view)]
    return seen if len(seen) < len(geoms) else []


def _dense(body: Body) -> None:
    """Report geoms with a density that no material has; a low one is chosen, for a hollow body or a toy."""
    for part in body.of("geom"):
        density = numbers_of(part.view.peek("density") or "")
        if density and density[0] > HEAVIEST and part.view.peek("mass") is None:
            name = f"geom '{part.name}'" if part.name else "a geom"
            message = (
                f"{name} of body '{body.name}' has a density of {density[0]:g} kg/m^3; expected at most {HEAVIEST:,.0f}"
            )
            part.view.element.report(DENSITY, message, "density", subject=f"link/{body.name}")


def _angles(bodies: list[Body], model: Model) -> None:
    """Report ranges in degrees that look like radians, in a document with too few of them for the check of a robot."""
    if any(section.element.peek("angle") is not None for section in model.sections("compiler")):
        return
    ranges = list(_ranges(bodies))
    largest = max((abs(number) for _, row in ranges for number in row), default=0.0)
    if 0 < len(ranges) < FEW_JOINTS and 0 < largest <= _FULL_TURN:
        part, row = ranges[0]
        shown = " ".join(f"{each:g}" for each in row)
        message = (
            f"joint '{part.name}': the range {shown} is in degrees, since <compiler> gives no angle; no range of "
            f"the document is above {largest:g}"
        )
        part.view.element.report(DEGREES, message)


def _rough(bodies: list[Body], model: Model) -> None:
    """Report, once for a document, angles of bodies in radians that are rounded multiples of 45 degrees."""
    angles = {} if model.settings.degrees else {body.name: _euler(body) for body in bodies}
    rough = [body for body in bodies if any(exact_turn(each) is not None for each in angles.get(body.name, ()))]
    if rough:
        more = f"; so do {len(rough) - 1} more bodies" if len(rough) > 1 else ""
        words = f"body '{rough[0].name}' has an angle that misses a multiple of 45 degrees by rounding"
        element = rough[0].view.element if rough[0].view is not None else model.root.element
        element.report(ROUGH_ANGLE, f"{words}: '{' '.join(angles[rough[0].name])}'{more}", "euler")


def _euler(body: Body) -> list[str]:
    return (body.view.element.peek("euler") or "").split() if body.view is not None else []


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
