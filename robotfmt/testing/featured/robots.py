"""Robots with each feature that needs no files, in all forms that formats may or may not store."""

from __future__ import annotations

from ...model import (
    Actuator,
    AddFrame,
    Box,
    Buffer,
    Cage,
    Calibration,
    CalibrationBoard,
    Capsule,
    Chain,
    CheckedPair,
    CollisionMask,
    CollisionUse,
    Command,
    Cone,
    ConnectedBody,
    Container,
    CSpace,
    CSpaceJoint,
    Cylinder,
    Dynamics,
    ElectricMotor,
    Ellipsoid,
    EndEffector,
    FormulaCoupling,
    Frame,
    Geometry,
    Grab,
    GripperJoint,
    Group,
    IgnoredPair,
    IkSolver,
    Inertial,
    InterfaceType,
    Joint,
    JointProperty,
    JointSimulation,
    JointType,
    JointValue,
    Limits,
    LinearCoupling,
    Link,
    LinkSimulation,
    Manipulator,
    Material,
    NamedState,
    Parameter,
    PassiveJoint,
    Pose,
    Purpose,
    RemoveMimic,
    Robot,
    RobotSimulation,
    Rpy,
    SafetyController,
    Sphere,
    Surface,
    UncheckedLink,
    VirtualJoint,
    Wall,
)
from ...model.features import Feature
from ...model.record import replace
from .plain import (
    BALANCE,
    BALL_LOOP,
    BLOCK,
    COVER,
    DRIVER,
    EYE,
    GEAR,
    GEIGER,
    GLOW,
    GREY,
    HALF,
    HINGE,
    LAMP,
    LEADER,
    LOOP,
    PISTON,
    PLAIN,
    SAFE,
    SCANNER,
    SHINY,
    SLIDER,
    SPARE,
    TWO_AXES,
    WHOLE,
    WRIST,
    computed,
    hinged,
    limited,
    shaped,
    slaved,
)

WITHOUT_FILES: dict[Feature, Robot] = {
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
    Feature.COMPUTED_INERTIA: computed(Inertial(computed=True, density=800.0)),
    Feature.VISUALS: shaped(
        Geometry(shape=Box((1.0, 2.0, 3.0)), name="box", pose=Pose((0.0, 0.0, 0.1), Rpy(0.0, 0.5, 0.0)))
    ),
    Feature.COLLISIONS: shaped(
        collisions=(
            Geometry(shape=Box((1.0, 2.0, 3.0)), name="box", pose=Pose((0.0, 0.0, 0.1)), purpose=Purpose.COLLISION),
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
        Geometry(shape=Cage((0.4, 0.3, 0.02), walls=(Wall("px", (0.02, 0.3, 0.2), Pose((0.19, 0.0, 0.02))),))),
        Geometry(shape=CalibrationBoard((0.3, 0.2, 0.01), (9, 7), (0.03, 0.025), (0.0, 0.0, 0.0, 1.0))),
    ),
    Feature.COLORS: shaped(Geometry(shape=Sphere(0.5), material=GREY)),
    Feature.APPEARANCE: shaped(Geometry(shape=Sphere(0.5), material=SHINY)),
    Feature.SHADING: shaped(
        Geometry(shape=Sphere(0.5), material=Material(name="steel", metalness=0.9, roughness=0.25))
    ),
    Feature.JOINTS: PLAIN,
    Feature.SPECIAL_JOINTS: replace(
        PLAIN,
        links=(*PLAIN.links, Link(name="tool"), Link(name="ball"), Link(name="rod")),
        joints=(
            *PLAIN.joints,
            TWO_AXES,
            Joint(name="ball", type=JointType.BALL, parent="tool", child="ball"),
            PISTON,
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
    Feature.BASE: replace(
        PLAIN,
        virtual_joints=(VirtualJoint(name="loose", type="floating", parent_frame="world", child_link="body"),),
    ),
    Feature.GROUPS: replace(
        PLAIN,
        groups=(
            Group(name="arm", chains=(Chain(base="body", tip="hand"),)),
            Group(name="gripper", links=("hand",), joints=("slider",)),
            Group(name="all", groups=("arm", "gripper")),
        ),
    ),
    Feature.BASE: replace(
        PLAIN, virtual_joints=(VirtualJoint(name="stand", type="fixed", parent_frame="world", child_link="body"),)
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
                name="motor",
                joint="hinge",
                type="electric_motor",
                motor=ElectricMotor(gear_ratio=100.0, nominal_voltage=24.0),
                command=Command.EFFORT,
            ),
        ),
    ),
    Feature.TRANSMISSIONS: replace(PLAIN, transmissions=(GEAR, replace(GEAR, name="spare", reduction=2.0))),
    Feature.CONTROLLERS: replace(PLAIN, controllers=(DRIVER,)),
    Feature.LIGHTS: replace(PLAIN, links=(*PLAIN.links[:2], Link(name="hand", lights=(LAMP, GLOW)))),
    Feature.SURFACES: shaped(
        collisions=(
            replace(BLOCK, surface=Surface(friction=0.9, stiffness=1e6)),
            replace(BLOCK, surface=Surface(friction=0.9, stiffness=1e5, restitution=0.5)),
        )
    ),
    Feature.COLLISION_MASKS: shaped(
        collisions=(replace(BLOCK, collision_mask=CollisionMask(collides_with=6, category=1)),)
    ),
    Feature.SIMULATION: replace(
        PLAIN,
        links=(
            PLAIN.links[0],
            Link(name="arm", collisions=(BLOCK, replace(BLOCK, laser_retro=5.0))),
            Link(name="hand", simulation=LinkSimulation(gravity=False)),
        ),
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
    Feature.SPHERES: replace(PLAIN, sphere_sets=(COVER, SPARE), world_collision=CollisionUse(spheres="spheres")),
    Feature.BUFFERS: replace(
        PLAIN,
        sphere_sets=(COVER,),
        self_collision=CollisionUse(spheres="spheres", buffers=(Buffer(frame="arm", distance=0.02),)),
    ),
    Feature.IGNORED_PAIRS: replace(
        PLAIN,
        links=tuple(each if each.name == "hand" else replace(each, collisions=(BLOCK,)) for each in PLAIN.links),
        ignored_pairs=(
            IgnoredPair(first="body", second="arm"),
            IgnoredPair(first="body", second="hand"),  # which has no shape
        ),
    ),
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
            ConnectedBody(name="drill", link="hand", pose=Pose((0.0, 0.0, 0.1)), uri="./drill.dae", active=False),
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
}
