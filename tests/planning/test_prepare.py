"""From a robot with shapes to a document that plans."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from programs import needs
from real import BROKEN

import robotfmt
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.model import Buffer
from robotfmt.planning import PlanOptions, prepare

pytestmark = [pytest.mark.slow, needs("coal"), pytest.mark.usefixtures("shared_fits")]
FOLDER = BROKEN / "planning"
RODS, SMALL = FOLDER / "sound.urdf", FOLDER / "sound.xrdf"


def test_a_robot_gets_all_that_a_planner_wants() -> None:
    robot = robotfmt.read(RODS)
    plan = prepare(robot, PlanOptions(spheres={"per_link": 1}, samples=100, self_buffer=0.002, acceleration=4.0))
    made = plan.robot
    assert (made.links, made.joints) == (robot.links, robot.joints)
    assert made.cspace is not None
    assert [(each.joint, each.acceleration_limit) for each in made.cspace.joints] == [
        ("shoulder", 4.0),
        ("elbow", 4.0),
    ]
    assert made.tool_frames == ("tool",)
    assert set(plan.spheres) == {"post", "upper", "lower", "left_finger", "right_finger"}
    assert plan.pairs == {"adjacent": 4, "never": 5, "sometimes": 1}
    ignored = {(each.first, each.second): (each.reason or "").partition(":")[0] for each in made.ignored_pairs}
    assert ignored["post", "upper"] == "Adjacent"
    assert ignored["post", "lower"] == "Never"
    assert ("post", "right_finger") not in ignored
    assert plan.ignored == 9
    assert made.self_collision is not None
    assert made.self_collision.buffers[0] == Buffer(frame="post", distance=0.002)
    assert made.world_collision is not None
    assert made.world_collision.buffers == ()
    assert set(plan.seconds) == {"control", "spheres", "pairs", "overlaps", "pose"}


def test_spheres_that_are_there_stay_unless_others_are_asked_for() -> None:
    robot = robotfmt.read(RODS, SMALL)
    kept = prepare(robot, PlanOptions(samples=50)).robot
    assert kept.sphere_sets == robot.sphere_sets
    fitted = prepare(robot, PlanOptions(samples=50, spheres={"per_link": 1})).robot
    assert [each.name for each in fitted.sphere_sets] == ["small"]
    assert len(fitted.sphere_sets[0].frames) == 5


def test_the_command_writes_the_same_bytes_twice_and_check_accepts_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outputs = [tmp_path / "a.xrdf", tmp_path / "b.xrdf"]
    for path in outputs:
        given = ["xrdf", str(RODS), str(SMALL), "-o", str(path), "--samples", "100"]
        assert main(given) == 0
    assert outputs[0].read_bytes() == outputs[1].read_bytes()
    assert "4 adjacent, 5 never, 1 sometimes, 9 ignored" in capsys.readouterr().err
    assert main(["check", str(RODS), str(outputs[0])]) == 0
    text = outputs[0].read_text(encoding="utf-8")
    assert '"lower"  # Never: free in 100 poses' in text


def test_json_lists_phases_pairs_and_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = str(tmp_path / "arm.xrdf")
    assert main(["xrdf", str(RODS), str(SMALL), "-o", output, "--samples", "50", "--json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)["conversions"]
    plan = record["plan"]
    assert plan["pairs"] == {"adjacent": 4, "never": 5, "sometimes": 1}
    assert set(plan["seconds"]) == {"control", "spheres", "pairs", "overlaps", "pose"}
    (row, *_) = plan["links"]
    assert {"link", "coverage", "protrusion"} <= row.keys()


@pytest.mark.parametrize("suffix", [".srdf", ".dae", ".yml"])
def test_every_other_format_gets_the_facts_that_it_can_store(suffix: str, tmp_path: Path) -> None:
    outputs = [f"-o{tmp_path / name}" for name in (f"arm{suffix}", "arm.urdf")]
    assert main(["xrdf", str(RODS), str(SMALL), *outputs, "--samples", "50", "-q"]) == 0
    back = robotfmt.read(tmp_path / "arm.urdf", tmp_path / f"arm{suffix}") if suffix != ".dae" else None
    back = back or robotfmt.read(tmp_path / f"arm{suffix}")
    pairs = {frozenset((each.first, each.second)) for each in back.ignored_pairs}
    assert len(pairs) == 9


@pytest.mark.parametrize(
    "given",
    [
        ["--pose", "elbow"],
        ["--pose", "elbow=x"],
        ["--samples", "0"],
        ["--joints", "nobody"],
        ["--group", "arm"],
    ],
)
def test_wrong_words_are_refused(given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["xrdf", str(RODS), "-o", str(tmp_path / "a.xrdf"), *given]) == 2
    assert "error" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_links_that_no_controlled_joint_parts_are_ignored_where_their_spheres_overlap(tmp_path: Path) -> None:
    box = '<collision><geometry><box size="0.02 0.02 0.1"/></geometry></collision>'
    slide = '<axis xyz="0 1 0"/><limit lower="0" upper="0.05" velocity="1" effort="1"/>'
    joints = "".join(
        f'<link name="{name}">{box}</link><joint name="to_{name}" type="{kind}"><parent link="{parent}"/>'
        f'<child link="{name}"/><origin xyz="0 {y} {z}"/>{slide}</joint>'
        for name, parent, kind, y, z in (
            ("arm", "base", "revolute", 0, 0.2),
            ("left", "arm", "prismatic", 0.011, 0.2),
            ("right", "arm", "prismatic", -0.011, 0.2),
        )
    )
    source = tmp_path / "gripper.urdf"
    source.write_text(f'<robot name="r"><link name="base">{box}</link>{joints}</robot>', encoding="utf-8")
    report = Report()
    options = PlanOptions(joints=("to_arm",), pose={"to_left": 0.0}, samples=200)
    plan = prepare(robotfmt.read(source), options, report=report)
    reasons = {frozenset((each.first, each.second)): each.reason or "" for each in plan.robot.ignored_pairs}
    assert reasons[frozenset(("left", "right"))] == "No controlled joint moves them"
    assert len(report.having("planning.pair-unmoved")) == 1
