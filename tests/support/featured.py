"""For each feature a robot that has it, in as many ways as a format may hold or not hold."""

from __future__ import annotations

from real import FIXTURES

from robotfmt.formats import Feature
from robotfmt.model import (
    Actuator,
    ActuatorEnd,
    AddFrame,
    Axis,
    AxisNoise,
    Box,
    Buffer,
    Cage,
    Calibration,
    CalibrationBoard,
    Camera,
    Capsule,
    Chain,
    CheckedPair,
    CollisionSphere,
    CollisionUse,
    Cone,
    ConnectedBody,
    Container,
    Controller,
    CSpace,
    CSpaceJoint,
    Cylinder,
    Dynamics,
    ElectricMotor,
    Ellipsoid,
    EndEffector,
    Extension,
    ExtensionKind,
    ForceTorque,
    FormulaCoupling,
    Frame,
    FrameSpheres,
    Geometry,
    GpioComponent,
    Grab,
    GripperJoint,
    Group,
    IgnoredPair,
    IkSolver,
    Imu,
    Inertia,
    Inertial,
    Interface,
    InterfaceType,
    Joint,
    JointComponent,
    JointEnd,
    JointProperty,
    JointSimulation,
    JointType,
    JointValue,
    Laser,
    Limits,
    LinearCoupling,
    Link,
    LinkSimulation,
    Manipulator,
    Material,
    Mesh,
    Motion,
    NamedState,
    Noise,
    Number,
    Operation,
    OrientationReference,
    Origin,
    Parameter,
    PassiveJoint,
    Pose,
    Purpose,
    RemoveMimic,
    Robot,
    RobotSimulation,
    Rpy,
    SafetyController,
    Sensor,
    Sphere,
    SphereSet,
    Surface,
    Texture,
    Transmission,
    UncheckedLink,
    Variable,
    View,
    VirtualJoint,
    Wall,
)
from robotfmt.model.record import replace

HERE = Origin(str(FIXTURES / "arm6" / "arm6.urdf"))
"""The document that meshes and textures are looked for from."""
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
BALLS = SphereSet(
    name="balls",
    frames=(FrameSpheres(frame="arm", spheres=(CollisionSphere(center=(0.1, 0.0, 0.2), radius=0.05),)),),
)


SPARE = replace(BALLS, name="spare")


def shaped(*shapes: Geometry, collisions: tuple[Geometry, ...] = ()) -> Robot:
    """The plain robot with shapes on its arm."""
    arm = Link(name="arm", visuals=shapes, collisions=collisions)
    return replace(PLAIN, links=(PLAIN.links[0], arm, PLAIN.links[2]))


def hinged(**changes: object) -> Robot:
    """The plain robot with something else said of the axis of its hinge."""
    (axis,) = HINGE.axes
    hinge = replace(HINGE, axes=(replace(axis, **changes),))
    return replace(PLAIN, joints=(hinge, SLIDER))


def limited(limits: Limits) -> Robot:
    """The plain robot with other hard limits of its hinge."""
    return hinged(hard=limits)


def slaved(axis: Axis) -> Robot:
    """The plain robot with another axis of its slider."""
    return replace(PLAIN, joints=(HINGE, replace(SLIDER, axes=(axis,))))


def foreign(format: str) -> Extension:
    """Something of a format that nobody understands."""
    element = format not in ("curobo", "xrdf")
    return Extension(
        format=format,
        place={"urdf": "/robot", "collada": "/COLLADA", "srdf": "/robot"}.get(format, "/"),
        kind=ExtensionKind.ELEMENT if element else ExtensionKind.ENTRY,
        name=f"{format}_thing",
        content=f"<{format}_thing></{format}_thing>" if element else "1",
    )


TWO_AXES = Joint(
    name="wrist",
    type=JointType.UNIVERSAL,
    parent="hand",
    child="tool",
    axes=(Axis(direction=(1.0, 0.0, 0.0)), Axis(direction=(0.0, 1.0, 0.0))),
)
MESH = Geometry(origin=HERE, shape=Mesh("meshes/base.stl", scale=(2.0, 2.0, 2.0)), pose=Pose((0.1, 0.0, 0.0)))
GRAIN = Material(name="grain", texture=Texture(origin=HERE, uri="meshes/grain.png"))
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
LOOP = Joint(
    name="closing", type=JointType.FIXED, parent="hand", child="body", pose_in_parent=Pose((0.0, 0.0, 1.0))
)
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
    data=Camera(
        view=View.FORWARD, width=640, height=480, channels=3, format="uint8", horizontal_fov=1.2, gain=1.5
    ),
)
BALANCE = Sensor(
    name="balance",
    link="body",
    always_on=True,
    data=Imu(
        angular_velocity_noise=AxisNoise(x=Noise(type="gaussian", stddev=0.002), y=Noise(bias_mean=0.1)),
        linear_acceleration_noise=AxisNoise(each=Noise(type="gaussian", stddev=0.02)),
        orientation_reference=OrientationReference(localization="ENU"),
    ),
)
WRIST = Sensor(
    name="wrist", joint="hinge", data=ForceTorque(frame="child", measure_direction="child_to_parent")
)
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
BOX = Geometry(shape=Box((1.0, 2.0, 3.0)), name="box", pose=Pose((0.0, 0.0, 0.1)), purpose=Purpose.COLLISION)
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
            commands=(Interface(name="position", minimum=-1.0, maximum=2.0),),
            states=(Interface(name="position", initial=0.5), Interface(name="velocity")),
            parameters=(Parameter(name="id", values="7"),),
        ),
    ),
    gpios=(GpioComponent(name="flange", commands=(Interface(name="vacuum"),)),),
    transmissions=(replace(GEAR, joints=(JointEnd(name="hinge", role="joint1", reduction=2.0),)),),
    parameters=(Parameter(name="port", values="/dev/ttyUSB0"),),
)

FEATURED: dict[Feature, Robot] = {
    Feature.NAME: PLAIN,
    Feature.PLACEMENT: replace(PLAIN, pose=Pose((1.0, 2.0, 3.0), Rpy(0.1, 0.2, 0.3))),
    Feature.LINKS: PLAIN,
    Feature.LINK_FLAGS: replace(PLAIN, links=(Link(name="body", static=True), *PLAIN.links[1:])),
    Feature.LINK_PARAMETERS: replace(
        PLAIN,
        links=(Link(name="body", parameters=(Parameter(name="age", values=(1.0, 2.0)),)), *PLAIN.links[1:]),
    ),
    Feature.INERTIA: replace(
        PLAIN, links=(Link(name="body", inertial=WHOLE), Link(name="arm", inertial=HALF), PLAIN.links[2])
    ),
    Feature.VISUALS: shaped(
        Geometry(shape=Box((1.0, 2.0, 3.0)), name="box", pose=Pose((0.0, 0.0, 0.1), Rpy(0.0, 0.5, 0.0)))
    ),
    Feature.COLLISIONS: shaped(
        collisions=(
            Geometry(
                shape=Box((1.0, 2.0, 3.0)), name="box", pose=Pose((0.0, 0.0, 0.1)), purpose=Purpose.COLLISION
            ),
        )
    ),
    Feature.PURPOSES: shaped(
        collisions=(
            Geometry(shape=Sphere(0.1), purpose=Purpose.ENVIRONMENT),
            Geometry(shape=Sphere(0.2), purpose=Purpose.SELF),
        )
    ),
    Feature.PRIMITIVES: shaped(
        Geometry(shape=Box((1.0, 2.0, 3.0))), Geometry(shape=Sphere(0.5)), Geometry(shape=Cylinder(0.1, 0.4))
    ),
    Feature.CAPSULES: shaped(Geometry(shape=Capsule(0.1, 0.4))),
    Feature.OTHER_SHAPES: shaped(
        Geometry(shape=Cone(0.1, 0.4)),
        Geometry(shape=Ellipsoid((0.1, 0.2, 0.3))),
        Geometry(shape=Container((0.4, 0.3, 0.2), (0.38, 0.28, 0.19), bottom_cross=(0.02, 0.01, 0.005))),
        Geometry(
            shape=Cage((0.4, 0.3, 0.02), walls=(Wall("px", (0.02, 0.3, 0.2), Pose((0.19, 0.0, 0.02))),))
        ),
        Geometry(shape=CalibrationBoard((0.3, 0.2, 0.01), (9, 7), (0.03, 0.025), (0.0, 0.0, 0.0, 1.0))),
    ),
    Feature.MESHES: shaped(MESH),
    Feature.COLORS: shaped(Geometry(shape=Sphere(0.5), material=GREY)),
    Feature.APPEARANCE: shaped(Geometry(shape=Sphere(0.5), material=SHINY)),
    Feature.TEXTURES: shaped(replace(MESH, material=GRAIN)),
    Feature.JOINTS: PLAIN,
    Feature.SPECIAL_JOINTS: replace(
        PLAIN,
        links=(*PLAIN.links, Link(name="tool"), Link(name="ball")),
        joints=(
            *PLAIN.joints,
            TWO_AXES,
            Joint(name="ball", type=JointType.BALL, parent="tool", child="ball"),
        ),
    ),
    Feature.LOOPS: replace(PLAIN, loops=(LOOP, BALL_LOOP)),
    Feature.LIMITS: PLAIN,
    Feature.VELOCITY: PLAIN,
    Feature.EFFORT: PLAIN,
    Feature.ACCELERATION: limited(Limits(lower=-1.0, upper=2.0, acceleration=3.0, deceleration=4.0)),
    Feature.JERK: limited(Limits(lower=-1.0, upper=2.0, jerk=30.0)),
    Feature.SOFT_LIMITS: hinged(
        soft=Limits(lower=-0.5, upper=1.5, velocity=1.0, effort=3.0),
        safety=SAFE,
    ),
    Feature.DYNAMICS: hinged(dynamics=Dynamics(damping=0.5, friction=0.1, armature=0.01)),
    Feature.SAFETY: hinged(
        soft=Limits(lower=-0.5, upper=1.5), safety=SafetyController(k_velocity=10.0, k_position=20.0)
    ),
    Feature.CALIBRATION: hinged(calibration=Calibration(rising=0.1, falling=-0.1)),
    Feature.MIMIC: slaved(
        replace(SLIDER.axes[0], coupling=LinearCoupling(joint="hinge", multiplier=0.05, offset=0.01))
    ),
    Feature.FORMULAS: slaved(replace(SLIDER.axes[0], coupling=FormulaCoupling(expression=LEADER))),
    Feature.JOINT_FLAGS: hinged(locked=True, active=False),
    Feature.PLANNING: hinged(planning_weight=2.0, resolution=0.02),
    Feature.DOF_ORDER: replace(PLAIN, joints=(replace(HINGE, dof_index=1), replace(SLIDER, dof_index=0))),
    Feature.JOINT_PARAMETERS: replace(
        PLAIN, joints=(replace(HINGE, parameters=(Parameter(name="wear", values=(0.5,)),)), SLIDER)
    ),
    Feature.FRAMES: replace(PLAIN, frames=(Frame(name="grasp", parent="hand", pose=Pose((0.0, 0.0, 0.1))),)),
    Feature.GROUPS: replace(
        PLAIN,
        groups=(
            Group(name="arm", chains=(Chain(base="body", tip="hand"),)),
            Group(name="gripper", links=("hand",), joints=("slider",)),
            Group(name="all", groups=("arm", "gripper")),
        ),
        virtual_joints=(VirtualJoint(name="stand", type="fixed", parent_frame="world", child_link="body"),),
    ),
    Feature.STATES: replace(
        PLAIN,
        groups=(Group(name="arm", joints=("hinge", "slider")),),
        states=(NamedState(name="home", group="arm", values=(JointValue(joint="hinge", values=(0.5,)),)),),
    ),
    Feature.SCENE: replace(PLAIN, scene_positions=(JointValue(joint="hinge", values=(0.5,)),)),
    Feature.END_EFFECTORS: replace(
        PLAIN,
        groups=(Group(name="arm", links=("arm",)), Group(name="gripper", links=("hand",))),
        end_effectors=(EndEffector(name="gripper", group="gripper", parent_link="arm", parent_group="arm"),),
    ),
    Feature.JOINT_ROLES: replace(
        PLAIN,
        passive_joints=(PassiveJoint(joint="slider"),),
        joint_properties=(JointProperty(joint="hinge", name="angular_distance_weight", value="0.2"),),
    ),
    Feature.MANIPULATORS: replace(
        PLAIN,
        manipulators=(
            Manipulator(
                name="arm",
                base="body",
                tip="hand",
                tool=Pose((0.0, 0.0, 0.1), Rpy(0.0, 0.5, 0.0)),
                direction=(0.0, 0.0, 1.0),
                gripper_joints=(GripperJoint(joint="slider", closing=((0, -1.0),)),),
                ik_solvers=(IkSolver(type="Transform6D"),),
                end_link="arm",
                gripper="jaws",
                tool_changer_link="hand",
                tool_changer_tool="tip",
                grasp_sets=("top", "side"),
            ),
        ),
    ),
    Feature.SENSORS: replace(PLAIN, sensors=(SCANNER, EYE, BALANCE, WRIST, GEIGER)),
    Feature.ACTUATORS: replace(
        PLAIN,
        actuators=(
            Actuator(
                name="motor", joint="hinge", type="electric_motor", motor=ElectricMotor(gear_ratio=100.0)
            ),
        ),
    ),
    Feature.TRANSMISSIONS: replace(PLAIN, transmissions=(GEAR, replace(GEAR, name="spare", reduction=2.0))),
    Feature.CONTROLLERS: replace(PLAIN, controllers=(DRIVER,)),
    Feature.SURFACES: replace(
        PLAIN, links=(*PLAIN.links[:2], Link(name="hand", surface=Surface(friction=0.9, stiffness=1e6)))
    ),
    Feature.SIMULATION: replace(
        PLAIN,
        links=(*PLAIN.links[:2], Link(name="hand", simulation=LinkSimulation(gravity=False))),
        joints=(replace(HINGE, simulation=JointSimulation(provide_feedback=True)), SLIDER),
        simulation=RobotSimulation(static=True),
    ),
    Feature.CSPACE: replace(
        PLAIN, cspace=CSpace(joints=(CSpaceJoint(joint="hinge", acceleration_limit=8.0, jerk_limit=80.0),))
    ),
    Feature.DEFAULT_POSITIONS: replace(
        PLAIN,
        default_positions=(
            JointValue(joint="hinge", values=(0.5,)),
            JointValue(joint="slider", values=(0.1, 0.2)),
        ),
    ),
    Feature.TOOL_FRAMES: replace(PLAIN, tool_frames=("hand", "arm")),
    Feature.SPHERES: replace(
        PLAIN, sphere_sets=(BALLS, SPARE), world_collision=CollisionUse(spheres="balls")
    ),
    Feature.BUFFERS: replace(
        PLAIN,
        sphere_sets=(BALLS,),
        self_collision=CollisionUse(spheres="balls", buffers=(Buffer(frame="arm", distance=0.02),)),
    ),
    Feature.IGNORED_PAIRS: replace(PLAIN, ignored_pairs=(IgnoredPair(first="body", second="arm"),)),
    Feature.PAIR_REASONS: replace(
        PLAIN,
        ignored_pairs=(
            IgnoredPair(first="body", second="hand", reason="Never"),
            IgnoredPair(first="body", second="arm", reason="für immer"),
        ),
    ),
    Feature.COLLISION_DEFAULTS: replace(
        PLAIN,
        unchecked_links=(UncheckedLink(link="arm"),),
        checked_pairs=(CheckedPair(first="arm", second="hand"),),
    ),
    Feature.INTERFACES: replace(PLAIN, interfaces=(InterfaceType(name="fast", type="robot"),)),
    Feature.GRABS: replace(
        PLAIN,
        grabs=(Grab(link="hand", body="cup", body_link="handle", ignored_links=("arm",)),),
        connected_bodies=(
            ConnectedBody(
                name="drill", link="hand", pose=Pose((0.0, 0.0, 0.1)), uri="./drill.dae", active=False
            ),
        ),
    ),
    Feature.MODIFIERS: replace(
        PLAIN,
        modifiers=(
            AddFrame(
                frame="extra",
                parent="hand",
                joint="extra_joint",
                pose=Pose((0.0, 0.0, 0.1), Rpy(0.0, 0.0, 0.0)),
            ),
            RemoveMimic(joint="slider"),
        ),
    ),
    Feature.EXTENSIONS: replace(
        PLAIN, extensions=tuple(map(foreign, ("collada", "curobo", "srdf", "urdf", "xrdf")))
    ),
}
