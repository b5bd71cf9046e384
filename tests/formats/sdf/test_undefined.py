"""What SDF does not define: left out for Drake, which refuses it."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import BROKEN, FIXTURES

import robotfmt
from robotfmt.diagnostics import Fate
from robotfmt.facts.difference import diff
from robotfmt.model import Robot
from robotfmt.model.record import replace
from robotfmt.settings import Settings
from robotfmt_sdf.document.elements import kinds

LAMP = BROKEN / "conversion" / "convert.place-gone.sdf"
FOR_DRAKE = Settings(options={"sdf.target": "drake"})


def test_the_table_has_places_and_versions() -> None:
    model = kinds()[0].inner("model", (1, 11))
    assert model is not None
    joint = model.inner("joint", (1, 11))
    assert joint is not None
    axis = joint.inner("axis", (1, 11))
    assert axis is not None
    assert axis.inner("use_parent_model_frame", (1, 6)) is not None
    assert axis.inner("use_parent_model_frame", (1, 7)) is None
    assert (axis.has("xyz", (1, 0)), axis.has("xyz", (1, 2))) == (True, False)


def test_only_what_is_undefined_is_left_out_and_reported(tmp_path: Path) -> None:
    marked = tmp_path / "marked.sdf"
    done = robotfmt.convert(LAMP, marked, settings=FOR_DRAKE)
    text = marked.read_text(encoding="utf-8")
    assert "gz_frame_id" not in text
    assert '<plugin filename="gz-sim-p" name="p"><rate>5</rate></plugin>' in text
    assert "<!-- the frame of its messages -->" in text
    (gone,) = done.report.having(Fate.LOST)
    assert "'gz_frame_id'" in gone.message


@pytest.mark.parametrize("path", [LAMP, FIXTURES / "sdf" / "picker.sdf"])
def test_the_way_back_restores_the_document_with_a_sidecar(path: Path, tmp_path: Path) -> None:
    plain, marked, back = (tmp_path / name for name in ("plain.sdf", "marked.sdf", "back.sdf"))
    robotfmt.convert(path, plain)
    robotfmt.convert(path, marked, settings=FOR_DRAKE, keep=True)
    robotfmt.convert(marked, back)
    assert diff(robotfmt.read(plain), robotfmt.read(marked)) == []
    assert diff(robotfmt.read(plain), robotfmt.read(back)) == []


def test_joints_that_drake_does_not_have(tmp_path: Path) -> None:
    axis = "<axis><xyz>0 0 1</xyz></axis><axis2><xyz>1 0 0</xyz></axis2>"
    links = '<link name="a"/><link name="b"/><link name="c"/>'
    joints = "".join(
        f'<joint name="{kind}" type="{kind}"><parent>a</parent><child>{child}</child>{axis}</joint>'
        for kind, child in (("revolute2", "b"), ("universal", "c"))
    )
    source, marked = tmp_path / "source.sdf", tmp_path / "marked.sdf"
    source.write_text(f'<sdf version="1.9"><model name="m">{links}{joints}</model></sdf>')
    robotfmt.convert(source, marked, settings=FOR_DRAKE)
    text = marked.read_text()
    assert ('type="revolute2"' in text, 'type="universal"' in text) == (False, True)


def test_an_update_for_drake_changes_the_document_in_place(tmp_path: Path) -> None:
    lamp = tmp_path / "lamp.sdf"
    lamp.write_bytes(LAMP.read_bytes())

    def heavier(robot: Robot, **_: object) -> Robot:
        inertial = replace(robot.links[0].inertial, mass=2.0)
        return replace(robot, links=(replace(robot.links[0], inertial=inertial),))

    done = robotfmt.update(lamp, edit=heavier, settings=FOR_DRAKE)
    assert not done.report.having("update.rewritten")
    assert "<mass>2</mass>" in lamp.read_text(encoding="utf-8")
    assert "gz_frame_id" in lamp.read_text(encoding="utf-8")
