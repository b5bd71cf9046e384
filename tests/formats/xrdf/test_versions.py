"""XRDF 2.0 beside 1.0: what each says in words of its own, and what becomes of the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.context import Context
from robotfmt.diagnostics import Report
from robotfmt.documents.source import Source
from robotfmt.errors import UsageError
from robotfmt.model import (
    Buffer,
    CollisionSphere,
    CollisionUse,
    CSpace,
    Extension,
    ExtensionKind,
    FrameSpheres,
    RemoveMimic,
    Robot,
    SphereSet,
)
from robotfmt.model.record import replace
from robotfmt.settings import Settings
from robotfmt_xrdf import FORMAT

SPHERE = CollisionSphere(center=(0.0, 0.0, 0.1), radius=0.05)
HOLDER = CollisionSphere(center=(0.0, 0.0, 0.0), radius=-10.0)
ROBOT = Robot(
    modifiers=(RemoveMimic(joint="grip", lower=0.0, upper=0.04, velocity=0.1),),
    cspace=CSpace(),
    world_collision=CollisionUse(spheres="all", buffers=(Buffer(frame="hand", distance=0.01),)),
    self_collision=CollisionUse(spheres="arm"),
    sphere_sets=(
        SphereSet(name="arm", frames=(FrameSpheres(frame="hand", spheres=(SPHERE,)),)),
        SphereSet(name="all", clones=("arm",)),
    ),
)
TEXT = """\
format: xrdf
format_version: 2.0

modifiers:
  - remove_mimic_attributes:
      joint_name: "grip"
      position_limits: [0.0, 0.04]
      velocity_limit: 0.1

cspace:
  joint_names: []
  acceleration_limits: []
  jerk_limits: []

world_collision:
  geometry: "all"
  buffer_distance:
    hand: 0.01

self_collision:
  geometry: "arm"
  ignore: {}

geometry:
  arm:
    spheres:
      hand:
        - center: [0.0, 0.0, 0.1]
          radius: 0.05
  all:
    spheres: {}
    clone: ["arm"]
"""


def _adapted(robot: Robot, version: str) -> tuple[Robot, Report]:
    assert FORMAT.adapt is not None
    context = Context(output="a.xrdf", version=version)
    return FORMAT.adapt(robot, context), context.report


def _written(robot: Robot, version: str) -> str:
    assert FORMAT.write is not None
    return FORMAT.write(robot, Context(output="a.xrdf", version=version))["a.xrdf"].decode("ascii")


def _read(text: str) -> Robot:
    assert FORMAT.read is not None
    return FORMAT.read(Source("a.xrdf", text.encode()), None, Context())


def _claims(report: Report) -> list[tuple[str, str]]:
    return [(each.code, each.subject) for each in report]


def test_2_0_in_its_own_words() -> None:
    adapted, report = _adapted(ROBOT, "2.0")
    assert adapted == ROBOT
    assert len(report) == 0
    assert _written(adapted, "2.0") == TEXT
    assert _read(TEXT) == ROBOT


def test_losses_of_version_1_0_are_reported() -> None:
    adapted, report = _adapted(ROBOT, "1.0")
    assert adapted.modifiers == ()
    assert [each.clones for each in adapted.sphere_sets] == [(), ()]
    assert adapted.sphere_sets[1].frames == ROBOT.sphere_sets[0].frames
    assert _claims(report) == [
        ("xrdf.remove-mimic-lost", "modifier/RemoveMimic/0"),
        ("xrdf.clones-flattened", "spheres/all/clones"),
        ("xrdf.clones-flattened", "spheres/all/hand/0"),
        ("xrdf.many-groups", ""),
        ("xrdf.self-geometry-differs", ""),
    ]
    text = _written(adapted, "1.0")
    assert "format_version: 1.0\n" in text
    assert "\ncollision:\n" in text
    assert "world_collision" not in text


def test_2_0_has_no_place_holders() -> None:
    frames = (
        FrameSpheres(frame="hand", spheres=(SPHERE, HOLDER)),
        FrameSpheres(frame="held", spheres=(HOLDER, replace(HOLDER, radius=0.0))),
        FrameSpheres(frame="empty"),
    )
    inside = Extension(
        format="xrdf",
        place="/geometry/arm/spheres/hand/1",
        kind=ExtensionKind.ENTRY,
        name="note",
        content='"x"',
    )
    robot = Robot(cspace=CSpace(), sphere_sets=(SphereSet(name="arm", frames=frames),), extensions=(inside,))
    robot = replace(robot, world_collision=CollisionUse(spheres="arm"))
    assert _adapted(robot, "1.0")[0] == robot
    adapted, report = _adapted(robot, "2.0")
    assert adapted.sphere_sets[0].frames == (replace(frames[0], spheres=(SPHERE,)), frames[2])
    assert adapted.extensions == ()
    assert {each.code for each in report} == {"xrdf.place-holder"}
    assert [each.subject for each in report] == [
        "spheres/arm/hand/1",
        "spheres/arm/held/0",
        "spheres/arm/held/1",
        "extension/xrdf//geometry/arm/spheres/hand/1/entry/note/f60ef986",
    ]


def test_half_a_range_has_no_place() -> None:
    robot = Robot(cspace=CSpace(), modifiers=(RemoveMimic(joint="grip", lower=0.0, velocity=0.1),))
    adapted, report = _adapted(robot, "2.0")
    assert adapted.modifiers == (RemoveMimic(joint="grip", velocity=0.1),)
    assert _claims(report) == [("convert.no-place", "modifier/RemoveMimic/0/lower")]


@pytest.mark.parametrize(("version", "wrong"), [("1.0", "world_collision"), ("2.0", "collision")])
def test_unrecognised_content_does_not_bring_keys_of_the_other_version(version: str, wrong: str) -> None:
    extension = Extension(format="xrdf", place=f"/{wrong}", kind=ExtensionKind.ENTRY, name="note", content='"x"')
    adapted, report = _adapted(Robot(cspace=CSpace(), extensions=(extension,)), version)
    assert adapted.extensions == ()
    assert [code for code, _ in _claims(report)] == ["convert.no-place"]
    assert f"\n{wrong}:" not in _written(adapted, version)


def test_order_and_comments_go_along_into_the_other_version() -> None:
    old = """\
format_version: 1.0
format: xrdf
# about the world
collision:  # spheres
  geometry: "arm"  # all of them
cspace:
  joint_names: []
  acceleration_limits: []
  jerk_limits: []
geometry:
  arm:
    spheres: {}
"""
    new = old.replace("1.0", "2.0").replace("collision", "world_collision")
    lines = [line for line in _written(_read(old), "2.0").splitlines() if line]
    assert lines == new.splitlines()
    assert [line for line in _written(_read(new), "1.0").splitlines() if line] == old.splitlines()


def test_a_document_keeps_its_version_and_others_become_1_0(tmp_path: Path) -> None:
    (tmp_path / "new.xrdf").write_text(TEXT)
    report = Report()
    robotfmt.convert(tmp_path / "new.xrdf", tmp_path / "kept.xrdf", report=report)
    assert (tmp_path / "kept.xrdf").read_text() == TEXT
    assert len(report) == 0
    # Nothing but a document of 2.0 makes one of 2.0: cuRobo would load it without any spheres.
    robotfmt.write(ROBOT, tmp_path / "made.xrdf")
    assert "format_version: 1.0\n" in (tmp_path / "made.xrdf").read_text()
    for version in FORMAT.versions:
        wanted = Settings(target_format=f"xrdf@{version}")
        robotfmt.convert(tmp_path / "new.xrdf", tmp_path / f"{version}.xrdf", settings=wanted)
        assert f"format_version: {version}\n" in (tmp_path / f"{version}.xrdf").read_text()
    with pytest.raises(UsageError, match=r"xrdf has no version '3.0'; it has: 1.0, 2.0"):
        robotfmt.write(ROBOT, tmp_path / "three.xrdf", settings=Settings(target_format="xrdf@3.0"))
