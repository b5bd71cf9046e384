"""Bodies that a robot holds, and bodies connected to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from extras import NAMESPACE, compact, plain
from lxml import etree
from reading import context_for, read_text, write_bytes

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.documents.source import Source
from robotfmt.model import ConnectedBody, Grab, Joint, JointType, Link, PlacedRobot, Pose, Robot, World
from robotfmt.model.record import replace
from robotfmt_collada.parts.body import Ids
from robotfmt_collada.parts.grabs import write_connected
from robotfmt_collada.reader import read_world

EXAMPLE = """<extra type="dynamic_rigid_constraints"><technique profile="OpenRAVE">
  <rigid_constraint sid="grab0">
    <ref_attachment rigid_body="pmodel1_inst/rigid_hand"/>
    <attachment rigid_body="pmodel2_inst/rigid0"/>
    <technique profile="OpenRAVE">
      <ignore_link link="pmodel1_inst/rigid_dummy"/>
      <ignore_link link="pmodel1_inst/rigid2"/>
    </technique>
  </rigid_constraint>
</technique></extra>"""
"""As the text prints it."""


def _chain(model: str, links: list[str]) -> str:
    inner = ""
    for number, link in reversed(list(enumerate(links))):
        tied = f'<attachment_full joint="{model}/j{number}">{inner}</attachment_full>' if inner else ""
        inner = f'<link sid="{link}" name="{link}">{tied}</link>'
    joints = "".join(
        f'<joint sid="j{number}" name="{model}_j{number}"><revolute sid="axis0"><axis>0 0 1</axis></revolute></joint>'
        for number in range(len(links) - 1)
    )
    common = f"<technique_common>{joints}{inner}</technique_common>"
    return f'<kinematics_model id="{model}" name="{model}">{common}</kinematics_model>'


def _physics(number: int, links: dict[str, str]) -> tuple[str, str]:
    common = "<technique_common><dynamic>true</dynamic><mass>1</mass></technique_common>"
    bodies = "".join(f'<rigid_body sid="{sid}">{common}</rigid_body>' for sid in links)
    bound = "".join(
        f'<instance_rigid_body body="{sid}" sid="{sid}_bound" target="#node_{link}"/>' for sid, link in links.items()
    )
    return (
        f'<physics_model id="pmodel{number}">{bodies}</physics_model>',
        f'<instance_physics_model url="#pmodel{number}" sid="pmodel{number}_inst">{bound}</instance_physics_model>',
    )


def scene_of_two(extra: str, hand: list[str] | None = None) -> str:
    hand = hand or ["arm", "hand", "dummy", "finger"]
    sids: dict[str, str] = dict(zip(("rigid_arm", "rigid_hand", "rigid_dummy", "rigid2"), hand, strict=True))
    models, instances = zip(_physics(1, sids), _physics(2, {"rigid0": "cup"}), strict=True)
    nodes = "".join(f'<node id="node_{name}" name="{name}"/>' for name in (*hand, "cup"))
    return f"""<COLLADA xmlns="{NAMESPACE}" version="1.5.0">
    <library_kinematics_models>{_chain("robot", hand)}{_chain("mug", ["cup"])}</library_kinematics_models>
    <library_visual_scenes><visual_scene id="v">{nodes}</visual_scene></library_visual_scenes>
    <library_physics_models>{"".join(models)}</library_physics_models>
    <library_physics_scenes><physics_scene id="p">{"".join(instances)}</physics_scene></library_physics_scenes>
    <library_kinematics_scenes><kinematics_scene id="k"><instance_kinematics_model url="#robot" sid="a"/>
    <instance_kinematics_model url="#mug" sid="b"/></kinematics_scene></library_kinematics_scenes>
    <scene><instance_physics_scene url="#p" sid="p_inst">{extra}</instance_physics_scene>
    <instance_visual_scene url="#v"/><instance_kinematics_scene url="#k"/></scene></COLLADA>"""


def _read(extra: str, report: Report | None = None) -> World:
    return read_world(Source("in.dae", scene_of_two(extra).encode()), context_for("collada", report))


HELD = Grab(link="hand", body="mug", body_link="cup", ignored_links=("dummy", "finger"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ('"pmodel1_inst/rigid_dummy"', '"rigid_dummy"'),
        ("pmodel1_inst/rigid_hand", "pmodel1_inst/rigid_hand_bound"),
        ("pmodel2_inst/rigid0", "p_inst/pmodel2_inst/rigid0"),
    ],
    ids=["as printed", "as OpenRAVE writes it", "the instance's sid", "a longer path"],
)
def test_the_example_of_the_text(old: str, new: str) -> None:
    report = Report()
    world = _read(EXAMPLE.replace(old, new), report)
    assert [each.robot.grabs for each in world.robots] == [(HELD,), ()]
    assert world.extensions == ()
    assert not report.having("collada.unresolved")


@pytest.mark.parametrize("name", ["pmodel1_inst/rigid_hand", "pmodel2_inst/rigid0"])
def test_a_constraint_of_a_missing_body_is_kept(name: str) -> None:
    report = Report()
    world = _read(EXAMPLE.replace(name, "nil/rigid0"), report)
    assert [each.robot.grabs for each in world.robots] == [(), ()]
    assert [each.name for each in world.extensions] == ["rigid_constraint"]
    assert report.having("collada.unresolved")


def test_a_missing_ignored_link_is_kept() -> None:
    world = _read(EXAMPLE.replace("pmodel1_inst/rigid2", "pmodel1_inst/nil"))
    assert world.robots[0].robot.grabs == (replace(HELD, ignored_links=("dummy",)),)
    assert [each.name for each in world.extensions] == ["ignore_link"]


ARM = Robot(
    name="robot",
    links=(Link(name="arm"), Link(name="hand")),
    joints=(Joint(name="j", type=JointType.FIXED, parent="arm", child="hand"),),
)


MUG = Robot(name="mug", links=(Link(name="cup"),))


def _scene(*grabs: Grab) -> World:
    robots = (replace(ARM, grabs=grabs), MUG)
    return World(robots=tuple(PlacedRobot(name=each.name or "", robot=each) for each in robots))


def test_a_held_body_is_written(tmp_path: Path) -> None:
    grab = Grab(link="hand", body="mug", body_link="cup", ignored_links=("arm",))
    robotfmt.write(_scene(grab), tmp_path / "scene.dae")
    root = etree.parse(tmp_path / "scene.dae")
    (constraint,) = root.iter("{*}rigid_constraint")
    ends = ["pmodel0_inst/rigid1", "pmodel1_inst/rigid0"]
    assert [each.get("rigid_body") for each in constraint if each.get("rigid_body")] == ends
    assert [each.get("link") for each in root.iter("{*}ignore_link")] == ["rigid0"]
    assert robotfmt.read_world(tmp_path / "scene.dae").robots[0].robot.grabs == (grab,)


@pytest.mark.parametrize(
    "grab",
    [
        Grab(link="hand", body="mug"),
        Grab(link="hand", body="cup of another scene", body_link="cup"),
        Grab(link="nil", body="mug", body_link="cup"),
    ],
)
def test_a_held_body_outside_the_scene_is_stored_in_the_sidecar(grab: Grab, tmp_path: Path) -> None:
    report = Report()
    robotfmt.write(_scene(grab), tmp_path / "scene.dae", report=report, keep=True)
    assert b"rigid_constraint" not in (tmp_path / "scene.dae").read_bytes()
    assert robotfmt.read_world(tmp_path / "scene.dae").robots[0].robot.grabs == (grab,)
    assert [each.fate for each in report if each.subject.startswith("robot/robot/grab")] == [Fate.STORED]


CONNECTED = """<extra type="connect_body" name="drill"><technique profile="OpenRAVE">
<frame_origin link="kmodel0/link1"><translate>0 0 0.1</translate></frame_origin>
<instance_body url="./drill.dae"/><active>{}</active></technique></extra>"""
DRILL = ConnectedBody(name="drill", link="hand", pose=Pose((0.0, 0.0, 0.1)), uri="./drill.dae", active=True)


@pytest.mark.parametrize("active", ["<bool>true</bool>", "<int>1</int>"])
def test_a_connected_body_read(active: str) -> None:
    system = b'<articulated_system id="body0_motion">'
    data = write_bytes(ARM, "collada")
    assert system in data
    robot = read_text(data.replace(b"</motion>", b"</motion>" + CONNECTED.format(active).encode()), "collada")
    assert robot.connected_bodies == (DRILL,)
    assert robot.extensions == ()


def test_a_connected_body_is_written() -> None:
    robot = replace(ARM, connected_bodies=(DRILL,))
    assert plain(write_connected(DRILL, Ids(ARM))) == compact(CONNECTED.format("<bool>true</bool>"))
    assert read_text(write_bytes(robot, "collada"), "collada").connected_bodies == (DRILL,)


def test_a_body_connected_to_nothing_stays_as_it_is() -> None:
    extra = CONNECTED.format("<bool>true</bool>").replace("kmodel0/link1", "nil").encode()
    data = write_bytes(ARM, "collada").replace(b"</motion>", b"</motion>" + extra)
    robot = read_text(data, "collada")
    assert robot.connected_bodies == ()
    assert [each.name for each in robot.extensions] == ["extra"]
