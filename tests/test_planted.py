"""The table of planted faults is sound: ``tests/benchmarks/planted.py`` measures with it how many ``check`` finds."""

from __future__ import annotations

from collections import Counter

import pytest
from changes import ChangeError, changed
from found import Finding, finding, worst_naming
from rows import Documents, Fault, faults, robots

ROWS = tuple(faults())
FORMATS = {
    *("urdf", "sdf", "mjcf", "srdf", "xrdf", "curobo", "lula", "joint_limits", "collada", "openrave", "choreonoid"),
    *("smurf", "smurfs"),
}
XML = b"<robot><link name='arm'><mass value='2'/></link><link name='hand'/></robot>"
YAML = b"links: [{name: arm, mass: 2}, {name: hand, mass: 1}]\n"


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Documents:
    return Documents(tmp_path_factory.mktemp("written"))


def test_there_are_200_faults_in_all_formats_and_ten_robots() -> None:
    assert len(ROWS) >= 200
    assert {each.robot.format for each in ROWS} == FORMATS
    assert len({each.robot.name for each in ROWS}) >= 10


def test_no_row_is_there_twice() -> None:
    assert [name for name, count in Counter(each.name for each in ROWS).items() if count > 1] == []


def test_each_robot_has_a_fault_or_others_refer_to_it() -> None:
    used = {each.robot.name for each in ROWS} | {each.beside for each in robots().values()}
    assert set(robots()) - used == set()


def test_each_change_applies_and_alters_the_document(documents: Documents) -> None:
    same = []
    for fault in ROWS:
        if documents.has(fault.robot):
            data = documents.path(fault.robot).read_bytes()
            same += [fault.name] if fault.plant(data) == changed(data, [], {}) else []
    assert same == []


def test_sound_documents_do_not_contain_what_faults_call_missing(documents: Documents) -> None:
    found = []
    for robot in (each for each in robots().values() if documents.has(each)):
        found += [robot.name] if b"missing_" in documents.path(robot).read_bytes() else []
    assert found == []


# The operations


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (["set", "//link/mass/@value", "-1"], b'value="-1"'),
        (["set", "//link[@name='hand']/mass/@value", "3"], b'<link name="hand"><mass value="3"/></link>'),
        (["scale", "//mass", "1000"], b'value="2000"'),
        (["rename", "//mass/@value", "vale"], b'<mass vale="2"/>'),
        (["rename", "//mass", "mas"], b'<mas value="2"/>'),
        (["delete", "//link[@name='{other}']"], b"</link></robot>"),
        (["copy", "//mass"], b'<mass value="2"/><mass value="2"/>'),
        (["insert", "//link[@name='hand']", "<visual/>"], b'<link name="hand"><visual/></link>'),
        (["replace", "<mass.*?>", "text"], b"text"),
    ],
)
def test_operations_on_xml(change: list[str], expected: bytes) -> None:
    assert expected in changed(XML, [change], {"other": "hand"})


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (["set", "links/name=hand/mass", "5"], b"mass: 5"),
        (["scale", "links/0/mass", "2.5"], b"mass: 5.0"),
        (["rename", "links/0/mass", "mas"], b"mas: 2"),
        (["copy", "links/name={other}"], b"- name: hand\n  mass: 1\n- name: hand"),
        (["insert", "links", "{name: tool}"], b"tool"),
        (["append", "more: 1"], b"more: 1"),
    ],
)
def test_operations_on_yaml(change: list[str], expected: bytes) -> None:
    assert expected in changed(
        YAML, [[word.replace("{{", "{").replace("}}", "}") for word in change]], {"other": "hand"}
    )


@pytest.mark.parametrize(
    "change", [["set", "//joint/@name", "x"], ["turn", "//mass"], ["delete", "//link[@name='{new}']"]]
)
def test_a_change_that_does_not_apply_is_refused(change: list[str]) -> None:
    with pytest.raises(ChangeError):
        changed(XML, [change], {})


# What is a hit


def fault(*names: str) -> Fault:
    return Fault("kind", next(iter(robots().values())), "", (), names)


def test_a_finding_names_whole_words_and_the_worst_one_is_taken() -> None:
    note, error = Finding("note", "a", "joint1 moves"), Finding("error", "b", "joint1")
    assert worst_naming(fault("joint1"), [note, error]) == error
    assert worst_naming(fault("joint1"), [Finding("error", "b", "joint12")]) is None
    assert worst_naming(fault(), [note]) == note


def test_the_number_of_a_line_does_not_make_a_finding_another() -> None:
    assert finding("note", "a", "as on line 3") == finding("note", "a", "as on line 17")
