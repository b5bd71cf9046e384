"""Adapt robots to stages: what a stage reads otherwise is changed before, and reported."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.model import Robot
from robotfmt.settings import Settings

pytest.importorskip("pxr")
MOMENTS = '<inertia ixx="0.25" iyy="0.25" izz="0.25" ixy="0" ixz="0" iyz="0"/>'
HEAVY = f'<inertial><mass value="2"/>{MOMENTS}</inertial>'
TINY = HEAVY.replace("0.25", "0").replace('ixz="0"', 'ixz="1e-20"')
BALL = '<geometry><sphere radius="0.5"/></geometry>'


def urdf(link: str = HEAVY, name: str = ' name="r"') -> str:
    """A document with one link."""
    return f'<robot{name}><link name="a">{link}</link></robot>'


def mjcf(body: str, more: str = "") -> str:
    """A document with one body."""
    return f'<mujoco model="r">{more}<worldbody><body name="a">{body}</body></worldbody></mujoco>'


BODY = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
HINGE = """<sdf version="1.9"><model name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute">
<parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"""
GLOW = """<sdf version="1.9"><model name="r"><link name="a"><visual name="v">
<geometry><sphere><radius>1</radius></sphere></geometry>
<material><diffuse>1 0 0 1</diffuse><emissive>0 0 0 1</emissive></material></visual>
</link></model></sdf>"""
EMPTY = '<sdf version="1.11"><model name="r"><link name="a"><inertial auto="true"/></link></model></sdf>'
PAIR = """<mujoco model="r"><worldbody><body name="a"><geom size="1"/><body name="b"><site name="s"/></body></body>
</worldbody><contact><exclude body1="a" body2="b"/></contact></mujoco>"""
BRIGHT = '<material name="m"><color rgba="0 2 2 1"/></material>'
CASES = {
    "nameless": ("r.urdf", urdf(name=""), "usd.assumed-name"),
    "a hinge without limits": ("r.sdf", HINGE, "usd.endless"),
    "a visual with a density": (
        "r.xml",
        mjcf(f'<geom size="1" contype="0" conaffinity="0" group="2" density="5"/>{BODY}'),
        "convert.other-form",
    ),
    "a collision of density 0": (
        "r.xml",
        mjcf(f'<geom size="1" density="0"/>{BODY}'),
        "convert.other-form",
    ),
    "limits that no joint reaches": (
        "r.urdf",
        f'<robot name="r"><link name="a">{HEAVY}</link><link name="b">{HEAVY}</link><joint name="j" type="revolute">'
        '<parent link="a"/><child link="b"/><limit lower="-1e9" upper="1e9" effort="1" velocity="1"/></joint></robot>',
        "usd.endless",
    ),
    "a mass without moments": ("r.urdf", urdf('<inertial><mass value="1"/></inertial>'), "usd.least-mass"),
    "a mass without moments, and a collision": (
        "r.urdf",
        urdf(f'<inertial><mass value="1"/></inertial><collision>{BALL}</collision>'),
        "usd.least-mass",
    ),
    "a cylinder without length": (
        "r.urdf",
        urdf(f'{HEAVY}<visual><geometry><cylinder radius="1"/></geometry></visual>'),
        "usd.no-shape",
    ),
    "moments to be computed without a collision": ("r.sdf", EMPTY, "usd.least-mass"),
    "a pair of links that are no bodies": ("r.xml", PAIR, "usd.no-words"),
    "a collision with a material": (
        "r.xml",
        mjcf('<geom size="1" group="4" material="m"/>', '<asset><material name="m" rgba="1 0 0 1"/></asset>'),
        "usd.no-words",
    ),
    "a box with nine digits": (
        "r.urdf",
        urdf(f'{HEAVY}<collision><geometry><box size="2 0.3 0.246445167"/></geometry></collision>'),
        "usd.rounded",
    ),
    "black light": ("r.sdf", GLOW, "usd.rounded"),
    "a colour above 1": ("r.urdf", urdf(f"{HEAVY}<visual>{BALL}{BRIGHT}</visual>"), "usd.no-words"),
}


def through(folder: Path, name: str, text: str) -> tuple[Robot, Report]:
    """Return a robot as it comes back from a stage, and the report of its way there."""
    (folder / name).write_text(text)
    report = Report()
    robotfmt.convert(folder / name, folder / "made.usda", report=report, overwrite=True)
    return robotfmt.read(folder / "made.usda"), report


@pytest.mark.parametrize("case", CASES)
def test_what_a_stage_reads_otherwise_is_reported(case: str, tmp_path: Path) -> None:
    """A change without a report fails as an internal error; that of each kind has a code."""
    name, text, code = CASES[case]
    _, report = through(tmp_path, name, text)
    assert code in {each.code for each in report}


@pytest.mark.parametrize("engine", ["physx", "newton", "mujoco"])
def test_what_computing_left_of_zeros_is_no_tensor(tmp_path: Path, engine: str) -> None:
    """The mean of such moments, which MuJoCo would get, is zero, and engines compute a tensor then."""
    (tmp_path / "r.urdf").write_text(urdf(f"{TINY}<collision>{BALL}</collision>"))
    robotfmt.convert(tmp_path / "r.urdf", tmp_path / "r.usda", settings=Settings(options={"usd.physics": engine}))
    (link,) = robotfmt.read(tmp_path / "r.usda").links
    assert link.inertial is not None
    assert link.inertial.inertia is not None
    assert link.inertial.inertia.ixx == 1e-9


def test_a_robot_without_a_name_gets_that_of_the_file(tmp_path: Path) -> None:
    """The prim of the robot needs a name."""
    robot, _ = through(tmp_path, "r.urdf", urdf(name=""))
    assert robot.name == "made"


def test_engines_compute_moments_from_collisions(tmp_path: Path) -> None:
    """A mass without moments leaves them to the engine if it has colliders, and gets the least ones if not."""
    (link,) = through(tmp_path, *CASES["a mass without moments, and a collision"][:2])[0].links
    assert link.inertial is not None and link.inertial.computed and link.inertial.inertia is None
    (link,) = through(tmp_path, *CASES["a mass without moments"][:2])[0].links
    assert link.inertial is not None and link.inertial.inertia is not None and link.inertial.inertia.ixx == 1e-9


SHELL = '<visual><geometry><box size="0.5 0.5 0.5"/></geometry></visual>'
MASSLESS = f"""<robot name="r"><link name="a">{HEAVY}</link><link name="cover">{SHELL}</link><link name="frame"/>
<link name="lens"><collision><origin xyz="0 1 0"/>{BALL}</collision></link><link name="lid">{SHELL}</link>
<joint name="one" type="fixed"><origin xyz="0 0 1"/><parent link="a"/><child link="cover"/></joint>
<joint name="two" type="fixed"><origin xyz="0 0 1"/><parent link="cover"/><child link="frame"/></joint>
<joint name="three" type="fixed"><origin xyz="1 0 0"/><parent link="frame"/><child link="lens"/></joint>
<joint name="four" type="continuous"><parent link="a"/><child link="lid"/><axis xyz="0 0 1"/></joint></robot>"""


def test_shapes_without_mass_go_to_the_body_that_they_are_fixed_to(tmp_path: Path) -> None:
    """Links keep their names and places; what a joint moves stays a body."""
    (tmp_path / "r.urdf").write_text(MASSLESS)
    report, settings = Report(), Settings(options={"usd.massless": "merge"})
    robotfmt.convert(tmp_path / "r.urdf", tmp_path / "r.usda", report=report, settings=settings)
    assert any("'cover'" in each.message for each in report.having("usd.merged"))
    assert {each.message.split("'")[1] for each in report.having("usd.least-mass")} == {"lid"}
    robot = robotfmt.read(tmp_path / "r.usda")
    shapes = {each.name: (len(each.visuals), len(each.collisions)) for each in robot.links}
    assert shapes == {"a": (1, 1), "lid": (1, 0), "cover": (0, 0), "frame": (0, 0), "lens": (0, 0)}
    (ball,) = robot.link("a").collisions
    assert ball.pose is not None
    assert ball.pose.xyz == (1, 1, 2)
    assert robot.joint("three").parent == "frame"
    assert (tmp_path / "r.usda").read_text(encoding="utf-8").count('"PhysicsRigidBodyAPI"') == 2
