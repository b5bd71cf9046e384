"""What nobody knows comes out where it went in, and what is damaged ends in an error that says so."""

from __future__ import annotations

import pytest
from lxml import etree
from reading import read_text, write_bytes
from real import FIXTURES

from robotfmt.diagnostics import Report
from robotfmt.errors import RobotfmtError
from robotfmt.model.record import replace

DATA = (FIXTURES / "arm6" / "arm6.srdf").read_bytes()
ARM = read_text((FIXTURES / "arm6" / "arm6.urdf").read_bytes(), "urdf")


def elements(root: etree._Element) -> list[etree._Element]:
    return [each for each in root.iter() if isinstance(each.tag, str)]


COUNT = len(elements(etree.fromstring(DATA)))


def canonical(data: bytes) -> bytes:
    """A document without the white space between its elements, and with its attributes in order."""
    parser = etree.XMLParser(remove_blank_text=True)
    return etree.tostring(etree.fromstring(data, parser), method="c14n")


@pytest.mark.parametrize("number", range(COUNT))
def test_an_unknown_attribute_and_an_unknown_element_anywhere(number: int) -> None:
    root = etree.fromstring(DATA)
    target = elements(root)[number]
    target.set("zz", "1")
    etree.SubElement(target, "zz").append(etree.fromstring('<deep x="1">text</deep>'))
    given = etree.tostring(root)
    robot = read_text(given, "srdf")
    assert robot == replace(read_text(DATA, "srdf"), extensions=robot.extensions)
    assert canonical(write_bytes(robot, "srdf")) == canonical(given)


@pytest.mark.parametrize("number", range(COUNT))
def test_a_missing_attribute_anywhere(number: int) -> None:
    names = list(elements(etree.fromstring(DATA))[number].attrib)
    for name in names:
        root = etree.fromstring(DATA)
        del elements(root)[number].attrib[name]
        report = Report()
        robot = read_text(etree.tostring(root), "srdf", report, ARM)
        assert report.errors == []
        again = read_text(write_bytes(robot, "srdf"), "srdf", robot=ARM)
        assert again == robot


@pytest.mark.parametrize("value", ["", " ", "x", "nan", "1e999", "1 2 3 4", "\u0661", "${x}", "'\"<&>"])
def test_any_value_anywhere(value: str) -> None:
    for number in range(COUNT):
        names = list(elements(etree.fromstring(DATA))[number].attrib)
        for name in names:
            root = etree.fromstring(DATA)
            elements(root)[number].set(name, value)
            try:
                robot = read_text(etree.tostring(root), "srdf", robot=ARM)
            except RobotfmtError:
                assert value == "${x}"
                continue
            back = write_bytes(robot, "srdf")
            assert read_text(back, "srdf", robot=ARM) == robot
            assert write_bytes(read_text(back, "srdf", robot=ARM), "srdf") == back


@pytest.mark.parametrize("number", range(1, COUNT))
def test_a_duplicate_element_is_no_error(number: int) -> None:
    root = etree.fromstring(DATA)
    target = elements(root)[number]
    target.addnext(etree.fromstring(etree.tostring(target, with_tail=False)))
    report = Report()
    robot = read_text(etree.tostring(root), "srdf", report, ARM)
    assert report.errors == []
    data = write_bytes(robot, "srdf")
    assert read_text(data, "srdf", robot=ARM) == robot
    assert canonical(data) == canonical(etree.tostring(root))


def test_broken_elements_do_not_change_the_order_of_the_others() -> None:
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n<robot name="r">\n'
        '  <disable_collisions link1="a"/>\n'
        '  <disable_collisions link1="b" link2="a" reason="1"/>\n'
        '  <disable_collisions comment="c" link1="a" link2="b" reason="2"/>\n'
        '  <group name="g">\n    <chain tip_link="t"/>\n    <chain base_link="a" tip_link="x"/>\n'
        '    <chain base_link="b" tip_link="t"/>\n  </group>\n'
        '  <group_state name="s" group="g">\n    <joint name="a" value="x"/>\n    <joint name="b" value="1"/>\n'
        '    <joint name="a" value="2"/>\n  </group_state>\n</robot>\n'
    )
    robot = read_text(text, "srdf")
    assert [each.base for each in robot.groups[0].chains] == ["a", "b"]
    assert [each.joint for each in robot.states[0].values] == ["a", "b", "a"]
    assert write_bytes(robot, "srdf").decode() == text


@pytest.mark.parametrize(
    "data",
    [
        b'<!DOCTYPE robot [<!ENTITY a "b">]><robot name="&a;"/>',
        b'<!DOCTYPE robot [<!ENTITY a SYSTEM "file:///etc/passwd">]><robot name="r">&a;</robot>',
        b"<robot>" + b'<group name="g">' * 100_000,
        b'<robot name="r">' + b"<a>" * 1000 + b"</a>" * 1000 + b"</robot>",
    ],
)
def test_hostile_documents_are_refused(data: bytes) -> None:
    with pytest.raises(RobotfmtError):
        read_text(data, "srdf")


def test_groups_nested_deep_inside_one_another_are_kept() -> None:
    depth = 100
    inside = '<group name="g">' * depth + "</group>" * depth
    robot = read_text(f'<robot name="r">{inside}</robot>', "srdf")
    assert robot.groups[0].groups == ("g",)
    assert read_text(write_bytes(robot, "srdf"), "srdf") == robot


def test_many_wrong_names_take_no_long_time() -> None:
    pairs = "".join(f'<disable_collisions link1="x{n}" link2="y{n}"/>' for n in range(5000))
    report = Report()
    robot = read_text(f'<robot name="arm6">{pairs}</robot>', "srdf", report, ARM)
    assert len(robot.ignored_pairs) == 5000
    assert len(report.having("srdf.unknown-link")) == 10_000
