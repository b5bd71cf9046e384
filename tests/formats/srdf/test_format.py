"""The format's record: what its documents look like."""

from __future__ import annotations

import pytest
from real import corpus, fixtures

from robotfmt.formats import Carries, Feature, of_input
from robotfmt_srdf import FORMAT


@pytest.mark.parametrize(
    "data",
    [
        b'<robot name="r"/>',
        b'<?xml version="1.0"?>\n<!-- <link name="a"/> <visual/> -->\n<robot name="r"></robot>',
        b'<robot><group name="g"><link name="a"/><joint name="b"/></group></robot>',
        b'<robot><disable_collisions link1="a" link2="b"/></robot>',
        b'\xef\xbb\xbf<robot><group_state name="a"><joint name="b" value="1"/></group_state></robot>',
        '\ufeff<robot><passive_joint name="a"/></robot>'.encode("utf-16-le"),
    ],
)
def test_srdf_is_recognised(data: bytes) -> None:
    assert FORMAT.sniff(data)
    assert of_input("robot.srdf", data) is FORMAT
    assert of_input("robot.xml", data) is FORMAT


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<COLLADA/>",
        b'<robot><link name="a"/></robot>',
        b'<robot><link name="a"/><joint name="j"><parent link="a"/></joint><group name="g"/></robot>',
        b'<robot><link name="a"><visual/></link><disable_collisions link1="a" link2="b"/></robot>',
    ],
)
def test_other_documents_are_not_recognised(data: bytes) -> None:
    assert not FORMAT.sniff(data)


def test_a_urdf_without_its_suffix_is_still_one() -> None:
    for path in [*fixtures(".urdf"), *corpus("urdf/**/*.urdf")]:
        assert not FORMAT.sniff(path.read_bytes()), path


def test_srdf_only_adds_to_other_documents() -> None:
    assert FORMAT.overlay
    assert FORMAT.holds(Feature.LINKS) is Carries.NONE
    assert FORMAT.holds(Feature.NAME) is Carries.NONE
    assert FORMAT.holds(Feature.PAIR_REASONS) is Carries.FULL
    assert FORMAT.holds(Feature.SPHERES) is Carries.PARTIAL
    assert FORMAT.holds(Feature.MANIPULATORS) is Carries.NONE
