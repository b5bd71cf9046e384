"""A torso with two arms, with something of everything that refers to their parts."""

from __future__ import annotations

from robotfmt.model import (
    Actuator,
    ActuatorEnd,
    Axis,
    Box,
    Buffer,
    Chain,
    CollisionSphere,
    CollisionUse,
    Controller,
    CSpace,
    CSpaceJoint,
    EndEffector,
    Extension,
    ExtensionKind,
    Frame,
    FrameSpheres,
    Geometry,
    Group,
    IgnoredPair,
    Inertia,
    Inertial,
    Joint,
    JointComponent,
    JointEnd,
    JointType,
    JointValue,
    Limits,
    LinearCoupling,
    Link,
    Manipulator,
    Material,
    Motion,
    NamedState,
    Pose,
    Robot,
    Rpy,
    Sensor,
    SphereSet,
    Transmission,
    VirtualJoint,
)

SIDES = ("left", "right")
GREY = Material(name="grey", color=(0.5, 0.5, 0.5, 1.0))
MASS = Inertial(
    mass=2.0,
    pose=Pose((0.0, 0.0, 0.1)),
    inertia=Inertia(ixx=0.02, ixy=0.0, ixz=0.0, iyy=0.03, iyz=0.0, izz=0.04),
)


def _links(side: str) -> tuple[Link, ...]:
    shape = Geometry(shape=Box((0.1, 0.1, 0.3)), pose=Pose((0.0, 0.0, 0.15)), material=Material(name="grey"))
    names = (f"{side}_upper", f"{side}_hand", f"{side}_finger")
    return tuple(Link(name=name, inertial=MASS, visuals=(shape,)) for name in names)


def _joints(side: str) -> tuple[Joint, ...]:
    sign = 1.0 if side == "left" else -1.0
    limits = Limits(lower=-1.0, upper=2.0, velocity=1.0, effort=10.0)
    return (
        Joint(
            name=f"{side}_shoulder",
            type=JointType.REVOLUTE,
            parent="torso",
            child=f"{side}_upper",
            pose_in_parent=Pose((0.0, sign * 0.2, 0.5), Rpy(0.1, 0.2, 0.3)),
            axes=(Axis(direction=(0.0, 1.0, 0.0), hard=limits),),
        ),
        Joint(
            name=f"{side}_wrist",
            type=JointType.CONTINUOUS,
            parent=f"{side}_upper",
            child=f"{side}_hand",
            pose_in_parent=Pose((0.0, 0.0, 0.3), Rpy(0.0, sign * 0.5, 0.0)),
            axes=(Axis(direction=(0.0, 0.0, 1.0)),),
        ),
        Joint(
            name=f"{side}_grip",
            type=JointType.PRISMATIC,
            parent=f"{side}_hand",
            child=f"{side}_finger",
            pose_in_parent=Pose((0.0, 0.0, 0.3)),
            axes=(
                Axis(
                    motion=Motion.SLIDE,
                    direction=(1.0, 0.0, 0.0),
                    hard=Limits(lower=0.0, upper=0.05, velocity=1.0, effort=10.0),
                    coupling=LinearCoupling(joint="left_grip") if side == "right" else None,
                ),
            ),
        ),
    )


def _extensions(side: str) -> tuple[Extension, ...]:
    return (
        Extension(
            format="urdf",
            place=f"/robot/link[@name='{side}_hand']",
            kind=ExtensionKind.ELEMENT,
            name="contact",
            content="<contact></contact>",
        ),
        Extension(
            format="urdf",
            place="/robot",
            kind=ExtensionKind.ELEMENT,
            name="gazebo",
            content=f'<gazebo reference="{side}_wrist"><note>of {side}_hand</note></gazebo>',
        ),
    )


def arms() -> Robot:
    """The robot."""

    def both(text: str) -> tuple[str, ...]:
        return tuple(text.format(side) for side in SIDES)

    spheres = (CollisionSphere(center=(0.0, 0.0, 0.1), radius=0.1),)
    return Robot(
        name="arms",
        links=(Link(name="torso", inertial=MASS), *(link for side in SIDES for link in _links(side))),
        joints=tuple(joint for side in SIDES for joint in _joints(side)),
        frames=tuple(Frame(name=f"{each}_grasp", parent=f"{each}_hand") for each in SIDES),
        materials=(GREY,),
        groups=(
            *(Group(name=each, chains=(Chain(base="torso", tip=f"{each}_hand"),)) for each in SIDES),
            *(Group(name=f"{each}_gripper", links=(f"{each}_finger",)) for each in SIDES),
            Group(name="both", groups=SIDES),
            Group(name="hands", links=both("{}_hand")),
        ),
        states=(
            NamedState(name="up", group="left", values=(JointValue(joint="left_shoulder", values=(1.0,)),)),
            NamedState(name="up", group="right", values=(JointValue(joint="right_shoulder", values=(1.0,)),)),
        ),
        end_effectors=tuple(
            EndEffector(name=f"{each}_tool", group=f"{each}_gripper", parent_link=f"{each}_hand", parent_group=each)
            for each in SIDES
        ),
        virtual_joints=(VirtualJoint(name="stand", type="fixed", parent_frame="world", child_link="torso"),),
        manipulators=tuple(
            Manipulator(name=each, base="torso", tip=f"{each}_hand", tool=Pose((0.0, 0.0, 0.2))) for each in SIDES
        ),
        tool_frames=both("{}_grasp"),
        cspace=CSpace(joints=tuple(CSpaceJoint(joint=name) for name in both("{}_shoulder"))),
        default_positions=tuple(JointValue(joint=name, values=(0.5,)) for name in both("{}_shoulder")),
        sphere_sets=(
            SphereSet(
                name="spheres",
                frames=tuple(FrameSpheres(frame=name, spheres=spheres) for name in both("{}_hand")),
            ),
        ),
        self_collision=CollisionUse(
            spheres="spheres", buffers=tuple(Buffer(frame=name, distance=0.01) for name in both("{}_hand"))
        ),
        ignored_pairs=(
            *(IgnoredPair(first=f"{each}_upper", second=f"{each}_hand") for each in SIDES),
            IgnoredPair(first="left_hand", second="right_hand", reason="Never"),
        ),
        sensors=tuple(Sensor(name=f"{each}_eye", type="camera", link=f"{each}_hand") for each in SIDES),
        actuators=tuple(Actuator(name=f"{each}_motor", joint=f"{each}_shoulder") for each in SIDES),
        transmissions=tuple(
            Transmission(
                name=f"{each}_gear",
                joints=(JointEnd(name=f"{each}_shoulder"),),
                actuators=(ActuatorEnd(name=f"{each}_motor"),),
            )
            for each in SIDES
        ),
        controllers=(Controller(name="hold", joints=tuple(JointComponent(name=name) for name in both("{}_shoulder"))),),
        extensions=tuple(each for side in SIDES for each in _extensions(side)),
    )
