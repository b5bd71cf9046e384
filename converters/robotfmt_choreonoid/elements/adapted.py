"""What the elements of a link can store of its geometry, its mass and its sensors."""

from __future__ import annotations

from robotfmt.model import (
    Camera,
    Ellipsoid,
    ForceTorque,
    Geometry,
    Imu,
    Inertia,
    Inertial,
    Joint,
    Laser,
    Parameter,
    Pose,
    Robot,
    Sensor,
    Sphere,
)
from robotfmt.model.record import replace

from .devices import FORMATS, IMU_TYPES, laser_as_written, node_of


def geometry_as_written(geometry: Geometry) -> Geometry:
    """Return a geometry whose ellipsoid is a sphere, if it is one."""
    shape = geometry.shape
    if isinstance(shape, Ellipsoid) and shape.radii is not None and len(set(shape.radii)) == 1:
        return replace(geometry, shape=Sphere(shape.radii[0]))
    return geometry


def mass_as_written(inertial: Inertial | None) -> Inertial | None:
    """Return a mass with all that a body gives of one, in the axes of its link."""
    if inertial is None or (inertial.computed and inertial.mass is None and inertial.inertia is None):
        return None
    rows = inertial.link_inertia
    xx, xy, xz, yy, yz, zz = (
        (rows[0][0], rows[0][1], rows[0][2], rows[1][1], rows[1][2], rows[2][2])
        if rows is not None
        else (0.0,) * 6
    )
    pose = inertial.pose
    inertia = Inertia(origin=inertial.origin, ixx=xx, ixy=xy, ixz=xz, iyy=yy, iyz=yz, izz=zz)
    return Inertial(
        origin=inertial.origin,
        mass=inertial.mass or 0.0,
        pose=Pose(pose.xyz) if pose is not None and any(pose.xyz) else None,
        inertia=inertia
        if inertial.mass
        else replace(inertia, ixx=0.0, ixy=0.0, ixz=0.0, iyy=0.0, iyz=0.0, izz=0.0),
    )


def sensor_as_written(sensor: Sensor, robot: Robot) -> Sensor | None:
    """Return a sensor with what a body gives of one; None if it has no such sensor."""
    above = {each.child: each for each in robot.joints}
    link = sensor.link
    if link is None and sensor.joint is not None:
        joint = robot.joint_by_name.get(sensor.joint)
        link = joint.child if joint is not None else None
    if node_of(sensor) is None or link not in robot.link_by_name:
        return None
    number = tuple(each for each in sensor.parameters if each.name == "id" and _is_whole(each))[:1]
    plain = Sensor(
        origin=sensor.origin,
        name=sensor.name,
        link=link,
        pose=sensor.pose,
        parameters=number,
        data=sensor.data,
    )
    return _with_data(plain, sensor, above.get(link))


def _is_whole(parameter: Parameter) -> bool:
    values = parameter.values
    return isinstance(values, tuple) and len(values) == 1 and float(values[0]).is_integer()


def _with_data(plain: Sensor, sensor: Sensor, above: Joint | None) -> Sensor:
    match sensor.data:
        case ForceTorque() as data:
            kept = ForceTorque(
                origin=data.origin,
                frame="sensor",
                load_range_force=data.load_range_force,
                load_range_torque=data.load_range_torque,
            )
            return replace(plain, data=kept, joint=above.name if above is not None else None)
        case Imu() as data:
            kind = sensor.type if sensor.type in IMU_TYPES else None
            return replace(plain, data=Imu(origin=data.origin), type=kind)
        case Camera() as data:
            kept_camera = Camera(
                origin=data.origin,
                view=data.view,
                width=data.width,
                height=data.height,
                horizontal_fov=data.horizontal_fov,
                near=data.near,
                far=data.far,
            )
            kind = sensor.type if sensor.type in FORMATS.values() and sensor.type != "color" else None
            return replace(plain, data=kept_camera, type=kind, update_rate=sensor.update_rate)
        case Laser() as data:
            return replace(plain, data=laser_as_written(data), update_rate=sensor.update_rate)
    return plain
