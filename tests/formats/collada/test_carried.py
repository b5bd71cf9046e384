"""What is passed through in a document of ours stands where the schema wants it, and formulas as both readers want
them."""

from __future__ import annotations

from pathlib import Path

from collada_schema import HOME, misplaced, tag_of
from lxml import etree
from real import FIXTURES

import robotfmt
from robotfmt.model import FormulaCoupling, Variable
from robotfmt.model.record import replace

ARM = FIXTURES / "arm6" / "arm6.urdf"


def rewritten(folder: Path, *changes: tuple[str, str]) -> etree._Element:
    """The document of an arm, changed by hand, as we write it again."""
    robotfmt.convert(ARM, folder / "first.dae")
    text = (folder / "first.dae").read_text()
    for old, new in changes:
        assert text.count(old) >= 1
        text = text.replace(old, new, 1)
    (folder / "changed.dae").write_text(text)
    robotfmt.convert(folder / "changed.dae", folder / "second.dae")
    return etree.parse(folder / "second.dae").getroot()


def test_carried_elements_find_their_places(tmp_path: Path) -> None:
    root = rewritten(
        tmp_path,
        ("<authoring_tool>", "<author>somebody</author><authoring_tool>"),
        ("<modified>", "<keywords>arm</keywords><modified>"),
        ("<library_kinematics_models", '<library_cameras id="cameras"/><library_kinematics_models'),
        ('<technique profile="OpenRAVE">', '<brake/><technique profile="OpenRAVE">'),
    )
    assert list(misplaced(root)) == []
    (asset,) = root.findall(f"{HOME}asset")
    names = ["contributor", "created", "keywords", "modified", "unit", "up_axis"]
    assert [tag_of(each) for each in asset] == names
    assert [tag_of(each) for each in asset[0]] == ["author", "authoring_tool"]
    libraries = [tag_of(each) for each in root]
    assert "library_cameras" in libraries[: libraries.index("scene")]


def test_a_linear_formula_is_a_mimic_for_ros_and_a_formula_for_openrave(tmp_path: Path) -> None:
    robot = robotfmt.read(ARM)
    second = robot.joints[1]
    follows = replace(second.axes[0], coupling=FormulaCoupling(expression=Variable(robot.joints[0].name)))
    joints = (robot.joints[0], replace(second, axes=(follows,)), *robot.joints[2:])
    robotfmt.write(replace(robot, joints=joints), tmp_path / "arm.dae")
    root = etree.parse(tmp_path / "arm.dae").getroot()
    (formula,) = root.iter(f"{HOME}formula")
    common, position = (
        ["".join(each.itertext()).split() for each in formula.iterfind(f".//{HOME}{tag}")]
        for tag in ("technique_common", "equation[@type='position']")
    )
    assert common == [["1", "kmodel0/joint0", "0"]]
    assert position == [["kmodel0/joint0"]]
    back = robotfmt.read(tmp_path / "arm.dae").joints[1].axes[0].coupling
    assert back == follows.coupling
