"""Units of speeds and joint values: as the user asks for them, and so that every reader takes them right."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

import robotfmt
from robotfmt.model import JointValue
from robotfmt.model.record import replace
from robotfmt.settings import Settings

ARM = """<robot name="arm"><link name="base"/><link name="a"/><link name="b"/>
<joint name="hinge" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="3" velocity="2"/></joint>
<joint name="slider" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
<limit lower="0" upper="1" effort="3" velocity="0.5"/></joint></robot>"""
HOME = "{http://www.collada.org/2008/03/COLLADASchema}"


def written(folder: Path, **options: str) -> Path:
    """The arm with its hinge at a quarter of a radian, as COLLADA."""
    (folder / "arm.urdf").write_text(ARM)
    at = (JointValue(joint="hinge", values=(0.25,)),)
    settings = Settings(options={f"collada.{name}": value for name, value in options.items()})
    path = folder / "arm.dae"
    robotfmt.convert(
        folder / "arm.urdf",
        path,
        settings=settings,
        edit=lambda robot, **_: replace(robot, scene_positions=at),
    )
    return path


def numbers(path: Path, tag: str) -> list[float]:
    """The numbers in the elements of a name, in order."""
    found = etree.parse(path).getroot().iterfind(f".//{HOME}{tag}/{HOME}float")
    return [float(each.text or "") for each in found]


def tools(path: Path) -> list[str | None]:
    """Who wrote a document."""
    return [each.text for each in etree.parse(path).getroot().iter(f"{HOME}authoring_tool")]


def test_degrees_unless_asked(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert numbers(path, "speed") == pytest.approx([114.59155902616465, 0.5], rel=1e-15)
    assert numbers(path, "value") == pytest.approx([14.32394487827058, 0], rel=1e-15)
    assert tools(path) == ["robotfmt"]


def test_radians_are_written_with_the_tool_name_that_openrave_knows(tmp_path: Path) -> None:
    path = written(tmp_path, write_speeds="radians")
    assert numbers(path, "speed") == [2, 0.5]
    assert numbers(path, "value") == [0.25, 0]
    # Limits are degrees for everybody.
    assert numbers(path, "max") == pytest.approx([57.29577951308232, 1], rel=1e-15)
    assert tools(path) == ["robotfmt", "OpenRAVE Collada Writer"]


@pytest.mark.parametrize("write", ["degrees", "radians"])
@pytest.mark.parametrize("read", ["auto", "degrees", "radians"])
def test_documents_of_robotfmt_are_read_alike_whatever_dialect_is_chosen(read: str, write: str, tmp_path: Path) -> None:
    path = written(tmp_path, speed_units=read, write_speeds=write)
    robot = robotfmt.read(path, settings=Settings(options={"collada.speed_units": read}))
    speeds = [joint.axes[0].hard.velocity for joint in robot.joints if joint.axes[0].hard is not None]
    assert speeds == pytest.approx([2, 0.5], rel=1e-15)
    assert [each.values for each in robot.scene_positions] == [pytest.approx((0.25,), rel=1e-15)]


def test_a_contributor_with_an_old_tool_name_means_radians(tmp_path: Path) -> None:
    path = written(tmp_path, write_speeds="radians")
    text = path.read_text().replace(">robotfmt<", ">mine<")
    path.write_text(text)
    hinge = robotfmt.read(path).joints[0].axes[0].hard
    assert hinge is not None and hinge.velocity == 2
    path.write_text(text.replace(">OpenRAVE Collada Writer<", ">yours<"))
    hinge = robotfmt.read(path).joints[0].axes[0].hard
    assert hinge is not None and hinge.velocity == pytest.approx(0.03490658503988659, rel=1e-15)
