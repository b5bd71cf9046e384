"""The reader against numbers that were worked out by hand."""

from __future__ import annotations

import pytest
from real import FIXTURES

from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.errors import InputError, RobotfmtError
from robotfmt.model import (
    AddFrame,
    Buffer,
    CollisionSphere,
    CollisionUse,
    CSpace,
    CSpaceJoint,
    FrameSpheres,
    IgnoredPair,
    JointValue,
    Origin,
    Pose,
    Quaternion,
    RemoveMimic,
    Robot,
    Rpy,
    SetBaseFrame,
    SphereSet,
)
from robotfmt_xrdf import FORMAT

UR10E = FIXTURES / "ur10e" / "ur10e.xrdf"
CSPACE = "cspace: {joint_names: [j], acceleration_limits: [1], jerk_limits: [2]}\n"
HEAD = "format: xrdf\nformat_version: 1.0\n" + CSPACE
HEAD_2_0 = HEAD.replace("1.0", "2.0")


def _read(text: str | bytes, *, head: str = "") -> tuple[Robot, list[str]]:
    assert FORMAT.read is not None
    data = text if isinstance(text, bytes) else (head + text).encode()
    context = Context()
    robot = FORMAT.read(Source("a.xrdf", data), None, context)
    return robot, [diagnostic.code for diagnostic in context.report]


def _sphere(x: float, y: float, z: float, radius: float) -> CollisionSphere:
    return CollisionSphere(center=(x, y, z), radius=radius)


def test_the_example_of_the_specification() -> None:
    robot, codes = _read(UR10E.read_bytes())
    names = ("shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "wrist_3")
    assert robot.modifiers == (SetBaseFrame(frame="base_link"),)
    assert robot.default_positions == tuple(
        JointValue(joint=f"{name}_joint", values=(value,))
        for name, value in zip(names, (0.0, -2.2, 1.9, -1.383, -1.57, 0.0), strict=True)
    )
    assert robot.cspace == CSpace(
        joints=tuple(CSpaceJoint(joint=f"{name}_joint", acceleration_limit=12.0, jerk_limit=500.0) for name in names)
    )
    assert robot.tool_frames == ("tool0",)
    assert codes == ["xrdf.negative-radius"]
    assert robot.extensions == ()


def test_the_spheres_of_the_example() -> None:
    robot, _ = _read(UR10E.read_bytes())
    (spheres,) = robot.sphere_sets
    frames = {frame.frame: frame.spheres for frame in spheres.frames}
    assert spheres.name == "ur10e_collision_spheres"
    assert list(frames) == [
        "shoulder_link",
        "upper_arm_link",
        "forearm_link",
        "wrist_1_link",
        "wrist_2_link",
        "wrist_3_link",
        "tool0",
        "camera_mount",
    ]
    assert [len(each) for each in frames.values()] == [1, 7, 7, 1, 1, 2, 1, 1]
    assert frames["upper_arm_link"][1] == _sphere(-0.102167, 0.0, 0.18, 0.05)
    assert frames["forearm_link"][6] == _sphere(-0.571, -1.19904e-17, 0.03, 0.05)
    assert frames["tool0"] == (_sphere(0.0, 0.0, 0.12, -0.01),)
    assert frames["tool0"][0].disabled


def test_collision_spheres_of_the_example_are_read() -> None:
    robot, _ = _read(UR10E.read_bytes())
    assert robot.world_collision is not None
    assert robot.world_collision.spheres == "ur10e_collision_spheres"
    assert {each.frame: each.distance for each in robot.world_collision.buffers} == dict.fromkeys(
        [
            *("shoulder_link", "upper_arm_link", "forearm_link", "wrist_1_link"),
            *("wrist_2_link", "wrist_3_link", "tool0", "camera_mount"),
        ],
        0.01,
    )
    assert robot.self_collision == CollisionUse(
        spheres="ur10e_collision_spheres",
        buffers=(Buffer(frame="shoulder_link", distance=0.07), Buffer(frame="tool0", distance=0.05)),
    )
    assert [(pair.first, pair.second) for pair in robot.ignored_pairs] == [
        ("upper_arm_link", "forearm_link"),
        ("upper_arm_link", "shoulder_link"),
        ("forearm_link", "wrist_1_link"),
        ("wrist_1_link", "wrist_2_link"),
        ("wrist_1_link", "wrist_3_link"),
        ("wrist_2_link", "wrist_3_link"),
        ("wrist_2_link", "tool0"),
        ("wrist_3_link", "tool0"),
        ("camera_mount", "tool0"),
        ("camera_mount", "wrist_3_link"),
    ]


def test_every_record_has_its_line() -> None:
    robot, _ = _read(UR10E.read_bytes())
    assert robot.cspace is not None
    assert robot.cspace.joints[1].origin == Origin("a.xrdf", 18, "/cspace/joint_names/1")
    assert robot.default_positions[2].origin == Origin("a.xrdf", 10, "/default_joint_positions/elbow_joint")
    path = "/geometry/ur10e_collision_spheres/spheres/tool0"
    assert robot.sphere_sets[0].frames[6].origin == Origin("a.xrdf", 100, path)
    assert robot.sphere_sets[0].frames[6].spheres[0].origin == Origin("a.xrdf", 101, f"{path}/0")
    assert robot.ignored_pairs[0].origin == Origin("a.xrdf", 46, "/self_collision/ignore/upper_arm_link/0")
    nodes = (robot, *robot.modifiers, robot.world_collision, robot.self_collision, *robot.sphere_sets)
    assert all(node is not None and node.origin is not None for node in nodes)


ATTRIBUTES = """\
frame_name: "my_new_end_effector"
parent_frame_name: "tool0"
joint_name: "my_new_joint"
joint_type: FIXED
fixed_transform:
  position: [1.0, 2.0, 3.0]
  orientation: {w: 0.5, xyz: [-0.5, 0.5, 0.5]}
"""
ADD_FRAME = AddFrame(
    frame="my_new_end_effector",
    parent="tool0",
    joint="my_new_joint",
    pose=Pose((1.0, 2.0, 3.0), Quaternion(0.5, -0.5, 0.5, 0.5)),
)


def _indented(text: str, margin: int) -> str:
    return "".join(" " * margin + line for line in text.splitlines(keepends=True))


def test_add_frame_as_the_specification_shows_it() -> None:
    text = "modifiers:\n  - add_frame:\n" + _indented(ATTRIBUTES, 4)
    robot, codes = _read(text, head=HEAD)
    assert robot.modifiers == (ADD_FRAME,)
    assert codes == ["xrdf.modifier-sibling-form"]
    assert robot.extensions == ()


def test_add_frame_as_everybody_writes_it() -> None:
    text = "modifiers:\n  - add_frame:\n" + _indented(ATTRIBUTES, 6)
    robot, codes = _read(text, head=HEAD)
    assert robot.modifiers == (ADD_FRAME,)
    assert codes == []


def test_modifiers_keep_their_order_and_are_not_applied() -> None:
    text = "modifiers:\n  - set_base_frame: b\n  - add_frame:\n" + _indented(ATTRIBUTES, 6)
    robot, _ = _read(text + "  - set_base_frame: b\n", head=HEAD)
    assert robot.modifiers == (SetBaseFrame(frame="b"), ADD_FRAME, SetBaseFrame(frame="b"))
    assert robot.links == ()
    assert robot.joints == ()


def test_the_geometry_of_the_specification() -> None:
    robot, codes = _read(
        'geometry:\n  "my_spheres":\n    spheres:\n      "link0":\n'
        "        - center: [0, 0, 0]\n          radius: 0.1\n"
        "        - center: [0.1, 0, 0]\n          radius: 0.1\n"
        '      "link1":\n        - center: [0, 0, 0]\n          radius: 0.1\n',
        head=HEAD,
    )
    assert robot.sphere_sets == (
        SphereSet(
            name="my_spheres",
            frames=(
                FrameSpheres(frame="link0", spheres=(_sphere(0, 0, 0, 0.1), _sphere(0.1, 0, 0, 0.1))),
                FrameSpheres(frame="link1", spheres=(_sphere(0, 0, 0, 0.1),)),
            ),
        ),
    )
    assert codes == []


def test_the_collision_sections_of_the_specification() -> None:
    robot, codes = _read(
        "geometry: {my_spheres: {}}\n"
        'collision:\n  geometry: "my_spheres"\n  buffer_distance:\n    "linkA": 0.05\n    "linkB": -0.02\n'
        'self_collision:\n  geometry: "my_spheres"\n'
        '  buffer_distance:\n    "linkA": 0.03\n    "linkD": 0.02\n'
        '  ignore:\n    "linkB": ["linkA", "linkC"]\n'
        '    "linkC": ["linkD"]\n    "linkD": ["linkC"]  # redundant but allowed\n',
        head=HEAD,
    )
    assert robot.world_collision == CollisionUse(
        spheres="my_spheres",
        buffers=(Buffer(frame="linkA", distance=0.05), Buffer(frame="linkB", distance=-0.02)),
    )
    assert robot.self_collision == CollisionUse(
        spheres="my_spheres",
        buffers=(Buffer(frame="linkA", distance=0.03), Buffer(frame="linkD", distance=0.02)),
    )
    assert robot.ignored_pairs == (
        IgnoredPair(first="linkB", second="linkA"),
        IgnoredPair(first="linkB", second="linkC"),
        IgnoredPair(first="linkC", second="linkD"),
        IgnoredPair(first="linkD", second="linkC", reason="redundant but allowed"),
    )
    assert codes == []


def test_the_other_sections_of_the_specification() -> None:
    robot, codes = _read(
        "format: xrdf\nformat_version: 1.0\n"
        'default_joint_positions:\n  "joint_3": 0.0\n  "joint_1": 2.2\n  "joint_4": 1.9\n'
        'cspace:\n  joint_names:\n    - "jointA"\n    - "jointB"\n    - "jointC"\n'
        "  acceleration_limits: [50.0, 40.0, 30.0]\n  jerk_limits: [5000.0, 4000.0, 3000.0]\n"
        'tool_frames: ["link6", "tool0"]\n'
    )
    assert robot.default_positions == (
        JointValue(joint="joint_3", values=(0.0,)),
        JointValue(joint="joint_1", values=(2.2,)),
        JointValue(joint="joint_4", values=(1.9,)),
    )
    assert robot.cspace == CSpace(
        joints=(
            CSpaceJoint(joint="jointA", acceleration_limit=50.0, jerk_limit=5000.0),
            CSpaceJoint(joint="jointB", acceleration_limit=40.0, jerk_limit=4000.0),
            CSpaceJoint(joint="jointC", acceleration_limit=30.0, jerk_limit=3000.0),
        )
    )
    assert robot.tool_frames == ("link6", "tool0")
    assert codes == []


def test_a_document_of_version_2_0_is_read() -> None:
    robot, codes = _read(
        "modifiers:\n  - remove_mimic_attributes: {joint_name: j, position_limits: [-3.14, 6.28],"
        " velocity_limits: 10.0}\n"
        "  - remove_mimic_attributes: {joint_name: k, velocity_limit: 1}\n"
        "world_collision: {geometry: all}\n"
        "self_collision: {geometry: [some]}\n"
        "geometry:\n  some: {spheres: {a: [{center: [1, 2, 3], radius: 4}]}}\n  all: {clone: [some]}\n",
        head=HEAD_2_0,
    )
    assert robot.modifiers == (
        RemoveMimic(joint="j", lower=-3.14, upper=6.28, velocity=10.0),
        RemoveMimic(joint="k", velocity=1.0),
    )
    assert robot.world_collision == CollisionUse(spheres="all")
    assert robot.self_collision == CollisionUse(spheres="some")
    assert robot.sphere_sets == (
        SphereSet(name="some", frames=(FrameSpheres(frame="a", spheres=(_sphere(1, 2, 3, 4),)),)),
        SphereSet(name="all", clones=("some",)),
    )
    assert codes == ["xrdf.collision-geometry-list"]
    assert robot.layouts[0].version == "2.0"


def test_orientations_of_a_dialect() -> None:
    names = "frame_name: a, parent_frame_name: b, joint_name: c, joint_type: FIXED"
    form = "modifiers: [add_frame: {{" + names + ", {}}}]\n"
    text = form.format("fixed_transform: {position: [0, 0, 0], orientation: {quaternion: [0, 1, 0, 0]}}")
    robot, codes = _read(text, head=HEAD)
    (frame,) = robot.modifiers
    assert isinstance(frame, AddFrame)
    assert frame.pose == Pose((0.0, 0.0, 0.0), Quaternion(0.0, 1.0, 0.0, 0.0))
    assert codes == ["xrdf.transform-other-form"]
    text = form.format("fixed_transform: {position: [0, 0, 0], orientation: {euler_rpy: [0.1, 0.2, 0.3]}}")
    (frame,) = _read(text, head=HEAD)[0].modifiers
    assert isinstance(frame, AddFrame)
    assert frame.pose == Pose((0.0, 0.0, 0.0), Rpy(0.1, 0.2, 0.3))


@pytest.mark.parametrize("version", ["3.0", "0.9", "1.1", "one", "[1.0]", "{}", "1.0.0", "nan", "'2'1"])
def test_other_versions_are_refused(version: str) -> None:
    with pytest.raises(RobotfmtError) as caught:
        _read(f"format: xrdf\nformat_version: {version}\n")
    assert isinstance(caught.value, InputError)
    if version != "'2'1":
        assert caught.value.code.slug == "xrdf.version-unsupported"
        assert (caught.value.diagnostic.line, caught.value.diagnostic.column) == (2, 17)


@pytest.mark.parametrize("text", ["", "[]", "just text", "# nothing\n"])
def test_a_document_that_is_no_mapping_is_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        _read(text)
    assert caught.value.code.slug == "xrdf.root-not-map"


def test_xrdf_adds_to_the_robot_of_an_earlier_document() -> None:
    assert FORMAT.read is not None
    earlier = Robot(name="arm")
    robot = FORMAT.read(Source("a.xrdf", HEAD.encode()), earlier, Context())
    assert robot.name == "arm"
    assert robot.cspace == CSpace(joints=(CSpaceJoint(joint="j", acceleration_limit=1.0, jerk_limit=2.0),))
