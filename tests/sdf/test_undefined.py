"""What SDF does not define: under a prefix for Drake, and read without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from real import BROKEN, FIXTURES

import robotfmt
from robotfmt.facts.difference import diff
from robotfmt.model import Robot
from robotfmt.model.record import replace
from robotfmt.settings import Settings
from robotfmt_sdf.elements import kinds

LAMP = BROKEN / "sdf" / "sdf.undefined.sdf"
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


@pytest.mark.parametrize("path", [LAMP, FIXTURES / "sdf" / "picker.sdf"])
def test_the_way_back_restores_the_document(path: Path, tmp_path: Path) -> None:
    plain, marked, back = (tmp_path / name for name in ("plain.sdf", "marked.sdf", "back.sdf"))
    robotfmt.convert(path, plain)
    robotfmt.convert(path, marked, settings=FOR_DRAKE)
    robotfmt.convert(marked, back)
    assert diff(robotfmt.read(plain), robotfmt.read(marked)) == []
    assert plain.read_bytes() == back.read_bytes()


def test_only_what_is_undefined_is_under_the_prefix(tmp_path: Path) -> None:
    marked = tmp_path / "marked.sdf"
    done = robotfmt.convert(LAMP, marked, settings=FOR_DRAKE)
    text = marked.read_text()
    assert text.count("<robotfmt-undefined:") == 1
    assert '<robotfmt-undefined:gz_frame_id shape="round">foot</robotfmt-undefined:gz_frame_id>' in text
    assert "<!-- the frame of its messages -->" in text
    assert len(done.report.having("sdf.undefined")) == 1


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


def test_a_document_under_the_prefix_is_updated_as_a_whole(tmp_path: Path) -> None:
    marked = tmp_path / "marked.sdf"
    robotfmt.convert(LAMP, marked, settings=FOR_DRAKE)

    def heavier(robot: Robot, _: object) -> Robot:
        inertial = replace(robot.links[0].inertial, mass=2.0)
        return replace(robot, links=(replace(robot.links[0], inertial=inertial),))

    done = robotfmt.update(marked, edit=heavier)
    assert done.report.having("update.rewritten")
    assert "<gz_frame_id" in marked.read_text()
