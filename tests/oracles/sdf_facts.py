"""A reading by libsdformat, and a world of ours, as flat lists of values that can be compared.

The reading always has a number; where a document says nothing, ours is None. What silence means is in ``DEFAULTS``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from robotfmt.kinematics.forward import matrix, poses_of_links
from robotfmt.model import (
    Axis,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Extrusion,
    Frame,
    Geometry,
    Heightmap,
    Inertial,
    Joint,
    JointType,
    Link,
    Mesh,
    PlacedRobot,
    Plane,
    Robot,
    Sensor,
    Sphere,
    World,
)
from robotfmt.model.record import replace

from .oracle import Array

Values = dict[str, Any]
UNLIMITED = 1e16
SIZES: dict[type, tuple[str, dict[str, Any]]] = {
    Box: ("box", {"size": (1, 1, 1)}),
    Sphere: ("sphere", {"radius": 1}),
    Cylinder: ("cylinder", {"radius": 1, "length": 1}),
    Capsule: ("capsule", {"radius": 0.5, "length": 1}),
    Cone: ("cone", {"radius": 0.5, "length": 1}),
    Ellipsoid: ("ellipsoid", {"radii": (1, 1, 1)}),
    Plane: ("plane", {"normal": (0, 0, 1), "size": (1, 1)}),
    Mesh: ("mesh", {"uri": "__default__", "scale": (1, 1, 1)}),
    Extrusion: ("polyline", {}),
    Heightmap: ("heightmap", {"size": (1, 1, 1)}),
}
"""What libsdformat calls shapes, and what it takes where nothing is said."""
DEFAULTS = {"damping": 0, "friction": 0, "spring_reference": 0, "spring_stiffness": 0}
WORDS = {JointType.COMPOUND: "revolute2"}
"""What joints are called, if not as in the model."""


def matrix_of(pose: dict[str, Any]) -> Array:
    """The matrix of a pose in a reading."""
    w, x, y, z = np.array(pose["wxyz"], float) / np.linalg.norm(np.array(pose["wxyz"], float))
    made = np.eye(4)
    made[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    made[:3, 3] = np.array(pose["xyz"], float)
    return made


def of_reading(reading: dict[str, Any]) -> Values:
    """The values of a reading: of the model of a document, or of the models of its first world."""
    models = [reading["model"]] if reading["model"] else [m for w in reading["worlds"][:1] for m in w["models"]]
    found: Values = {}
    for model in models:
        found[f"{model['name']}/static"] = model["static"]
        _read_model(model, np.eye(4), f"{model['name']}/", "", found)
    return found


def _read_model(model: dict[str, Any], outer: Array, robot: str, scope: str, found: Values) -> None:
    here = outer @ matrix_of(model["pose"])
    for link in model["links"]:
        path = f"{robot}link/{scope}{link['name']}"
        found[f"{path}/pose"] = here @ matrix_of(link["pose"])
        _read_inertial(link["inertial"], path, found)
        for kind in ("visual", "collision"):
            for index, each in enumerate(link[f"{kind}s"]):
                _read_geometry(each, f"{path}/{kind}/{index}", found)
        _read_sensors(link["sensors"], path, found)
    for joint in model["joints"]:
        if joint["type"] != "gearbox":
            _read_joint(joint, f"{robot}joint/{scope}{joint['name']}", scope, found)
    for frame in model["frames"]:
        path = f"{robot}frame/{scope}{frame['name']}"
        found[f"{path}/body"] = f"{scope}{frame['body']}"
        found[f"{path}/pose"] = matrix_of(frame["pose_in_body"])
    for inner in model["models"]:
        _read_model(inner, here, robot, f"{scope}{inner['name']}::", found)


def _read_inertial(inertial: dict[str, Any], path: str, found: Values) -> None:
    if inertial.get("auto"):  # libsdformat 12 knows none: computed of the shapes
        return
    # Without an <inertial>, a link weighs 1 kg.
    is_given = inertial["said"]
    found[f"{path}/inertial/mass"] = inertial["mass"] if is_given else 1
    found[f"{path}/inertial/pose"] = matrix_of(inertial["pose"]) if is_given else np.eye(4)
    found[f"{path}/inertial/inertia"] = tuple(inertial["inertia"]) if is_given else (1, 0, 0, 1, 0, 1)


def _read_geometry(it: dict[str, Any], path: str, found: Values) -> None:
    found[f"{path}/name"] = it["name"]
    found[f"{path}/pose"] = matrix_of(it["pose"])
    shape = it["geometry"]
    found[f"{path}/shape"] = shape["kind"]
    for name in ("size", "radius", "length", "radii", "normal", "uri", "scale"):
        if name in shape:
            value = shape[name]
            found[f"{path}/{name}"] = tuple(value) if isinstance(value, list) else value
    for name in ("ambient", "diffuse", "specular", "emissive"):
        if (it.get("material") or {}).get(name):
            found[f"{path}/{name}"] = tuple(it["material"][name])


def _read_sensors(sensors: list[dict[str, Any]], path: str, found: Values) -> None:
    for index, each in enumerate(sensors):
        found[f"{path}/sensor/{index}/name"] = each["name"]
        found[f"{path}/sensor/{index}/type"] = each["type"]
        found[f"{path}/sensor/{index}/pose"] = matrix_of(each["pose"])
        found[f"{path}/sensor/{index}/rate"] = each["update_rate"]


def _read_joint(joint: dict[str, Any], path: str, scope: str, found: Values) -> None:
    found[f"{path}/type"] = joint["type"]
    found[f"{path}/parent"] = joint["parent_link"] if joint["parent_link"] == "world" else scope + joint["parent_link"]
    found[f"{path}/child"] = scope + joint["child_link"]
    if "pose_in_parent_link" in joint and joint["parent_link"] != "world":
        found[f"{path}/in parent"] = matrix_of(joint["pose_in_parent_link"])
    found[f"{path}/in child"] = matrix_of(joint["pose_in_child_link"])
    for axis in joint["axes"]:
        where = f"{path}/axis/{axis['index']}"
        found[f"{where}/direction"] = tuple(axis["xyz_in_joint"])
        for name in ("lower", "upper", "effort", "velocity"):
            found[f"{where}/{name}"] = _bound(axis[name], name in ("effort", "velocity"))
        found |= {f"{where}/{name}": axis[name] for name in DEFAULTS}
        if axis.get("mimic"):
            found[f"{where}/mimic"] = scope + axis["mimic"]["joint"]


def _bound(value: float | str | None, positive: bool) -> float | None:
    number = float(value) if value is not None else math.inf
    return None if abs(number) >= UNLIMITED or (positive and number < 0) else number


# Ours


def of_world(world: World) -> Values:
    """The values of a world that was read."""
    found: Values = {}
    for placed in world.robots:
        _write_robot(placed, found)
    return found


def _without_gears(robot: Robot) -> Robot:
    """The robot without the couplings of gearboxes, which libsdformat does not call mimics."""
    gears = getattr(robot.layout("sdf"), "gears", {}).values()
    geared = (robot.joint_by_name[each.follower] for each in gears)
    plain = [replace(joint, axes=(replace(joint.axes[0], coupling=None),)) for joint in geared]
    for joint in plain:
        robot = robot.with_joint(joint)
    return robot


def _write_robot(placed: PlacedRobot, found: Values) -> None:
    robot = _without_gears(placed.robot)
    path = f"{robot.name}/"
    found[f"{path}static"] = bool(robot.simulation and robot.simulation.static)
    poses = link_poses(placed)
    for link in robot.links:
        if link.name == "world" and any(joint.parent == "world" for joint in robot.all_joints):
            continue
        where = f"{path}link/{link.name}"
        found[f"{where}/pose"] = poses[link.name]
        if not _is_computed(link):
            _write_inertial(link.inertial, where, found)
        for kind, row in (("visual", link.visuals), ("collision", link.collisions)):
            for index, each in enumerate(row):
                _write_geometry(each, f"{where}/{kind}/{index}", found)
        _write_sensors([each for each in robot.sensors if each.link == link.name], where, found)
    for joint in robot.all_joints:
        if joint.type is not JointType.FLOATING and not joint.name.endswith("_free"):
            # So libsdformat calls a joint of SDF 1.6 that is called like a link.
            name = f"{joint.name}_joint" if joint.name in robot.link_by_name else joint.name
            _write_joint(joint, f"{path}joint/{name}", found)
    for frame in robot.frames:
        _write_frame(frame, f"{path}frame/{frame.name}", found)


def link_poses(placed: PlacedRobot, positions: dict[str, Any] | None = None) -> dict[str, Array]:
    """The poses of links in the world; loops are not closed."""
    robot = Robot(links=placed.robot.links, joints=placed.robot.joints)
    start = matrix(placed.pose)
    return {name: start @ pose[0] for name, pose in poses_of_links(robot, positions).items()}


def _is_computed(link: Link) -> bool:
    """Whether the inertia of a link shall be computed of its shapes."""
    return link.inertial is not None and bool(link.inertial.computed)


def _write_inertial(inertial: Inertial | None, path: str, found: Values) -> None:
    if inertial is not None:
        found[f"{path}/inertial/mass"] = 1 if inertial.mass is None else inertial.mass
        found[f"{path}/inertial/pose"] = matrix(inertial.pose)
        found[f"{path}/inertial/inertia"] = _tensor(inertial.inertia)


def _tensor(inertia: Any) -> tuple[float, ...]:
    names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    given = [getattr(inertia, name, None) for name in names]
    return tuple(d if v is None else v for v, d in zip(given, (1, 0, 0, 1, 0, 1), strict=True))


def _write_frame(frame: Frame, path: str, found: Values) -> None:
    found[f"{path}/body"] = frame.parent
    found[f"{path}/pose"] = matrix(frame.pose)


def _write_geometry(it: Geometry, path: str, found: Values) -> None:
    found[f"{path}/name"] = it.name
    found[f"{path}/pose"] = matrix(it.pose)
    word, sizes = SIZES[type(it.shape)] if it.shape is not None else ("empty", {})
    found[f"{path}/shape"] = word
    for name, default in sizes.items():
        value = getattr(it.shape, name)
        found[f"{path}/{name}"] = default if value is None else value
    if isinstance(it.shape, Heightmap):
        found[f"{path}/uri"] = it.shape.image.uri
    if isinstance(it.shape, Plane):
        found[f"{path}/normal"] = tuple(np.array(found[f"{path}/normal"]) / np.linalg.norm(found[f"{path}/normal"]))
    material = it.material
    if material is not None:
        colors = {
            "ambient": material.ambient,
            "diffuse": material.color,
            "specular": material.specular,
            "emissive": material.emission,
        }
        found |= {f"{path}/{name}": value for name, value in colors.items() if value is not None}


def _write_sensors(sensors: list[Sensor], path: str, found: Values) -> None:
    for index, each in enumerate(sensors):
        found[f"{path}/sensor/{index}/name"] = each.name
        found[f"{path}/sensor/{index}/pose"] = matrix(each.pose)
        found[f"{path}/sensor/{index}/rate"] = each.update_rate or 0


def _write_joint(joint: Joint, path: str, found: Values) -> None:
    found[f"{path}/type"] = WORDS.get(joint.type, joint.type.value) if joint.type is not None else None
    found[f"{path}/parent"], found[f"{path}/child"] = joint.parent, joint.child
    if joint.parent != "world":
        found[f"{path}/in parent"] = matrix(joint.pose_in_parent)
    found[f"{path}/in child"] = matrix(joint.pose_in_child)
    for index, axis in enumerate(joint.axes):
        found |= {f"{path}/axis/{index}/{name}": value for name, value in _of_axis(axis)}


def _of_axis(axis: Axis) -> Iterator[tuple[str, Any]]:
    direction = np.array(axis.direction_or_x)
    yield "direction", tuple(direction / np.linalg.norm(direction))
    for name in ("lower", "upper", "effort", "velocity"):
        yield name, getattr(axis.hard, name, None)
    for name, default in DEFAULTS.items():
        value = getattr(axis.dynamics, name, None)
        yield name, default if value is None else value
    if axis.coupling is not None:
        yield "mimic", axis.coupling.joint  # type: ignore[union-attr]


# Comparing


def differences(theirs: Values, ours: Values, tolerance: float) -> list[str]:
    """What differs, in words; colours are single precision in readings."""
    found = [f"{path}: {theirs.get(path, 'nothing')} -> {ours.get(path, 'nothing')}" for path in _missing(theirs, ours)]
    for path in theirs.keys() & ours.keys():
        slack = 1e-6 if path.endswith(("ambient", "diffuse", "specular", "emissive")) else tolerance
        if not _same(theirs[path], ours[path], slack):
            found.append(f"{path}: {theirs[path]} -> {ours[path]}")
    return sorted(found)


def _missing(theirs: Values, ours: Values) -> set[str]:
    """What only one of them has; a reading has colours, types and rates whether or not they were said."""
    silent = ("/ambient", "/diffuse", "/specular", "/emissive", "/type", "/rate")
    axes = {path.rpartition("/")[0] for path in theirs if "/axis/" in path}
    return {
        path
        for path in theirs.keys() ^ ours.keys()
        if not (path.endswith(silent) and path in theirs)
        # A joint that turns has an axis in the model, whether or not one is said.
        and not ("/axis/" in path and path.rpartition("/")[0] not in axes)
    }


def _same(one: Any, other: Any, tolerance: float) -> bool:
    if one is None or other is None or isinstance(one, str | bool):
        return bool(one == other)
    first, second = np.array(one, float), np.array(other, float)
    if first.shape != second.shape:
        return False
    size = max(1.0, float(np.abs(first).max(initial=0)))
    return bool(np.abs(first - second).max(initial=0) <= tolerance * size)
