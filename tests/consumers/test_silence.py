"""What an SDF leaves out, and a limit on one side, are in the programs that read the outputs as in Gazebo."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import robotfmt
from robotfmt.cli import main

from .behaviour import Behaviour
from .of_drake import of_drake
from .of_mujoco import of_mujoco
from .of_pinocchio import of_pinocchio

_PARTS = {
    "mass_alone": "<inertial><mass>4</mass></inertial>",
    "tensor_alone": "<inertial><inertia><ixx>.3</ixx><iyy>.3</iyy><izz>.4</izz></inertia></inertial>",
    "one_moment": "<inertial><mass>5</mass><inertia><ixx>.6</ixx></inertia></inertial>",
    "nothing": "",
}
_WEIGHTS = {"mass_alone": 4.0, "tensor_alone": 1.0, "one_moment": 5.0, "nothing": 1.0}
"""The masses in kg that libsdformat gives the links."""
_MOMENTS = {"mass_alone": (1, 1, 1), "tensor_alone": (0.3, 0.3, 0.4), "one_moment": (0.6, 1, 1), "nothing": (1, 1, 1)}
"""The principal moments in kg m^2 that libsdformat gives the links."""
_ROW = (
    '<joint name="{0}_{1}" type="revolute"><parent>{0}</parent><child>{1}</child><axis><xyz>0 0 1</xyz></axis></joint>'
)
_LIMITED = """<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/><link name="c"/>
<joint name="turn" type="revolute"><parent>a</parent><child>b</child>
  <axis><xyz>0 0 1</xyz><limit><lower>-inf</lower><upper>0.7</upper></limit></axis></joint>
<joint name="slide" type="prismatic"><parent>b</parent><child>c</child>
  <axis><xyz>0 0 1</xyz><limit><lower>0.2</lower></limit></axis></joint></model></sdf>"""
_ARM = """<robot name="arm"><link name="base">{0}</link>
<joint name="lift" type="revolute"><origin xyz="0 0 .3" rpy=".3 .2 .1"/><parent link="base"/><child link="upper"/>
  <axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="5" velocity="1"/></joint><link name="upper">{0}</link>
<joint name="mount" type="fixed"><origin xyz="0 0 .4" rpy="0 1 2"/><parent link="upper"/><child link="tool"/></joint>
<link name="tool"/></robot>"""
_HEAVY = '<inertial><mass value="2"/><inertia ixx=".1" ixy="0" ixz="0" iyy=".1" iyz="0" izz=".1"/></inertial>'


def _read(path: Path) -> Behaviour:
    return of_pinocchio(path) if path.suffix == ".urdf" else of_mujoco(path)


@pytest.mark.parametrize("suffix", [".urdf", ".xml"])
@pytest.mark.parametrize("repair", [(), ("--repair", "inertia")])
def test_links_weigh_as_in_gazebo(suffix: str, repair: tuple[str, ...], tmp_path: Path) -> None:
    names = list(_PARTS)
    links = "".join(f'<link name="{name}">{inner}</link>' for name, inner in _PARTS.items())
    joints = "".join(_ROW.format(*pair) for pair in pairwise(names))
    hand = '<link name="hand"/>' + _ROW.format(names[-1], "hand")
    (tmp_path / "m.sdf").write_text(f'<sdf version="1.9"><model name="m">{links}{joints}{hand}</model></sdf>')
    made = tmp_path / f"m{suffix}"
    assert main(["convert", str(tmp_path / "m.sdf"), str(made), *repair, "-q"]) == 0
    bodies = _read(made).bodies
    # pinocchio puts the mass of a root that a URDF does not hold nowhere, and MuJoCo that of the free body to the root.
    for name in names[1:] if suffix == ".urdf" else names:
        assert bodies[name].mass == pytest.approx(_WEIGHTS[name])
        assert np.linalg.eigvalsh(bodies[name].inertia) == pytest.approx(sorted(_MOMENTS[name]))


@pytest.mark.parametrize("suffix", [".urdf", ".xml"])
def test_a_limit_on_one_side_holds(suffix: str, tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text(_LIMITED)
    robotfmt.convert(tmp_path / "m.sdf", made := tmp_path / f"m{suffix}")
    joints = _read(made).axes
    assert joints["turn"].upper == pytest.approx(0.7)
    assert joints["slide"].lower == pytest.approx(0.2)


def test_links_without_mass_load_in_all_readers_of_mjcf_at_the_same_place(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(_ARM.format(_HEAVY))
    robotfmt.convert(tmp_path / "arm.urdf", made := tmp_path / "arm.xml")
    wanted = of_pinocchio(tmp_path / "arm.urdf").place({"lift": 0.5})
    for read in (of_mujoco, of_pinocchio, of_drake):
        found = read(made)
        places = found.place({"lift": 0.5})
        assert sum(each.mass for each in found.bodies.values()) == pytest.approx(4.0)
        assert abs(places["tool"] - wanted["tool"]).max() < 1e-9


@pytest.mark.parametrize(
    ("image", "ratio"), [("", 0.75), ("<image><width>100</width><height>50</height></image>", 0.5)]
)
def test_a_camera_sees_as_in_gazebo(image: str, ratio: float, tmp_path: Path) -> None:
    sensor = f'<sensor name="eye" type="camera"><camera name="lens">{image}</camera></sensor>'
    (tmp_path / "m.sdf").write_text(f'<sdf version="1.9"><model name="m"><link name="a">{sensor}</link></model></sdf>')
    assert main(["convert", str(tmp_path / "m.sdf"), str(tmp_path / "m.xml"), "-q"]) == 0
    (camera,) = (of_mujoco(tmp_path / "m.xml").cameras or {}).values()
    assert camera.view == pytest.approx(2 * np.arctan(np.tan(1.047 / 2) * ratio))


def test_a_camera_is_where_its_lens_is(tmp_path: Path) -> None:
    lens = '<camera name="lens"><pose>.1 0 .2 0 0 0</pose><horizontal_fov>1</horizontal_fov></camera>'
    sensor = f'<sensor name="eye" type="camera"><pose>1 2 3 0 0 1.5707963267948966</pose>{lens}</sensor>'
    (tmp_path / "m.sdf").write_text(f'<sdf version="1.9"><model name="m"><link name="a">{sensor}</link></model></sdf>')
    assert main(["convert", str(tmp_path / "m.sdf"), str(tmp_path / "m.xml"), "-q"]) == 0
    camera = (of_mujoco(tmp_path / "m.xml").cameras or {})["eye"]
    assert camera.pose is not None
    assert camera.pose[:3, 3] == pytest.approx([1, 2.1, 3.2])
    assert camera.pose[:3, 0] == pytest.approx([0, 1, 0])
