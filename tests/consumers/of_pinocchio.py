"""A robot as pinocchio has it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from lxml import etree
from programs import oracle

from .behaviour import Axis, Behaviour, Body
from .contact import Contact, Pair, contact_of_urdf
from .couplings import couplings_of_urdf
from .difference import Array, Values
from .drives import drives_of_urdf
from .looks_of_programs import looks_of_urdf
from .overlaps import overlaps_of_pinocchio
from .sensing_of_gazebo import lights_of_urdf, plugins_of, sensors_of_urdf
from .states import states_of_srdf

_ENDLESS = 1e30
"""A limit beyond this is none: pinocchio writes the largest number."""


def of_pinocchio(path: Path) -> Behaviour:
    """Return what pinocchio has of a URDF, whose root it holds, or of an MJCF.

    Raises:
        ValueError: pinocchio refuses it.
    """
    pinocchio: Any = oracle("pinocchio")
    build = pinocchio.buildModelFromUrdf if path.suffix == ".urdf" else pinocchio.buildModelFromMJCF
    model = build(str(path))
    frames = {each.name: index for index, each in enumerate(model.frames) if each.type == pinocchio.FrameType.BODY}
    bodies = {name: _body(_weight(pinocchio, model, model.frames[index])) for name, index in frames.items()}
    one = {name: each for each, name in enumerate(model.names) if each and model.joints[each].nv == 1}
    data = model.createData()

    def place(values: Values) -> dict[str, Array]:
        state = pinocchio.neutral(model)
        for name, value in values.items():
            _set(model, one[name], state, value)
        pinocchio.framesForwardKinematics(model, data, state)
        return {name: data.oMf[index].homogeneous for name, index in frames.items()}

    made = Behaviour(bodies, {name: _axis(model, each) for name, each in one.items()}, place, states={})
    if path.suffix != ".urdf":
        return made
    return replace(_with_document(made, path, model, frames), overlaps=overlaps_of_pinocchio(path, model))


def _with_document(robot: Behaviour, path: Path, model: Any, frames: Mapping[str, int]) -> Behaviour:
    """Return what pinocchio has of a URDF with what other programs read of it, and of its Gazebo blocks."""
    sensors = sensors_of_urdf(path)
    return replace(
        robot,
        drives=drives_of_urdf(path),
        couplings=couplings_of_urdf(path),
        contact=_contact(path, model, frames),
        looks=looks_of_urdf(path),
        cameras={name: each for name, each in sensors.items() if each.kind == "camera"},
        sensors={name: each for name, each in sensors.items() if each.kind != "camera"},
        lights=lights_of_urdf(path),
        plugins=plugins_of(etree.parse(path).getroot()),
    )


def with_srdf(robot: Behaviour, urdf: Path, srdf: Path) -> Behaviour:
    """Return what pinocchio has of a URDF with what it has of its SRDF."""
    contact = robot.contact
    if contact is not None:
        contact = replace(contact, touching=contact.touching - _disabled(urdf, srdf, contact.bodies))
    return replace(robot, states=states_of_srdf(urdf, srdf), contact=contact)


def _contact(urdf: Path, model: Any, frames: Mapping[str, int]) -> Contact | None:
    """Return the pairs of links that touch; None if the document asks Gazebo to let them pass, and others ignore it."""
    words = etree.parse(urdf).getroot().iterfind("gazebo/self_collide")
    if any((each.text or "").strip() in ("false", "0") for each in words):
        return None
    return contact_of_urdf(_colliding(urdf, frames), _near(model, frames))


def _colliding(urdf: Path, names: Collection[str]) -> list[str]:
    """Return the links with collisions, read of the document: pinocchio would want all meshes."""
    links = etree.parse(urdf).getroot().findall("link")
    return [name for each in links if (name := each.get("name", "")) in names and each.find("collision") is not None]


def _near(model: Any, frames: Mapping[str, int]) -> frozenset[Pair]:
    """Return the pairs of links that do not move against each other, or with one joint between them."""
    above = {name: int(model.frames[index].parentJoint) for name, index in frames.items()}
    pairs = combinations(frames, 2)
    return frozenset(frozenset((a, b)) for a, b in pairs if _is_near(model, above[a], above[b]))


def _is_near(model: Any, one: int, other: int) -> bool:
    parents = [int(model.parents[each]) if each else None for each in (one, other)]
    return one == other or parents[0] == other or parents[1] == one


def _disabled(urdf: Path, srdf: Path, names: Collection[str]) -> set[Pair]:
    """Return the pairs that pinocchio removes for an SRDF, of a robot that has a sphere on every link."""
    pinocchio: Any = oracle("pinocchio")
    coal: Any = oracle("coal")
    model, geometry = pinocchio.buildModelFromUrdf(str(urdf)), pinocchio.GeometryModel()
    for number, frame in enumerate(model.frames):
        if frame.type == pinocchio.FrameType.BODY and frame.name in names:
            ball = coal.Sphere(0.1)
            geometry.addGeometryObject(
                pinocchio.GeometryObject(frame.name, frame.parentJoint, number, frame.placement, ball)
            )
    geometry.addAllCollisionPairs()
    every = _pairs(geometry)
    pinocchio.removeCollisionPairs(model, geometry, str(srdf), False)
    return every - _pairs(geometry)


def _pairs(geometry: Any) -> set[Pair]:
    objects = geometry.geometryObjects
    return {frozenset((objects[each.first].name, objects[each.second].name)) for each in geometry.collisionPairs}


def _weight(pinocchio: Any, model: Any, frame: Any) -> Any:
    """Return the inertia of a link: pinocchio has it at the joint above, without the joint where that is fixed."""
    above = model.frames[frame.parentFrame]
    if above.type == pinocchio.FrameType.FIXED_JOINT and frame.parentFrame:
        return above.inertia
    if above.type == pinocchio.FrameType.FIXED_JOINT:
        return frame.inertia
    welded = [
        each.placement.act(each.inertia)
        for each in model.frames
        if each.parentJoint == frame.parentJoint and each.type == pinocchio.FrameType.FIXED_JOINT
    ]
    return _without(model.inertias[frame.parentJoint], welded)


def _without(whole: Any, parts: Any) -> Any:
    """Return an inertia without those of some parts."""
    for each in parts:
        whole = whole - each
    return whole


def _body(inertia: Any) -> Body:
    return Body(float(inertia.mass), np.array(inertia.lever), np.array(inertia.inertia))


def _set(model: Any, joint: int, state: Array, value: float) -> None:
    at, size = model.idx_qs[joint], model.nqs[joint]
    state[at : at + size] = value if size == 1 else (np.cos(value), np.sin(value))


def _axis(model: Any, joint: int) -> Axis:
    at, dof = model.idx_qs[joint], model.idx_vs[joint]
    endless = model.nqs[joint] != 1
    return Axis(
        lower=-np.inf if endless else _limit(model.lowerPositionLimit[at]),
        upper=np.inf if endless else _limit(model.upperPositionLimit[at]),
        damping=float(model.damping[dof]),
        friction=float(_friction(model)[dof]),
        armature=float(model.armature[dof]),
    )


def _friction(model: Any) -> Any:
    return getattr(model, "upperDryFrictionLimit", None) if hasattr(model, "upperDryFrictionLimit") else model.friction


def _limit(value: float) -> float:
    return float(np.copysign(np.inf, value)) if abs(value) > _ENDLESS else float(value)
