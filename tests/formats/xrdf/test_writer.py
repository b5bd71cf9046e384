"""The writer against literal text."""

from __future__ import annotations

import pytest
from real import FIXTURES

from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.model import (
    AddFrame,
    AxisAngle,
    AxisAngles,
    Buffer,
    CollisionSphere,
    CollisionUse,
    CSpace,
    CSpaceJoint,
    Extension,
    ExtensionKind,
    FrameSpheres,
    IgnoredPair,
    JointValue,
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


def _write(robot: Robot, report: Report | None = None) -> str:
    assert FORMAT.write is not None
    context = Context(output="a.xrdf", report=Report() if report is None else report)
    files = FORMAT.write(robot, context)
    assert list(files) == ["a.xrdf"]
    return files["a.xrdf"].decode("ascii")


def _read(text: str) -> Robot:
    assert FORMAT.read is not None
    return FORMAT.read(Source("a.xrdf", text.encode()), None, Context())


ROBOT = Robot(
    modifiers=(
        SetBaseFrame(frame="base"),
        AddFrame(
            frame="tool",
            parent="flange",
            joint="flange_tool",
            pose=Pose((1.0, 2.0, 3.0), Quaternion(0.5, -0.5, 0.5, 0.5)),
        ),
    ),
    default_positions=(JointValue(joint="j2", values=(1e-7,)), JointValue(joint="on", values=(-1.5,))),
    cspace=CSpace(
        joints=(
            CSpaceJoint(joint="j2", acceleration_limit=12.0, jerk_limit=500.0),
            CSpaceJoint(joint="j1", acceleration_limit=0.5, jerk_limit=1e22),
        )
    ),
    tool_frames=("tool", "flange"),
    world_collision=CollisionUse(
        spheres="spheres", buffers=(Buffer(frame="a", distance=0.01), Buffer(frame="b", distance=-0.02))
    ),
    self_collision=CollisionUse(spheres="spheres"),
    ignored_pairs=(
        IgnoredPair(first="a", second="b", reason="Adjacent"),
        IgnoredPair(first="c", second="a", reason="Never"),
        IgnoredPair(first="a", second="1", reason="Never"),
        IgnoredPair(first="d", second="d"),
    ),
    sphere_sets=(
        SphereSet(
            name="spheres",
            frames=(
                FrameSpheres(
                    frame="a",
                    spheres=(
                        CollisionSphere(center=(0.0, -0.0, 0.1), radius=0.05),
                        CollisionSphere(center=(1.0, 2.0, 3.0), radius=-10.0),
                    ),
                ),
                FrameSpheres(frame="tool"),
            ),
        ),
    ),
)
TEXT = """\
format: xrdf
format_version: 1.0

modifiers:
  - set_base_frame: "base"
  - add_frame:
      frame_name: "tool"
      parent_frame_name: "flange"
      joint_name: "flange_tool"
      joint_type: FIXED
      fixed_transform:
        position: [1.0, 2.0, 3.0]
        orientation:
          w: 0.5
          xyz: [-0.5, 0.5, 0.5]

default_joint_positions:
  j2: 1.0e-07
  "on": -1.5

cspace:
  joint_names: ["j2", "j1"]
  acceleration_limits: [12.0, 0.5]
  jerk_limits: [500.0, 1.0e+22]

tool_frames: ["tool", "flange"]

collision:
  geometry: "spheres"
  buffer_distance:
    a: 0.01
    b: -0.02

self_collision:
  geometry: "spheres"
  ignore:
    a:
      - "b"  # Adjacent
      - "1"  # Never
    c: ["a"]  # Never
    d: ["d"]

geometry:
  spheres:
    spheres:
      a:
        - center: [0.0, 0.0, 0.1]
          radius: 0.05
        - center: [1.0, 2.0, 3.0]
          radius: -10.0
      tool: []
"""


def test_a_document_with_every_key() -> None:
    assert _write(ROBOT) == TEXT


def test_the_smallest_document() -> None:
    assert _write(Robot(cspace=CSpace())) == (
        "format: xrdf\nformat_version: 1.0\n\n"
        "cspace:\n  joint_names: []\n  acceleration_limits: []\n  jerk_limits: []\n"
    )


def test_unknown_values_are_not_written() -> None:
    robot = Robot(
        modifiers=(AddFrame(frame="f", parent="p", joint="j", joint_type="REVOLUTE"),),
        cspace=CSpace(joints=(CSpaceJoint(joint="a"), CSpaceJoint(joint="b", jerk_limit=1.0))),
        world_collision=CollisionUse(),
        sphere_sets=(
            SphereSet(
                name="g",
                frames=(FrameSpheres(frame="a", spheres=(CollisionSphere(center=None, radius=None),)),),
            ),
        ),
    )
    assert _write(robot) == (
        "format: xrdf\nformat_version: 1.0\n\n"
        'modifiers:\n  - add_frame:\n      frame_name: "f"\n      parent_frame_name: "p"\n'
        '      joint_name: "j"\n      joint_type: "REVOLUTE"\n\n'
        'cspace:\n  joint_names: ["a", "b"]\n  jerk_limits: [null, 1.0]\n\n'
        "collision: {}\n\n"
        "geometry:\n  g:\n    spheres:\n      a:\n        - {}\n"
    )
    assert _read(_write(robot)) == robot


@pytest.mark.parametrize(
    ("rotation", "w", "xyz"),
    [
        (Quaternion(2.0, 0.0, 0.0, 0.0), "2.0", "[0.0, 0.0, 0.0]"),
        (Rpy(3.141592653589793, 0.0, 0.0), "6.123233995736766e-17", "[1.0, 0.0, 0.0]"),
        (AxisAngles((AxisAngle((0.0, 0.0, 1.0), 0.0),)), "1.0", "[0.0, 0.0, 0.0]"),
    ],
)
def test_any_rotation_is_written_as_a_quaternion(rotation: Rpy | Quaternion, w: str, xyz: str) -> None:
    frame = AddFrame(frame="f", parent="p", joint="j", pose=Pose((0.0, 0.0, 0.0), rotation))
    text = _write(Robot(modifiers=(frame,)))
    assert f"orientation:\n          w: {w}\n          xyz: {xyz}\n" in text


def test_an_omitted_part_of_a_pose() -> None:
    frame = AddFrame(frame="f", parent="p", joint="j", pose=Pose((0.0, 0.0, 1.0)))
    robot = Robot(modifiers=(frame,))
    assert "fixed_transform:\n        position: [0.0, 0.0, 1.0]\n" in _write(robot)
    assert _read(_write(robot)).modifiers == (frame,)


def test_pairs_without_anything_else() -> None:
    robot = Robot(ignored_pairs=(IgnoredPair(first="a", second="b"),))
    assert 'self_collision:\n  ignore:\n    a: ["b"]\n' in _write(robot)
    assert _read(_write(robot)) == robot


def test_the_example_of_the_specification_keeps_its_lines() -> None:
    source = UR10E.read_text("utf-8")
    written = _write(_read(source))
    assert _read(written) == _read(source)
    assert written.count("\n") == source.count("\n")
    changed = [
        (old, new)
        for old, new in zip(source.splitlines(), written.splitlines(), strict=True)
        if old != new and "center" not in old
    ]
    assert changed == [
        (
            '    wrist_1_link: ["wrist_2_link","wrist_3_link"]',
            '    wrist_1_link: ["wrist_2_link", "wrist_3_link"]',
        )
    ]


def test_order_and_comments_of_the_source_are_kept() -> None:
    source = """\
# made by hand

format: xrdf
format_version: 1.0

cspace:
  # the fast one first
  joint_names: ["a", "b"]
  jerk_limits: [1.0, 2.0]
  acceleration_limits: [1.0, 2.0]  # assumed

default_joint_positions:
  b: 1.0  # ready
  a: 0.0

geometry:
  g:
    spheres:
      # the only one
      x:
        - radius: 1.0
          center: [0.0, 0.0, 0.0]

# the end
"""
    assert _write(_read(source)) == source


def test_modifiers_of_2_0_have_a_form_too() -> None:
    robot = Robot(modifiers=(RemoveMimic(joint="j", lower=-1.0, upper=1.0, velocity=2.0),))
    assert _write(robot).endswith(
        'modifiers:\n  - remove_mimic_attributes:\n      joint_name: "j"\n'
        "      position_limits: [-1.0, 1.0]\n      velocity_limit: 2.0\n"
    )


def test_content_without_a_place_is_reported() -> None:
    extension = Extension(format="xrdf", place="/tool_frames/3", kind=ExtensionKind.ENTRY, name="x", content="1")
    report = Report()
    _write(Robot(extensions=(extension,)), report)
    assert [(each.code, each.fate and each.fate.value) for each in report] == [("convert.no-place", "lost")]


def test_lines_end_with_a_line_feed() -> None:
    text = _write(_read("format: xrdf\r\nformat_version: 1.0\r\ntool_frames: [caf\u00e9]\r\n"))
    assert "\r" not in text
    assert text.endswith('tool_frames: ["caf\\xe9"]\n')
