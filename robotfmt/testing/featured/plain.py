"""A plain robot, and additional parts for it: sensors, transmissions and controllers."""

from __future__ import annotations

from ...model import (
    ActuatorEnd,
    Axis,
    AxisNoise,
    Box,
    Camera,
    CollisionSphere,
    Controller,
    ForceTorque,
    FrameSpheres,
    Geometry,
    GpioComponent,
    Imu,
    Inertia,
    Inertial,
    Interface,
    Joint,
    JointComponent,
    JointEnd,
    JointType,
    Laser,
    Light,
    LightType,
    Limits,
    LinearCoupling,
    Link,
    Material,
    Motion,
    Noise,
    Number,
    Operation,
    OrientationReference,
    Parameter,
    Pose,
    Purpose,
    Robot,
    Rpy,
    SafetyController,
    Sensor,
    SphereSet,
    Transmission,
    Variable,
    View,
)
from ...model.record import replace

GREY = Material(name="grey", color=(0.5, 0.5, 0.5, 1.0))
HINGE = Joint(
    name="hinge",
    type=JointType.REVOLUTE,
    parent="body",
    child="arm",
    pose_in_parent=Pose((0.1, 0.2, 0.3), Rpy(0.1, 0.2, 0.3)),
    axes=(Axis(direction=(0.0, 0.0, 1.0), hard=Limits(lower=-1.0, upper=2.0, velocity=1.5, effort=9.0)),),
)
SLIDER = Joint(
    name="slider",
    type=JointType.PRISMATIC,
    parent="arm",
    child="hand",
    axes=(Axis(motion=Motion.SLIDE, direction=(1.0, 0.0, 0.0), hard=Limits(lower=0.0, upper=0.1)),),
)
PLAIN = Robot(
    name="robot",
    links=(Link(name="body"), Link(name="arm"), Link(name="hand")),
    joints=(HINGE, SLIDER),
)
LAMP = Light(
    name="lamp",
    type=LightType.SPOT,
    pose=Pose((0.0, 0.0, 0.1), Rpy(0.0, 0.5, 0.0)),
    direction=(1.0, 0.0, 0.0),
    color=(1.0, 0.9, 0.8, 1.0),
    specular=(0.2, 0.2, 0.2, 1.0),
    cast_shadows=True,
    range=5.0,
    constant=0.5,
    linear=0.1,
    quadratic=0.01,
    inner_angle=0.4,
    outer_angle=0.6,
    falloff=2.0,
)
GLOW = Light(name="glow", type=LightType.POINT, color=(0.1, 0.2, 0.3, 1.0), intensity=0.5, on=False)
COVER = SphereSet(
    name="spheres",
    frames=(FrameSpheres(frame="arm", spheres=(CollisionSphere(center=(0.1, 0.0, 0.2), radius=0.05),)),),
)


SPARE = replace(COVER, name="spare")
BLOCK = Geometry(shape=Box((0.1, 0.2, 0.3)), purpose=Purpose.COLLISION)


def shaped(*shapes: Geometry, collisions: tuple[Geometry, ...] = ()) -> Robot:
    """Return the plain robot with shapes on its arm."""
    arm = Link(name="arm", visuals=shapes, collisions=collisions)
    return replace(PLAIN, links=(PLAIN.links[0], arm, PLAIN.links[2]))


def computed(inertial: Inertial) -> Robot:
    """Return the plain robot with an inertia of its arm that is computed from two shapes."""
    shapes = (replace(BLOCK, density=500.0), replace(BLOCK, pose=Pose((1.0, 0.0, 0.0)), mass=2.0))
    arm = Link(name="arm", inertial=inertial, collisions=shapes)
    return replace(PLAIN, links=(PLAIN.links[0], arm, PLAIN.links[2]))


def hinged(**changes: object) -> Robot:
    """Return the plain robot with other properties of the axis of its hinge."""
    (axis,) = HINGE.axes
    hinge = replace(HINGE, axes=(replace(axis, **changes),))
    return replace(PLAIN, joints=(hinge, SLIDER))


def limited(limits: Limits) -> Robot:
    """Return the plain robot with other hard limits of its hinge."""
    return hinged(hard=limits)


def slaved(axis: Axis) -> Robot:
    """Return the plain robot with another axis of its slider."""
    return replace(PLAIN, joints=(HINGE, replace(SLIDER, axes=(axis,))))


TWO_AXES = Joint(
    name="wrist",
    type=JointType.UNIVERSAL,
    parent="hand",
    child="tool",
    axes=(Axis(direction=(1.0, 0.0, 0.0)), Axis(direction=(0.0, 1.0, 0.0))),
)
PISTON = Joint(
    name="piston",
    type=JointType.CYLINDRICAL,
    parent="ball",
    child="rod",
    axes=(Axis(direction=(0.0, 0.0, 1.0)), Axis(direction=(0.0, 0.0, 1.0), motion=Motion.SLIDE)),
)
SHINY = Material(
    name="shiny",
    color=(0.1, 0.2, 0.3, 1.0),
    ambient=(0.1, 0.1, 0.1, 1.0),
    specular=(0.9, 0.9, 0.9, 1.0),
    emission=(0.0, 0.1, 0.0, 1.0),
)
WHOLE = Inertial(
    mass=2.0,
    pose=Pose((0.0, 0.1, 0.0), Rpy(0.1, 0.0, 0.0)),
    inertia=Inertia(ixx=0.02, ixy=0.001, ixz=0.0, iyy=0.03, iyz=0.0, izz=0.04),
)
HALF = Inertial(mass=1.0, inertia=Inertia(ixx=0.01, iyy=0.01))
LOOP = Joint(name="closing", type=JointType.FIXED, parent="hand", child="body", pose_in_parent=Pose((0.0, 0.0, 1.0)))
BALL_LOOP = Joint(
    name="socket",
    type=JointType.BALL,
    parent="hand",
    child="body",
    pose_in_parent=Pose((0.0, 0.0, 0.2)),
    pose_in_child=Pose((0.1, 0.0, 0.0)),
)
LEADER = Operation("times", (Number(2.0), Operation("sin", (Variable("hinge"),))))
FOLLOWS = LinearCoupling(joint="hinge", multiplier=0.05, offset=0.01)
SAFE = SafetyController(k_velocity=10.0, k_position=20.0)


# Devices

SCANNER = Sensor(
    name="scanner",
    type="gpu_ray",
    link="hand",
    update_rate=40.0,
    visualize=True,
    data=Laser(
        min_angle=-1.0,
        max_angle=1.0,
        samples=640,
        range_resolution=0.01,
        vertical_samples=16,
        noise=Noise(type="gaussian", mean=0.0, stddev=0.01),
    ),
)
EYE = Sensor(
    name="eye",
    link="hand",
    pose=Pose((0.0, 0.0, 0.1), Rpy(0.0, 0.5, 0.0)),
    topic="image",
    data=Camera(view=View.FORWARD, width=640, height=480, channels=3, format="uint8", horizontal_fov=1.2, gain=1.5),
)
BALANCE = Sensor(
    name="balance",
    link="body",
    always_on=True,
    data=Imu(
        angular_velocity_noise=AxisNoise(x=Noise(type="gaussian", stddev=0.002), y=Noise(bias_mean=0.1)),
        linear_acceleration_noise=AxisNoise(z=Noise(type="gaussian", stddev=0.02)),
        orientation_reference=OrientationReference(localization="ENU"),
    ),
)
WRIST = Sensor(name="wrist", joint="hinge", data=ForceTorque(frame="child", measure_direction="child_to_parent"))
GEIGER = Sensor(
    name="counter",
    type="geiger",
    link="arm",
    hardware_id="007",
    reference="eye",
    maker="Müller",
    product="G 7",
    parameters=(Parameter(name="rate", values=(0.5,)),),
)
GEAR = Transmission(
    name="gear",
    type="transmission_interface/SimpleTransmission",
    joints=(JointEnd(name="hinge", interfaces=("EffortJointInterface", "JointStateInterface"), offset=0.1),),
    actuators=(ActuatorEnd(name="motor", role="actuator1", reduction=50.0),),
)
DRIVER = Controller(
    name="arm",
    type="system",
    plugin="mock_components/GenericSystem",
    update_rate=100.0,
    joints=(
        JointComponent(
            name="hinge",
            mimic=False,
            commands=(Interface(name="position", minimum=-1.0, maximum=2.0),),
            states=(Interface(name="position", initial=0.5), Interface(name="velocity")),
            parameters=(Parameter(name="id", values="7"),),
        ),
    ),
    gpios=(GpioComponent(name="flange", commands=(Interface(name="vacuum"),)),),
    transmissions=(replace(GEAR, joints=(JointEnd(name="hinge", role="joint1", reduction=2.0),)),),
    parameters=(Parameter(name="port", values="/dev/ttyUSB0"),),
)
