"""Robots whose fields are set wherever the model has one, also where it makes no sense: each alone, and all at once.

Records are made from the annotations of their fields: a new field of the model is tried without being named here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from random import Random
from typing import Any, get_args

from robotfmt import model
from robotfmt.model import (
    Actuator,
    Axis,
    Box,
    Cage,
    CalibrationBoard,
    Capsule,
    Cone,
    Container,
    Controller,
    Cylinder,
    Ellipsoid,
    Extrusion,
    Geometry,
    Inertia,
    Inertial,
    Joint,
    JointType,
    Limits,
    Link,
    Manipulator,
    Mesh,
    Motion,
    Plane,
    Purpose,
    Robot,
    Sensor,
    Shape,
    Sphere,
    Transmission,
    Wall,
)
from robotfmt.model.record import Record, replace

Make = Callable[[], Robot]
Given = Mapping[str, Any]
NOTHING: Given = {}
NAMES = {
    "LinkName": ("body", "arm", "hand"),
    "JointName": ("hinge", "slider"),
    "GroupName": ("group",),
    "SensorName": ("sensor",),
    "ActuatorName": ("motor",),
    "MaterialName": ("grey",),
}
"""Names that fields refer to, by their annotations."""
SKIPPED = frozenset({"origin", "extensions", "layouts", "digest", "modifiers"})
ROWS = {"visuals": Purpose.VISUAL, "collisions": Purpose.COLLISION}
"""The purpose of shapes in a row, which the model does not leave open."""
DEEPEST = 4
"""The most records inside each other; formulas have no end."""
HARD = Limits(lower=-1.0, upper=2.0, velocity=1.5, effort=9.0)
SOLID = Inertial(mass=1.5, inertia=Inertia(ixx=0.02, ixy=0.0, ixz=0.0, iyy=0.03, iyz=0.0, izz=0.04))
SHAPES: tuple[Shape | None, ...] = (
    Box((0.1, 0.2, 0.3)),
    Sphere(0.2),
    Cylinder(0.1, 0.4),
    Capsule(0.1, 0.4),
    Cone(0.1, 0.4),
    Ellipsoid((0.1, 0.2, 0.3)),
    Plane(),
    Extrusion(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)), 0.5),
    Container((0.4, 0.3, 0.2), (0.38, 0.28, 0.19)),
    Cage((0.4, 0.3, 0.02), walls=(Wall("px", (0.02, 0.3, 0.2)),)),
    CalibrationBoard((0.3, 0.2, 0.01), (9, 7)),
    Mesh("absent.stl"),
    None,
)
_ONE = (Motion.TURN,)
AXES: dict[JointType, tuple[Motion, ...]] = {
    JointType.FIXED: _ONE,
    JointType.REVOLUTE: _ONE,
    JointType.CONTINUOUS: _ONE,
    JointType.PRISMATIC: (Motion.SLIDE,),
    JointType.SCREW: _ONE,
    JointType.CYLINDRICAL: (Motion.TURN, Motion.SLIDE),
    JointType.UNIVERSAL: (Motion.TURN, Motion.TURN),
    JointType.BALL: _ONE,
    JointType.PLANAR: _ONE,
    JointType.FLOATING: _ONE,
    JointType.COMPOUND: (Motion.SLIDE, Motion.TURN),
    JointType.ON_OFF: _ONE,
}
STILL = (JointType.FIXED, JointType.BALL, JointType.FLOATING, JointType.ON_OFF)
"""The types whose axes have no meaning, so that any motion is as good."""


@cache
def _parsed(annotation: str) -> ast.expr:
    return ast.parse(annotation, mode="eval").body


def _alternatives(node: ast.expr) -> list[ast.expr]:
    """The types of a union, without None; those of an alias too."""
    if isinstance(node, ast.BinOp):
        return [*_alternatives(node.left), *_alternatives(node.right)]
    if isinstance(node, ast.Constant):
        return []
    named = getattr(model, node.id, None) if isinstance(node, ast.Name) and node.id != "Expression" else None
    kinds = [each.__name__ for each in get_args(named) if isinstance(each, type) and issubclass(each, Record)]
    return [ast.Name(each) for each in kinds] or [node]


class Filler:
    """Makes values for the fields of records."""

    def __init__(self, seed: int = 0, share: float = 1.0) -> None:
        self.random = Random(seed)
        self.share = share
        """The share of optional fields that are set."""

    def record(self, kind: type[Record], given: Given = NOTHING, depth: int = 0) -> Any:
        """A record with all or some of its fields."""
        values = dict(given)
        for name, annotation in kind.field_types.items():
            is_needed = name in kind.required_fields
            if name in values or name in SKIPPED or (depth >= DEEPEST and not is_needed):
                continue
            if is_needed or self.random.random() < self.share:
                values[name] = self.value(_parsed(annotation), name, depth)
        return kind(**values)

    def value(self, node: ast.expr, name: str, depth: int = 0) -> Any:
        """A value of an annotated field."""
        it = self.random.choice(_alternatives(node))
        if isinstance(it, ast.Subscript):
            inside = it.slice.elts if isinstance(it.slice, ast.Tuple) else [it.slice]
            if isinstance(inside[-1], ast.Constant):  # an ellipsis
                inside = inside[:1]
            return tuple(self.value(each, name, depth) for each in inside)
        assert isinstance(it, ast.Name), ast.dump(it)
        return self._named(it.id, name, depth)

    def _named(self, kind: str, name: str, depth: int) -> Any:
        match kind:
            case "float":
                return self.random.choice((0.25, 0.5, 1.0))
            case "int":
                return 0 if name in ("axis", "closing") else 1
            case "bool":
                return self.random.random() < 0.5
            case "str":
                return "ENU" if name == "localization" else "text"
            case "Vector3":
                return 0.1, 0.2, 0.3
            case "Rgba":
                return 0.25, 0.5, 0.75, 1.0
            case "Matrix3":
                return (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
            case "Expression":
                return model.Operation("times", (model.Number(2.0), model.Variable("slider")))
            case "LinkName" if name == "name":
                return "a_frame"
            case _ if kind.endswith("Name"):
                return self.random.choice(NAMES.get(kind, (f"a_{kind.removesuffix('Name').lower()}",)))
        found = getattr(model, kind)
        if issubclass(found, Enum):
            return self.random.choice(list(found))
        return self.record(found, depth=depth + 1)


def alone(kind: type[Record], given: Given, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Every optional field of a record alone, by its name, also those of records in it; needed ones are given."""
    filler = Filler(share=0.0)
    for name, annotation in kind.field_types.items():
        if name in kind.required_fields or name in SKIPPED or name in given or depth >= DEEPEST:
            continue
        for label, value in _alone_values(_parsed(annotation), name, depth, filler):
            yield f"{name}{label}", filler.record(kind, {**given, name: value})


def _alone_values(node: ast.expr, name: str, depth: int, filler: Filler) -> Iterator[tuple[str, Any]]:
    for each in _alternatives(node):
        inner = each.slice.elts[0] if isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Tuple) else each
        found = getattr(model, inner.id, None) if isinstance(inner, ast.Name) else None
        if isinstance(found, type) and issubclass(found, Enum):
            yield from ((f"={value.value}", value) for value in found)
        elif isinstance(found, type) and issubclass(found, Record):
            is_row = inner is not each
            for label, value in [("", filler.record(found)), *alone(found, NOTHING, depth + 1)]:
                made = replace(value, purpose=ROWS[name]) if name in ROWS else value
                yield f".{found.__name__}{'.' if label else ''}{label}", (made,) if is_row else made
        elif isinstance(each, ast.Name) and each.id == "bool":
            yield from ((f"={value}", value) for value in (False, True))
        else:
            yield "", filler.value(each, name)


# Robots


def with_joint(joint: Joint, *more: Link) -> Robot:
    """A robot with a joint between the first two links."""
    slider = Joint(
        name="slider",
        type=JointType.PRISMATIC,
        parent="arm",
        child="hand",
        axes=(Axis(motion=Motion.SLIDE, direction=(1.0, 0.0, 0.0), hard=HARD),),
    )
    links = tuple(Link(name=each, inertial=SOLID) for each in ("body", "arm", "hand"))
    named = {each.name: each for each in more}
    return Robot(name="robot", links=tuple(named.get(each.name, each) for each in links), joints=(joint, slider))


def hinge(kind: JointType = JointType.REVOLUTE, axes: tuple[Axis, ...] | None = None, **more: Any) -> Joint:
    """A joint of a type, with plain axes unless others are given."""
    plain = tuple(Axis(motion=each, direction=(0.0, 0.0, 1.0), hard=HARD) for each in AXES[kind])
    own = plain if axes is None else axes
    return Joint(name="hinge", type=kind, parent="body", child="arm", axes=own, **more)


PLAIN = with_joint(hinge())


def _axes() -> Iterator[tuple[str, Make]]:
    for kind, motions in AXES.items():
        anyhow = (Motion.TURN, Motion.SLIDE) if kind in STILL else ()
        for motion in dict.fromkeys((*motions[:1], *anyhow)):
            for bare in (False, True):
                given: Given = {"motion": motion, **({} if bare else {"direction": (0.0, 0.0, 1.0)})}
                for label, axis in alone(Axis, given):
                    rest = tuple(Axis(motion=each, direction=(0.0, 1.0, 0.0), hard=HARD) for each in motions[1:])
                    name = f"{kind.value} joint, {'bare ' if bare else ''}{motion.value}: {label}"
                    yield name, lambda kind=kind, axes=(axis, *rest): with_joint(hinge(kind, axes))  # type: ignore[misc]


def _joints() -> Iterator[tuple[str, Make]]:
    needed: Given = {"name": "hinge", "parent": "body", "child": "arm"}
    for kind in AXES:
        for label, joint in alone(Joint, {**needed, "type": kind, "axes": hinge(kind).axes}):
            yield f"{kind.value} joint: {label}", lambda joint=joint: with_joint(joint)  # type: ignore[misc]
        loop = replace(hinge(kind), name="closing", parent="hand", child="body")
        yield f"{kind.value} loop", lambda loop=loop: replace(PLAIN, loops=(loop,))  # type: ignore[misc]


def _links() -> Iterator[tuple[str, Make]]:
    for label, link in alone(Link, {"name": "arm"}):
        yield f"link: {label}", lambda link=link: with_joint(hinge(), link)  # type: ignore[misc]
    for shape in SHAPES:
        for purpose in (Purpose.VISUAL, Purpose.COLLISION):
            for label, geometry in alone(Geometry, {"shape": shape, "purpose": purpose}):
                row = "visuals" if purpose is Purpose.VISUAL else "collisions"
                made = replace(Link(name="arm", inertial=SOLID), **{row: (geometry,)})
                name = f"{type(shape).__name__} {purpose.value}: {label}"
                yield name, lambda made=made: with_joint(hinge(), made)  # type: ignore[misc]


def _devices() -> Iterator[tuple[str, Make]]:
    for where in ({"link": "arm"}, {"joint": "hinge"}, {}):
        for label, sensor in alone(Sensor, {"name": "sensor", **where}):
            name = f"sensor {next(iter(where), 'nowhere')}: {label}"
            yield name, lambda sensor=sensor: replace(PLAIN, sensors=(sensor, sensor))  # type: ignore[misc]
    rows: tuple[tuple[str, type[Record], dict[str, Any]], ...] = (
        ("actuators", Actuator, {"name": "motor", "joint": "hinge"}),
        ("transmissions", Transmission, {"name": "gear"}),
        ("controllers", Controller, {"name": "driver"}),
        ("manipulators", Manipulator, {"name": "gripper", "base": "body", "tip": "hand"}),
    )
    for row, kind, given in rows:
        for label, made in alone(kind, given):
            yield f"{row}: {label}", lambda row=row, made=made: replace(PLAIN, **{row: (made,)})  # type: ignore[misc]


def _whole() -> Iterator[tuple[str, Make]]:
    given: Given = {"name": "robot", "links": PLAIN.links, "joints": PLAIN.joints}
    for label, robot in alone(Robot, given):
        yield f"robot: {label}", lambda robot=robot: robot  # type: ignore[misc]


@cache
def cases() -> dict[str, Make]:
    """Functions that make robots with one field alone, by the names of the fields."""
    return {name: make for part in (_axes, _joints, _links, _devices, _whole) for name, make in part()}


def filled(seed: int) -> Robot:
    """A robot of which everything is set, or by the seed a part of everything, with joints of any type."""
    random = Random(seed)
    filler = Filler(seed, random.choice((0.3, 0.7, 1.0)))
    ends = (("hinge", "body", "arm"), ("slider", "arm", "hand"))
    loops = tuple(_joint(filler, "closing", "hand", "body") for _ in range(random.choice((0, 0, 1))))
    sensors = tuple(filler.record(Sensor, {"name": random.choice(("sensor", "eye"))}) for _ in range(3))
    given = {
        "name": "robot",
        "links": tuple(_link(filler, name) for name in ("body", "arm", "hand")),
        "joints": tuple(_joint(filler, *each) for each in ends),
        "loops": loops,
        "sensors": sensors,
        "frames": (),
        "scene_positions": (),  # whose number of values must be that of the axes
    }
    robot: Robot = filler.record(Robot, given)
    return robot


def _link(filler: Filler, name: str) -> Link:
    inertial = filler.random.choice((None, SOLID, filler.record(Inertial)))
    rows = {row: _shapes(filler, purpose) for row, purpose in ROWS.items()}
    link: Link = filler.record(Link, {"name": name, "inertial": inertial, **rows})
    return link


def _shapes(filler: Filler, purpose: Purpose) -> tuple[Geometry, ...]:
    shapes = filler.random.sample(SHAPES, 2)
    return tuple(filler.record(Geometry, {"shape": each, "purpose": purpose}) for each in shapes)


def _joint(filler: Filler, name: str, parent: str, child: str) -> Joint:
    kind = filler.random.choice(list(AXES))
    uncoupled: Given = NOTHING if name == "hinge" else {"coupling": None}
    axes = tuple(filler.record(Axis, {"motion": each, **uncoupled}) for each in AXES[kind])
    joint: Joint = filler.record(Joint, {"name": name, "type": kind, "parent": parent, "child": child, "axes": axes})
    return joint
