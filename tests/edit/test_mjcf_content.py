"""Content of MJCF that the model does not understand moves with the robot: MuJoCo judges, and its own attachments."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from programs import oracle

import robotfmt
from robotfmt import Report, Robot, edit
from robotfmt.cli import main
from robotfmt.errors import ModelError, UsageError
from robotfmt.model import Extension, ExtensionKind
from robotfmt.model.record import replace

ARM = """<mujoco model="arm"><compiler angle="radian"/>
<default><default class="servo"><joint armature="0.1" range="-3 3" damping="2"/>
 <general gaintype="fixed" biastype="affine" gainprm="2000" biasprm="0 -2000 -400" ctrlrange="-3 3"/>
</default></default>
<worldbody><light name="lamp" pos="0 0 3"/><body name="base" childclass="servo"><geom size="0.1" mass="4"/>
 <body name="upper" pos="0 0 0.2"><joint name="shoulder" axis="0 1 0"/><geom size="0.05" pos="0 0 0.2" mass="3"/>
  <body name="fore" pos="0 0 0.4"><joint name="elbow" axis="0 1 0"/>
   <geom name="skin" size="0.04" mass="1" condim="4" solref="0.01 1"/>
   <site name="flange" pos="0 0 0.1" euler="0 0 0.5"/></body></body></body></worldbody>
<actuator><general class="servo" name="shoulder" joint="shoulder"/>
 <general class="servo" name="elbow" joint="elbow"/></actuator>
<keyframe><key name="home" qpos="0.3 -0.4" ctrl="0.3 -0.4" qvel="0.1 0.2"/></keyframe></mujoco>"""
HAND = """<mujoco model="hand"><compiler angle="radian"/>
<default><default class="finger"><joint range="0 0.8" armature="0.005" frictionloss="0.02"/>
 <position kp="100" kv="5" forcerange="-5 5"/></default></default>
<worldbody><body name="palm" childclass="finger" gravcomp="1"><geom type="box" size="0.05 0.05 0.02" mass="0.4"/>
 <body name="left" pos="-0.04 0 0.02"><joint name="lj" axis="0 1 0"/><geom name="lg" size="0.02" mass="0.05"/></body>
 <body name="right" pos="0.04 0 0.02"><joint name="rj" axis="0 -1 0"/><geom name="rg" size="0.02" mass="0.05"/></body>
</body></worldbody>
<tendon><fixed name="split"><joint joint="lj" coef="0.5"/><joint joint="rj" coef="0.5"/></fixed></tendon>
<equality><tendon name="even" tendon1="split" active="false"/></equality>
<actuator><general name="grip" tendon="split" gainprm="0.3" biastype="affine" biasprm="0 -100 -10" ctrlrange="0 255"/>
 <position class="finger" name="thumb" joint="rj"/></actuator>
<contact><pair name="pinch" geom1="lg" geom2="rg"/></contact>
<sensor><jointpos name="lpos" joint="lj"/><tendonpos name="width" tendon="split"/>
 <actuatorfrc name="force" actuator="grip"/><framepos name="at" objtype="geom" objname="lg"/></sensor>
<keyframe><key name="open" qpos="0 0" ctrl="0 0"/><key name="closed" qpos="0.8 0.8" ctrl="255 0.7"/></keyframe>
</mujoco>"""
MAINS = """<mujoco model="tool"><compiler angle="degree"/>
<default><geom margin="0.003"/><position kp="7" forcerange="-2 2"/><joint springref="30" stiffness="2"/>
 <default class="soft"><geom condim="6"/></default></default>
<worldbody><body name="holder"><geom name="bar" size="0.05"/><body name="tip" pos="0.1 0 0">
 <joint name="twist" axis="1 0 0" range="-60 60"/><geom name="end" size="0.02" class="soft"/></body></body></worldbody>
<actuator><position name="twist" joint="twist"/></actuator></mujoco>"""
STIFF = ARM.replace("<default>", '<default><geom solimp="0.8 0.9 0.01"/><equality solref="0.05 1"/>', 1).replace(
    "<actuator>", '<equality><weld name="hold" body1="base" body2="fore" active="true"/></equality><actuator>'
)
_WORDS = {"jnt": "joint", "eq": "equality"}
_ACTUATORS = ("gainprm", "biasprm", "ctrlrange", "ctrllimited", "forcerange", "gear")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("arm", ARM), ("hand", HAND), ("tool", MAINS), ("stiff", STIFF)):
        (tmp_path / f"{name}.xml").write_text(text)
    return tmp_path


def _edited(folder: Path, *given: str) -> Any:
    """Return the compiled result of a command, which must succeed."""
    out = folder / f"out{len(list(folder.glob('out*.xml')))}.xml"
    assert main(["edit", *given, "-o", str(out), "-q"]) == 0
    return _loaded(out)


def _loaded(path: Path) -> Any:
    return oracle("mujoco").MjModel.from_xml_path(str(path))


def _attached(folder: Path, *parts: tuple[str, str, str]) -> Any:
    """Return what MuJoCo's own attachment makes of an arm and parts, each with a site or body and a prefix."""
    mujoco = oracle("mujoco")
    spec = mujoco.MjSpec.from_file(str(folder / "arm.xml"))
    for part, at, prefix in parts:
        child = mujoco.MjSpec.from_file(str(folder / f"{part}.xml"))
        spec.attach(child, site=spec.site(at), prefix=prefix)
    return spec.compile()


def _assert_same(one: Any, other: Any, before: str = "", after: str = "") -> None:
    """Compare the elements of one model with those of another one, whose names have a prefix and a suffix."""
    for kind, fields in (
        ("eq", ("eq_solref", "eq_data")),
        ("actuator", tuple(f"actuator_{each}" for each in _ACTUATORS)),
        ("jnt", ("jnt_range", "jnt_stiffness", "jnt_solimp")),
        ("geom", ("geom_condim", "geom_margin", "geom_solref", "geom_solimp", "geom_contype")),
        ("tendon", ("tendon_range", "tendon_stiffness", "tendon_length0")),
        ("sensor", ("sensor_type", "sensor_objtype", "sensor_dim")),
        ("body", ("body_mass", "body_gravcomp")),
    ):
        for name in _names(one, kind):
            for field in fields:
                mine = getattr(one, field)[_index(one, kind, name)]
                its = getattr(other, field)[_index(other, kind, f"{before}{name}{after}")]
                assert np.allclose(mine, its, atol=1e-9), (kind, name, field, mine, its)


def _names(model: Any, kind: str) -> list[str]:
    mujoco = oracle("mujoco")
    count = "nu" if kind == "actuator" else f"n{kind}"
    its = (mujoco.mj_id2name(model, _type(kind), each) for each in range(getattr(model, count)))
    return [each for each in its if each and each != "world"]


def _index(model: Any, kind: str, name: str) -> int:
    found: int = oracle("mujoco").mj_name2id(model, _type(kind), name)
    assert found >= 0, f"{kind} '{name}' is gone"
    return found


def _type(kind: str) -> Any:
    types = oracle("mujoco").mjtObj
    return getattr(types, f"mjOBJ_{_WORDS.get(kind, kind).upper()}")


def _keys(model: Any) -> dict[str, tuple[list[float], list[float]]]:
    return {
        name: (model.key_qpos[each].tolist(), model.key_ctrl[each].tolist())
        for each, name in enumerate(_names(model, "key"))
    }


# Attaching


def test_attach_gives_the_same_model_as_that_of_mujoco(folder: Path) -> None:
    hand = ("--attach", str(folder / "hand.xml"), "--at", "flange", "--part-prefix")
    found = _edited(folder, str(folder / "arm.xml"), *hand, "g_")
    wanted = _attached(folder, ("hand", "flange", "g_"))
    assert (found.nq, found.nu, found.ntendon, found.neq, found.nsensor, found.npair) == (4, 4, 1, 1, 4, 1)
    _assert_same(wanted, found)
    assert _keys(found) == {
        "home": ([0.3, -0.4, 0.0, 0.0], [0.3, -0.4, 0.0, 0.0]),
        "g_open": ([0.0] * 4, [0.0] * 4),
        "g_closed": ([0.0, 0.0, 0.8, 0.8], [0.0, 0.0, 255.0, 0.7]),
    }
    assert found.key_qvel[0].tolist() == [0.1, 0.2, 0.0, 0.0]


def test_two_hands_are_attached_to_one_arm(folder: Path) -> None:
    hands = [
        each
        for prefix, at in (("g_", "flange"), ("h_", "upper"))
        for each in ("--attach", str(folder / "hand.xml"), "--at", at, "--part-prefix", prefix)
    ]
    found, hand = _edited(folder, str(folder / "arm.xml"), *hands), _loaded(folder / "hand.xml")
    assert (found.nq, found.nu, found.ntendon, found.nsensor, found.nkey) == (6, 6, 2, 8, 5)
    for prefix in ("g_", "h_"):
        _assert_same(hand, found, prefix)
    assert _keys(found)["h_closed"][1] == [0.0] * 4 + [255.0, 0.7]
    again = _edited(folder, str(folder / "out0.xml"), *hands[:5], "x_")
    assert again.nu == 8


def test_same_names_are_refused_before_anything_is_written(folder: Path) -> None:
    hand = robotfmt.read(folder / "hand.xml", report=Report())
    other = edit.rename(
        hand,
        links={each: f"o_{each}" for each in ("palm", "left", "right")},
        joints={"lj": "o_lj", "rj": "o_rj"},
    )
    other = replace(other, states=(), actuators=())
    with pytest.raises(UsageError, match=r"both robots have .*tendon 'split'") as caught:
        edit.attach(hand, other, "palm")
    assert "geom 'lg'" in str(caught.value)
    assert "prefix" in (caught.value.diagnostic.help or "")
    twice = ("--attach", str(folder / "hand.xml"), "--at", "palm")
    assert main(["edit", str(folder / "hand.xml"), *twice, "-o", str(folder / "out.xml"), "-q"]) == 2
    assert not (folder / "out.xml").exists()


def test_values_for_all_elements_stay_those_of_their_document(folder: Path) -> None:
    tool = ("--attach", str(folder / "tool.xml"), "--at", "flange", "--part-prefix", "t_")
    found = _edited(folder, str(folder / "stiff.xml"), *tool)
    _assert_same(_loaded(folder / "stiff.xml"), found)
    _assert_same(_loaded(folder / "tool.xml"), found, "t_")
    spring = found.qpos_spring[found.jnt_qposadr[_index(found, "jnt", "t_twist")]]
    assert spring == pytest.approx(np.radians(30))
    turned = ("--attach", str(folder / "stiff.xml"), "--at", "tip", "--part-prefix", "t_")
    found = _edited(folder, str(folder / "tool.xml"), *turned)
    _assert_same(_loaded(folder / "tool.xml"), found)
    _assert_same(_loaded(folder / "stiff.xml"), found, "t_")


def test_a_part_in_another_folder_keeps_its_files(folder: Path) -> None:
    (folder / "parts" / "maps").mkdir(parents=True)
    (folder / "parts" / "maps" / "grid.png").write_bytes(_image())
    ground = '<asset><texture name="grid" type="2d" file="grid.png"/>'
    look = '<material name="tiles" texture="grid"/></asset><worldbody>'
    text = (
        HAND.replace("<compiler", '<compiler texturedir="maps"')
        .replace("<worldbody>", ground + look, 1)
        .replace('<geom name="lg"', '<geom name="lg" material="tiles"')
    )
    (folder / "parts" / "hand.xml").write_text(text)
    part = ("--attach", str(folder / "parts" / "hand.xml"), "--at", "flange", "--part-prefix", "g_")
    found = _edited(folder, str(folder / "arm.xml"), *part)
    assert found.ntex == 1
    assert found.geom_matid[_index(found, "geom", "g_lg")] == _index(found, "material", "g_tiles")


def _image() -> bytes:
    """Return a PNG of 8 x 8 pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header, rows = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0), zlib.compress((b"\0" + b"\x80" * 24) * 8)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


# Names


@pytest.mark.parametrize(("option", "before", "after"), [("--prefix", "p_", ""), ("--suffix", "", "_s")])
def test_new_names_change_nothing_else(folder: Path, option: str, before: str, after: str) -> None:
    for name in ("arm", "hand", "tool", "stiff"):
        source = _loaded(folder / f"{name}.xml")
        found = _edited(folder, str(folder / f"{name}.xml"), option, before or after)
        _assert_same(source, found, before, after)
        counts = [(each.nu, each.ntendon, each.nsensor, each.nkey, each.neq, each.ngeom) for each in (source, found)]
        assert counts[0] == counts[1]
        keys = {f"{before}{name}{after}": numbers for name, numbers in _keys(source).items()}
        assert _keys(found) == keys


def test_several_joints_of_one_body_stay_in_that_body(folder: Path) -> None:
    joints = '<joint name="elbow" axis="0 1 0"/><joint name="roll" axis="1 0 0"/>'
    path = folder / "wrist.xml"
    path.write_text(ARM.replace('<joint name="elbow" axis="0 1 0"/>', joints).replace('-0.4"', '-0.4 0.1"', 1))
    path.write_text(path.read_text().replace(' qvel="0.1 0.2"', ""))
    source, found = _loaded(path), _edited(folder, str(path), "--prefix", "p_")
    assert (found.nbody, found.nq) == (source.nbody, source.nq)
    _assert_same(source, found, "p_")


def test_a_site_with_the_name_of_a_body(folder: Path) -> None:
    text = HAND.replace('<body name="left"', '<site name="palm" pos="0 0 0.1"/><body name="left"')
    path = folder / "hand.xml"
    path.write_text(text.replace("<sensor>", '<sensor><accelerometer name="shake" site="palm"/>'))
    found = _edited(folder, str(path), "--suffix", "_s")
    assert found.sensor_objid[_index(found, "sensor", "shake_s")] == _index(found, "site", "palm_s")


def test_a_measuring_unit_keeps_its_elements(folder: Path) -> None:
    path = folder / "arm.xml"
    sensors = '<sensor><force name="pull" site="flange"/><torque name="turn" site="flange"/></sensor>'
    path.write_text(ARM.replace("<actuator>", f"{sensors}<actuator>"))
    found = _edited(folder, str(path), "--suffix", "_s")
    assert _names(found, "sensor") == ["pull_s", "turn_s"]
    text = HAND.replace('<body name="left"', '<site name="root"/><body name="left"')
    loads = '<force name="load" site="root"/><torque name="bend" site="root"/>'
    (folder / "hand.xml").write_text(text.replace("<sensor>", f"<sensor>{loads}"))
    part = ("--attach", str(folder / "hand.xml"), "--at", "flange", "--part-prefix", "g_")
    found = _edited(folder, str(path), *part)
    assert {"pull", "turn", "g_load", "g_bend"} < set(_names(found, "sensor"))


# Parts that go


def test_extract_keeps_what_belongs_to_the_part(folder: Path) -> None:
    found = _edited(folder, str(folder / "arm.xml"), "--extract", "upper")
    assert _names(found, "actuator") == ["elbow"]
    assert _keys(found) == {"home": ([-0.4], [-0.4])}
    skin = _index(found, "geom", "skin")
    assert (found.geom_condim[skin], found.geom_solref[skin].tolist()) == (4, [0.01, 1.0])


def test_remove_drops_the_controls_of_the_part(folder: Path) -> None:
    found = _edited(folder, str(folder / "arm.xml"), "--remove", "fore")
    assert _names(found, "actuator") == ["shoulder"]
    assert _keys(found) == {"home": ([0.3], [0.3])}


def test_a_tendon_loses_a_locked_joint(folder: Path) -> None:
    found = _edited(folder, str(folder / "hand.xml"), "--lock", "rj=0.3")
    assert (found.nq, found.ntendon) == (1, 1)
    assert _names(found, "actuator") == ["grip"]
    assert _keys(found)["closed"] == ([0.8], [255.0])
    report = Report()
    edit.lock(robotfmt.read(folder / "hand.xml", report=Report()), {"rj": 0.3}, report=report)
    said = [each.message for each in report.having("edit.dropped")]
    assert "<position> 'thumb' refers to the joint 'rj', which no longer moves" in said


def test_actuators_and_tendons_of_locked_joints_are_removed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder / "out.xml"
    assert main(["edit", str(folder / "hand.xml"), "--lock", "rj=0.3", "--lock", "lj=0", "-o", str(out)]) == 0
    said = capsys.readouterr().err
    assert "edit.dropped" in said
    found = _loaded(out)
    assert (found.nq, found.nu, found.ntendon, found.nkey) == (0, 0, 0, 0)


@pytest.mark.parametrize(("kind", "start"), [("floating", [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]), ("fixed", [])])
def test_a_new_base_keeps_the_keyframes(folder: Path, kind: str, start: list[float]) -> None:
    found = _edited(folder, str(folder / "arm.xml"), "--base", kind)
    assert _keys(found) == {"home": ([*start, 0.3, -0.4], [0.3, -0.4])}
    assert found.key_qvel[0].tolist() == [*([0.0] * 6 if start else []), 0.1, 0.2]


def test_an_attached_body_is_no_longer_a_mocap_body(folder: Path) -> None:
    text = HAND.replace('<body name="palm"', '<body name="palm" mocap="true"')
    (folder / "hand.xml").write_text(text.replace("<key ", '<key mpos="0 0 0" ', 1))
    part = ("--attach", str(folder / "hand.xml"), "--at", "flange", "--part-prefix", "g_")
    found = _edited(folder, str(folder / "arm.xml"), *part)
    assert (found.nmocap, found.nkey) == (0, 3)


def test_editing_one_robot_of_a_scene_leaves_the_others_out(folder: Path) -> None:
    floor = '<geom name="floor" type="plane" size="1 1 1"/><site name="mark"/><body name="base"'
    touch = '<sensor><distance name="gap" geom1="floor" geom2="skin" cutoff="1"/></sensor><actuator>'
    path = folder / "arm.xml"
    path.write_text(ARM.replace('<body name="base"', floor).replace("<actuator>", touch))
    report = Report()
    robotfmt.convert(path, folder / "out.xml", edit=_prefixed, report=report, overwrite=True)
    assert _loaded(folder / "out.xml").nsensor == 0
    assert any("'gap' refers to the geom 'floor', which another robot" in each.message for each in report)


def _prefixed(robot: Robot, *, report: Report, **_: object) -> Robot:
    return edit.prefix(robot, "p_", report=report)


# Refusals


def test_a_document_that_mujoco_refuses_is_not_written(folder: Path) -> None:
    wrong = Extension(
        format="mjcf",
        place="/mujoco/actuator",
        kind=ExtensionKind.ELEMENT,
        name="motor",
        content='<motor name="lost" tendon="none"></motor>',
    )

    def broken(robot: Robot, **_: object) -> Robot:
        return replace(robot, extensions=(*robot.extensions, wrong))

    out = folder / "out.xml"
    with pytest.raises(ModelError) as caught:
        robotfmt.convert(folder / "arm.xml", out, edit=broken, report=Report())
    assert any("'lost' names the tendon 'none', which does not exist" in each.message for each in caught.value.findings)
    assert not out.exists()


@pytest.mark.parametrize(
    ("old", "new", "slug"),
    [
        ("</tendon>", '<fixed name="split"><joint joint="lj" coef="1"/></fixed></tendon>', "mjcf.repeated-name"),
        ('name="rg"', 'name="lg"', "mjcf.repeated-name"),
        ('ctrl="255 0.7"', 'ctrl="255 0.7 1"', "mjcf.keyframe-size"),
        ('qpos="0.8 0.8"', 'qpos="0.8 0.8 1"', "mjcf.keyframe-size"),
    ],
)
def test_check_refuses_what_mujoco_refuses(folder: Path, old: str, new: str, slug: str) -> None:
    path = folder / "wrong.xml"
    path.write_text(HAND.replace(old, new, 1))
    with pytest.raises(ValueError, match=r"repeated name|invalid (ctrl|qpos) size"):
        _loaded(path)
    (found,) = robotfmt.check(path)
    assert slug in [each.code for each in found.report.errors]


_FLEX = """<mujoco model="sheet"><worldbody><body name="a"><joint name="ja"/><geom size=".1"/>
  <body name="b" pos="1 0 0"><joint name="jb"/><geom size=".1"/></body>
  <body name="c" pos="0 1 0"><joint name="jc"/><geom size=".1"/></body></body></worldbody>
  <deformable><flex name="cloth" dim="2" body="a b c" vertex="0 0 0 0 0 0 0 0 0" element="0 1 2"/></deformable>
</mujoco>"""


def test_lists_of_names_follow(tmp_path: Path) -> None:
    mujoco: Any = oracle("mujoco")
    (tmp_path / "sheet.xml").write_text(_FLEX)
    assert main(["edit", str(tmp_path / "sheet.xml"), "--prefix", "x_", "-o", str(tmp_path / "new.xml"), "-q"]) == 0
    assert mujoco.MjModel.from_xml_path(str(tmp_path / "new.xml")).nflex == 1
    assert 'body="x_a x_b x_c"' in (tmp_path / "new.xml").read_text()


def test_a_list_with_a_name_that_is_gone_is_reported(tmp_path: Path) -> None:
    robot = _read(tmp_path, _FLEX)
    report = Report()
    made = edit.remove(robot, "c", report=report)
    assert not any("flex" in each.content for each in made.extensions)
    assert any("'c'" in each.message and "deformable" in each.message for each in report)


def _read(folder: Path, text: str) -> Robot:
    (folder / "read.xml").write_text(text)
    return robotfmt.read(folder / "read.xml")
