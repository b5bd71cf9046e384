"""Models whose links pass through each other, as parts of one robot."""

from __future__ import annotations

from pathlib import Path

import robotfmt
from robotfmt.cli import main

_LINK = """<link name="{}"><inertial><mass>1</mass></inertial>
<collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link>"""
_JOINT = "<joint name='j' type='revolute'><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>"
_MODEL = "<model name='{}'>" + _LINK.format("a") + _LINK.format("b") + _JOINT + "</model>"
WORLD = f"<sdf version='1.9'><world name='w'>{_MODEL.format('one')}{_MODEL.format('two')}</world></sdf>"


def test_a_world_of_such_models_becomes_one_robot_and_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "world.sdf"
    path.write_text(WORLD)
    assert main(["convert", str(path), "-o", str(tmp_path / "one.urdf"), "--as-one", "-q"]) == 0
    assert {each.name for each in robotfmt.read(tmp_path / "one.urdf").links} >= {"one_a", "two_b"}
    assert main(["render", str(path), "-o", str(tmp_path / "world.png"), "-q"]) == 0
    assert (tmp_path / "world.png").stat().st_size > 1000
