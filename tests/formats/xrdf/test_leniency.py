"""What other programs write and read is survived, and never in silence."""

from __future__ import annotations

from time import process_time

import pytest
from growth import LINEAR, growth

from robotfmt.context import Context
from robotfmt.diagnostics import Diagnostic
from robotfmt.documents.source import Source
from robotfmt.model import Robot
from robotfmt_xrdf import FORMAT
from robotfmt_xrdf.codes import CODES

CSPACE = "cspace: {joint_names: [j], acceleration_limits: [1], jerk_limits: [2]}\n"
HEAD = "format: xrdf\nformat_version: 1.0\n" + CSPACE
FRAME = "frame_name: f, parent_frame_name: p, joint_name: q"
POSE = "fixed_transform: {position: [0, 0, 0], orientation: {w: 1, xyz: [0, 0, 0]}}"
SPHERES = "geometry: {g: {spheres: {a: [{center: [0, 0, 0], radius: 1}], b: [{center: [0, 0, 0], radius: 1}]}}}\n"


def _add(rest: str) -> str:
    return "modifiers: [add_frame: {" + FRAME + ", " + rest + "}]\n"


def _read(text: str) -> tuple[Robot, list[Diagnostic]]:
    assert FORMAT.read is not None
    context = Context()
    robot = FORMAT.read(Source("a.xrdf", text.encode()), None, context)
    return robot, [each for each in context.report if each.code != "document.not-understood"]


# What stands behind the head from line 4 on, and what must be said about it: code, line, column.
CASES: dict[str, tuple[str, list[tuple[str, int, int]]]] = {
    "no modifiers": ("modifiers:\n", [("xrdf.empty-value", 4, 1)]),
    "modifiers as mapping": ("modifiers: {set_base_frame: b}\n", [("xrdf.modifiers-not-list", 4, 12)]),
    "modifier as text": ("modifiers: [b]\n", [("xrdf.unknown-modifier", 4, 13)]),
    "unknown modifier": (
        "modifiers:\n  - set_base_frames: b\n",
        [("xrdf.unknown-modifier", 5, 5)],
    ),
    "two modifiers in one": (
        "modifiers:\n  - set_base_frame: a\n    add_frame: {}\n",
        [("xrdf.unknown-modifier", 6, 5)],
    ),
    "two bases": (
        "modifiers:\n  - set_base_frame: a\n  - set_base_frame: b\n",
        [("xrdf.base-twice", 6, 21)],
    ),
    "base as list": ("modifiers: [set_base_frame: [a]]\n", [("xrdf.base-not-string", 4, 29)]),
    "empty add_frame": ("modifiers: [add_frame: ]\n", [("xrdf.frame-name-missing", 4, 13)]),
    "frame without name": (
        "modifiers: [add_frame: {parent_frame_name: p, joint_name: q}]\n",
        [("xrdf.frame-name-missing", 4, 24)],
    ),
    "no joint type": (_add(POSE), [("xrdf.joint-type-spelling", 4, 24)]),
    "joint type in small letters": (
        _add(f"joint_type: fixed, {POSE}"),
        [("xrdf.joint-type-spelling", 4, 89)],
    ),
    "other joint type": (_add(f"joint_type: REVOLUTE, {POSE}"), [("xrdf.joint-type-not-fixed", 4, 89)]),
    "no transform": (_add("joint_type: FIXED"), [("xrdf.transform-shape", 4, 24)]),
    "transform without orientation": (
        _add("joint_type: FIXED, fixed_transform: {position: [0, 0, 0]}"),
        [("xrdf.transform-shape", 4, 113)],
    ),
    "short position": (
        _add("joint_type: FIXED, fixed_transform: {position: [0, 0], orientation: {w: 1, xyz: [0, 0, 0]}}"),
        [("xrdf.transform-shape", 4, 124)],
    ),
    "quaternion of zeros": (
        _add("joint_type: FIXED, fixed_transform: {position: [0, 0, 0], orientation: {w: 0, xyz: [0, 0, 0]}}"),
        [("xrdf.quaternion-norm", 4, 148)],
    ),
    "quaternion that is a little off": (
        _add("joint_type: FIXED, fixed_transform: {position: [0,0,0], orientation: {w: 1.001, xyz: [0, 0, 0]}}"),
        [("xrdf.quaternion-norm", 4, 146)],
    ),
    "frame added twice": (
        f"modifiers:\n  - add_frame: {{{FRAME}, joint_type: FIXED, {POSE}}}\n"
        f"  - add_frame: {{{FRAME}, joint_type: FIXED, {POSE}}}\n",
        [("xrdf.frame-name-taken", 6, 29), ("xrdf.joint-name-taken", 6, 66)],
    ),
    "remove_mimic_attributes in 1.0": (
        "modifiers: [remove_mimic_attributes: {joint_name: j}]\n",
        [("xrdf.key-of-2-0", 4, 38)],
    ),
    "no groups": ("geometry:\n", [("xrdf.empty-value", 4, 1)]),
    "no group": ("geometry: {g: }\n", [("xrdf.empty-value", 4, 12)]),
    "no spheres": ("geometry: {g: {spheres: }}\n", [("xrdf.empty-value", 4, 16)]),
    "no list of spheres": ("geometry: {g: {spheres: {a: }}}\n", [("xrdf.empty-spheres", 4, 26)]),
    "groups as list": ("geometry: [g]\n", [("xrdf.geometry-shape", 4, 11)]),
    "group as text": ("geometry: {g: x}\n", [("xrdf.geometry-shape", 4, 15)]),
    "spheres as list": ("geometry: {g: {spheres: []}}\n", [("xrdf.geometry-shape", 4, 25)]),
    "frame's spheres as mapping": (
        "geometry: {g: {spheres: {a: {center: [0, 0, 0]}}}}\n",
        [("xrdf.geometry-shape", 4, 29)],
    ),
    "sphere as list": ("geometry: {g: {spheres: {a: [[0, 0, 0, 1]]}}}\n", [("xrdf.sphere-shape", 4, 30)]),
    "sphere without radius": (
        "geometry: {g: {spheres: {a: [{center: [0, 0, 0]}]}}}\n",
        [("xrdf.sphere-shape", 4, 30)],
    ),
    "sphere with a flat centre": (
        "geometry: {g: {spheres: {a: [{center: [0, 0], radius: 1}]}}}\n",
        [("xrdf.sphere-shape", 4, 39)],
    ),
    "negative radius": (
        "geometry: {g: {spheres: {a: [{center: [0, 0, 0], radius: -10}]}}}\n",
        [("xrdf.negative-radius", 4, 58)],
    ),
    "no radius at all": (
        "geometry: {g: {spheres: {a: [{center: [0, 0, 0], radius: 0}]}}}\n",
        [("xrdf.zero-radius", 4, 58)],
    ),
    "infinite radius": (
        "geometry: {g: {spheres: {a: [{center: [0, 0, 0], radius: .inf}]}}}\n",
        [("number.not-finite", 4, 58)],
    ),
    "radius as text": (
        "geometry: {g: {spheres: {a: [{center: [0, 0, 0], radius: '0.1'}]}}}\n",
        [("xrdf.number-as-string", 4, 58)],
    ),
    "radius that YAML 1.1 takes for a text": (
        "geometry: {g: {spheres: {a: [{center: [0, 0, 0], radius: 1e-3}]}}}\n",
        [("xrdf.ambiguous-scalar", 4, 58)],
    ),
    "clone in 1.0": (SPHERES.replace("{spheres", "{clone: [], spheres"), [("xrdf.key-of-2-0", 4, 23)]),
    "frame twice": (
        "geometry: {g: {spheres: {a: [{center: [0, 0, 0], radius: 1}],\n  a: [{center: [1, 0, 0], radius: 1}]}}}\n",
        [("yaml.duplicate-key", 5, 3)],
    ),
    "empty collision": ("collision:\n", [("xrdf.empty-value", 4, 1)]),
    "collision as text": ("collision: g\n", [("xrdf.collision-geometry", 4, 12)]),
    "collision without geometry": ("collision: {}\n", [("xrdf.collision-geometry", 4, 12)]),
    "unknown group": (SPHERES + "collision: {geometry: h}\n", [("xrdf.collision-geometry", 5, 23)]),
    "group in a list": (SPHERES + "collision: {geometry: [g]}\n", [("xrdf.collision-geometry-list", 5, 23)]),
    "one buffer for all": (
        SPHERES + "collision: {geometry: g, buffer_distance: 0.5}\n",
        [("xrdf.buffer-scalar", 5, 43)],
    ),
    "buffers as list": (
        SPHERES + "collision: {geometry: g, buffer_distance: [1]}\n",
        [("xrdf.buffer-not-map", 5, 43)],
    ),
    "no buffers": (
        SPHERES + "collision: {geometry: g, buffer_distance: }\n",
        [("xrdf.empty-value", 5, 26)],
    ),
    "a wrong buffer": (
        SPHERES + "collision: {geometry: g, buffer_distance: {a: x}}\n",
        [("number.bad", 5, 47)],
    ),
    "world_collision in 1.0": (
        SPHERES + "world_collision: {geometry: g}\n",
        [("xrdf.key-of-2-0", 5, 18)],
    ),
    "self_collision without geometry": (
        SPHERES + "collision: {geometry: g}\nself_collision: {ignore: {a: [b]}}\n",
        [("xrdf.collision-geometry", 6, 17)],
    ),
    "empty list of pairs": (
        SPHERES + "self_collision: {geometry: g, ignore: []}\n",
        [("xrdf.empty-value", 5, 39)],
    ),
    "pairs as list": (
        SPHERES + "self_collision: {geometry: g, ignore: [{a: [b]}]}\n",
        [("xrdf.ignore-shape", 5, 39)],
    ),
    "no pairs": (SPHERES + "self_collision: {geometry: g, ignore: {a: }}\n", [("xrdf.empty-value", 5, 40)]),
    "pair as text": (
        SPHERES + "self_collision: {geometry: g, ignore: {a: b}}\n",
        [("xrdf.ignore-shape", 5, 43)],
    ),
    "mapping in a list of names": (
        SPHERES + "self_collision: {geometry: g, ignore: {a: [{b: c}]}}\n",
        [("xrdf.ignore-shape", 5, 44)],
    ),
    "frame that ignores itself": (
        SPHERES + "self_collision: {geometry: g, ignore: {a: [a]}}\n",
        [("xrdf.ignore-self-pair", 5, 44)],
    ),
    "pairs twice": (
        SPHERES + "self_collision: {geometry: g, ignore: {a: [b],\n  a: [c]}}\n",
        [("yaml.duplicate-key", 6, 3)],
    ),
    "stray quote": (
        SPHERES + 'self_collision: {geometry: g, ignore: {a: [b"]}}\n',
        [("xrdf.name-suspicious", 5, 44)],
    ),
    "no defaults": ("default_joint_positions:\n", [("xrdf.empty-value", 4, 1)]),
    "defaults as list": ("default_joint_positions: [1]\n", [("xrdf.default-shape", 4, 26)]),
    "default as text": ("default_joint_positions: {j: x}\n", [("number.bad", 4, 30)]),
    "default as list": ("default_joint_positions: {j: [1]}\n", [("number.bad", 4, 30)]),
    "the same default twice": (
        "default_joint_positions: {j: 1, j: 1}\n",
        [("yaml.duplicate-key", 4, 33)],
    ),
    "two defaults of one joint": (
        "default_joint_positions: {j: 1, j: 2}\n",
        [("yaml.duplicate-key", 4, 33), ("xrdf.duplicate-key", 4, 33)],
    ),
    "joint called on": ("default_joint_positions: {on: 1}\n", [("xrdf.ambiguous-scalar", 4, 27)]),
    "tool frame called 1": ("tool_frames: [1]\n", [("xrdf.ambiguous-scalar", 4, 15)]),
    "no tool frames": ("tool_frames:\n", [("xrdf.empty-value", 4, 1)]),
    "tool frame as text": ("tool_frames: a\n", [("xrdf.tool-frames-shape", 4, 14)]),
    "tool frame twice": ("tool_frames: [a, b, a]\n", [("xrdf.tool-frame-twice", 4, 21)]),
    "misspelt section": ("tools_frames: [a]\n", [("xrdf.unknown-key", 4, 1)]),
    "misspelt key": (
        SPHERES + "collision: {geometry: g, buffer_distances: {a: 1}}\n",
        [("xrdf.unknown-key", 5, 26)],
    ),
    "character outside of ASCII": ("# \u2500\u2500 x\n", [("xrdf.non-ascii", 4, 3)]),
}


@pytest.mark.parametrize("case", CASES)
def test_unusual_notations_are_read_and_reported(case: str) -> None:
    text, expected = CASES[case]
    _, found = _read(HEAD + text)
    assert [(each.code, each.line, each.column) for each in found] == expected
    assert all(each.file == "a.xrdf" and each.message for each in found)


# A whole c-space, and what must be said about it.
CSPACES: dict[str, tuple[str, list[tuple[str, int, int]]]] = {
    "missing": ("", [("xrdf.cspace-missing", 1, 1)]),
    "nothing": ("cspace:\n", [("xrdf.empty-value", 3, 1)]),
    "a list": ("cspace: [a]\n", [("xrdf.cspace-missing", 3, 9)]),
    "no names": ("cspace: {acceleration_limits: [], jerk_limits: []}\n", [("xrdf.cspace-names", 3, 9)]),
    "one name": (
        "cspace: {joint_names: a, acceleration_limits: [1], jerk_limits: [1]}\n",
        [("xrdf.cspace-names", 3, 23)],
    ),
    "empty names": (
        "cspace: {joint_names: , acceleration_limits: [], jerk_limits: []}\n",
        [("xrdf.empty-value", 3, 10)],
    ),
    "no limits": (
        "cspace: {joint_names: [a], jerk_limits: }\n",
        [("xrdf.limits-missing", 3, 9), ("xrdf.limits-missing", 3, 28)],
    ),
    "one limit for all": (
        "cspace: {joint_names: [a, b], acceleration_limits: 10, jerk_limits: [1, 1]}\n",
        [("xrdf.limits-missing", 3, 52)],
    ),
    "too few limits": (
        "cspace: {joint_names: [a, b], acceleration_limits: [1], jerk_limits: [1, 1]}\n",
        [("xrdf.limits-length", 3, 52)],
    ),
    "too many limits": (
        "cspace: {joint_names: [a], acceleration_limits: [1, 2], jerk_limits: [1]}\n",
        [("xrdf.limits-length", 3, 49)],
    ),
    "a limit that is none": (
        "cspace: {joint_names: [a, b], acceleration_limits: [1, null], jerk_limits: [x, 1]}\n",
        [("xrdf.limits-missing", 3, 56), ("number.bad", 3, 77)],
    ),
    "limits that are not positive": (
        "cspace: {joint_names: [a, b], acceleration_limits: [0, 1], jerk_limits: [-1, 1]}\n",
        [("xrdf.limits-not-positive", 3, 53), ("xrdf.limits-not-positive", 3, 74)],
    ),
    "a joint twice": (
        "cspace: {joint_names: [a, a], acceleration_limits: [1, 1], jerk_limits: [1, 1]}\n",
        [("xrdf.cspace-joint-twice", 3, 27)],
    ),
    "a name that is none": (
        "cspace: {joint_names: [[a], b], acceleration_limits: [1, 2], jerk_limits: [3, 4]}\n",
        [("xrdf.cspace-names", 3, 24)],
    ),
    "the whole section twice": (
        "cspace: {joint_names: [], acceleration_limits: [], jerk_limits: []}\ncspace: {x: 1}\n",
        [("yaml.duplicate-key", 4, 1), ("xrdf.duplicate-key", 4, 1)],
    ),
}


@pytest.mark.parametrize("case", CSPACES)
def test_unusual_configuration_spaces_are_reported(case: str) -> None:
    text, expected = CSPACES[case]
    _, found = _read("format: xrdf\nformat_version: 1.0\n" + text)
    assert [(each.code, each.line, each.column) for each in found] == expected


@pytest.mark.parametrize(
    ("head", "code", "severity"),
    [
        ("format_version: 1.0\n", "xrdf.format-missing", "error"),
        ("format: urdf\nformat_version: 1.0\n", "xrdf.format-missing", "error"),
        ("format: xrdf\n", "xrdf.version-missing", "error"),
        ("format: xrdf\nformat_version:\n", "xrdf.version-missing", "error"),
        ("format: xrdf\nformat_version: '1.0'\n", "xrdf.version-string", "warning"),
    ],
)
def test_unusual_versions_and_formats(head: str, code: str, severity: str) -> None:
    _, found = _read(head + "cspace: {joint_names: [], acceleration_limits: [], jerk_limits: []}\n")
    assert [(each.code, each.severity.value) for each in found] == [(code, severity)]


def test_quoted_and_whole_versions_are_read() -> None:
    for version in ('"1.0"', "1", "1.00", "+1.0", "1e0"):
        robot, _ = _read(HEAD.replace("1.0", version))
        assert robot.layouts[0].version == "1.0"


def test_values_that_were_saved() -> None:
    text = (
        SPHERES
        + "collision: {geometry: g, buffer_distance: '0.5'}\n"
        + "self_collision: {ignore: {a: [b], c: [d], a: [e]}}\n"
    )
    robot, _ = _read(HEAD + text)
    assert robot.world_collision is not None
    assert [(each.frame, each.distance) for each in robot.world_collision.buffers] == [("a", 0.5), ("b", 0.5)]
    assert [(each.first, each.second) for each in robot.ignored_pairs] == [("a", "b"), ("a", "e"), ("c", "d")]
    robot, _ = _read(HEAD + "default_joint_positions: {j: 1, j: 2}\n")
    assert [each.values for each in robot.default_positions] == [(1.0,)]
    robot, _ = _read(HEAD + CASES["frame twice"][0])
    assert [len(each.spheres) for each in robot.sphere_sets[0].frames] == [2]


@pytest.mark.parametrize(
    "text",
    [
        "tool_frames:\ntool_frames: [a]\n",
        "tool_frames: []\ntool_frames: [a]\n",
        "tool_frames: [a]\ntool_frames:\n",
        "tool_frames: [a]\ntool_frames: ['a']\n",
        "tool_frames: [a]\ntool_frames: {}\n",
    ],
)
def test_of_a_duplicate_key_the_entry_with_a_value_is_read(text: str) -> None:
    robot, found = _read(HEAD + text)
    assert robot.tool_frames == ("a",)
    assert "yaml.duplicate-key" in [each.code for each in found]
    errors = [each.code for each in found if each.severity.value == "error"]
    assert errors == (["xrdf.duplicate-key"] if "'a'" in text else [])


def test_messages_are_safe_to_show() -> None:
    robot, found = _read(HEAD + '"x\\e[31m": 1\ntool_frames: ["a\\a", "a\\a"]\ncollision: {geometry: "\\e"}\n')
    assert robot.tool_frames == ("a\a", "a\a")
    assert all(each.message.isprintable() for each in found)


def test_a_limit_stays_with_its_joint() -> None:
    head = "format: xrdf\nformat_version: 1.0\n"
    robot, _ = _read(head + CSPACES["a name that is none"][0])
    assert robot.cspace is not None
    assert [(each.joint, each.acceleration_limit) for each in robot.cspace.joints] == [("b", 2.0)]
    assert [(each.place, each.name, each.content) for each in robot.extensions] == [
        ("/cspace/joint_names", "0", "[a]"),
        ("/cspace/acceleration_limits", "0", "1"),
        ("/cspace/jerk_limits", "0", "3"),
    ]


def test_one_buffer_without_spheres_stays_as_it_is() -> None:
    robot, found = _read(HEAD + "geometry: {g: }\ncollision: {geometry: g, buffer_distance: 0.5}\n")
    assert [each.code for each in found] == ["xrdf.empty-value", "xrdf.buffer-scalar"]
    assert [(each.place, each.name, each.content) for each in robot.extensions] == [
        ("/collision", "buffer_distance", "0.5")
    ]


def test_a_missing_geometry_is_an_error_unless_there_is_only_one_meaning() -> None:
    for text, severity in (
        ("collision: {geometry: g}\nself_collision: {ignore: {a: [b]}}\n", "warning"),
        ("self_collision: {ignore: {a: [b]}}\n", "error"),
        ("collision: {}\n", "error"),
    ):
        _, found = _read(HEAD + SPHERES + text)
        assert [(each.code, each.severity.value) for each in found] == [("xrdf.collision-geometry", severity)]


def test_radii_that_are_not_positive_are_errors_in_2_0() -> None:
    text = CASES["negative radius"][0]
    assert [each.severity.value for each in _read(HEAD + text)[1]] == ["warning"]
    head = HEAD.replace("1.0", "2.0")
    assert [each.severity.value for each in _read(head + text)[1]] == ["error"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("collision: {}\n", ["xrdf.collision-in-2-0", "xrdf.collision-geometry"]),
        ("geometry: {a: {clone: [b]}}\n", ["xrdf.clone-unknown"]),
        ("geometry: {a: {clone: b}}\n", ["xrdf.geometry-shape"]),
        ("geometry: {a: {clone: [a]}}\n", ["xrdf.clone-cycle"]),
        ("geometry: {a: {clone: [b]}, b: {clone: [c]}, c: {clone: [b]}}\n", ["xrdf.clone-cycle"]),
        ("geometry: {a: {clone: [b, c]}, b: {clone: [c]}, c: {clone: }}\n", ["xrdf.empty-value"]),
        ("modifiers: [remove_mimic_attributes: {position_limits: [0, 1]}]\n", ["xrdf.remove-mimic-target"]),
        ("modifiers: [remove_mimic_attributes: j]\n", ["xrdf.remove-mimic-target"]),
        ("world_collision: {geometry: g}\n", ["xrdf.collision-geometry"]),
    ],
)
def test_unusual_documents_of_version_2_0_are_reported(text: str, expected: list[str]) -> None:
    _, found = _read(HEAD.replace("1.0", "2.0") + text)
    assert [each.code for each in found] == expected


def test_no_null_is_taken_for_a_name() -> None:
    robot, found = _read(HEAD + "tool_frames: [a, null, ~, 'null']\n")
    assert robot.tool_frames == ("a", "null")
    assert [each.code for each in found] == ["xrdf.tool-frames-shape"] * 2


def _positions(count: int) -> str:
    names = (f"unknown_{index}: 1," for index in range(count))
    return HEAD + "\n".join(["default_joint_positions: {", *names, "}\n"])


def test_many_names_cost_their_number() -> None:
    """Not the number of all pairs of them."""
    assert growth(lambda count: _read(HEAD + "".join(f"u{i}: 1\n" for i in range(count))), 500) < LINEAR
    assert growth(lambda count: _read(_positions(count)), 500) < LINEAR
    _, found = _read(HEAD + "".join(f"u{i}: 1\n" for i in range(1000)))
    assert [each.code for each in found] == ["xrdf.unknown-key"] * 1000


def test_a_long_name_costs_its_length() -> None:
    """It takes milliseconds; a look at all pairs of its letters takes five seconds at best."""
    started = process_time()
    _, found = _read(HEAD + f"? {'k' * 65_000}\n: 1\n")
    assert [each.code for each in found] == ["xrdf.unknown-key"]
    assert process_time() - started < 3


def test_every_code_is_explained() -> None:
    slugs = [code.slug for code in CODES]
    assert len(slugs) == len(set(slugs))
    assert all(slug.startswith("xrdf.") for slug in slugs)
    assert all(code.title.endswith(".") for code in CODES)
    assert FORMAT.codes == CODES
