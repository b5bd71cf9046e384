"""Converting: what is proved, what is told, and what is never half done."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from real import FIXTURES
from rods import body, slide

import robotfmt
from robotfmt import formats
from robotfmt.cli import main
from robotfmt.codes import USAGE
from robotfmt.context import Context
from robotfmt.diagnostics import Fate, Report, Severity
from robotfmt.documents.source import Source
from robotfmt.edit import prefix
from robotfmt.errors import InputError, InternalError, ModelError, OutputError, UsageError
from robotfmt.formats import Format, reader_of
from robotfmt.hub.once import world_in
from robotfmt.model import Box, CollisionSphere, CollisionUse, FrameSpheres, Link, Robot, SphereSet
from robotfmt.model.record import replace
from robotfmt.spheres import fit

ARM = FIXTURES / "arm6" / "arm6.urdf"
GRIPPER = FIXTURES / "gripper" / "gripper.urdf"
DUAL_ARM = FIXTURES / "mobile_dual_arm" / "dual_arm.dae"
UR10E = FIXTURES / "ur10e" / "ur10e.urdf"
UR10E_XRDF = FIXTURES / "ur10e" / "ur10e.xrdf"


def everything(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def codes(report: Report) -> set[str]:
    return {each.code for each in report}


def features_lost(report: Report) -> set[str]:
    """The first word of what is reported lost."""
    return {each.subject.partition("/")[0] for each in report.having(Fate.LOST)}


def test_a_written_robot_reads_back_equal_except_for_losses(tmp_path: Path) -> None:
    done = robotfmt.convert(GRIPPER, tmp_path / "g.dae")
    assert done.files == (tmp_path / "g.dae",)
    # COLLADA has no words for the efforts of joints whose motors it does not describe.
    different = robotfmt.diff(done.robot, robotfmt.read(tmp_path / "g.dae"))
    assert {each.path[2] for each in different} == {"effort"}
    assert {each.subject for each in different} == {each.subject for each in done.report.having(Fate.LOST)}

    done = robotfmt.convert(GRIPPER, tmp_path / "k.dae", keep=True)
    assert done.files == (tmp_path / "k.dae", tmp_path / "k.collada.kept.json")
    assert robotfmt.diff(done.robot, robotfmt.read(tmp_path / "k.dae")) == []
    assert not done.report.having(Fate.LOST)


def test_one_document_needs_no_list(tmp_path: Path) -> None:
    done = robotfmt.convert(str(GRIPPER), str(tmp_path / "g.dae"))
    assert done.files == (tmp_path / "g.dae",)
    assert robotfmt.convert(GRIPPER, tmp_path / "g.urdf").robot == done.robot


def test_unknown_keywords_are_those_of_the_function_that_was_called(tmp_path: Path) -> None:
    convert: Any = robotfmt.convert
    with pytest.raises(TypeError, match=r"^convert\(\) got .* 'overwrit'; did you mean 'overwrite'"):
        convert(GRIPPER, tmp_path / "g.dae", overwrit=True)
    with pytest.raises(TypeError, match=r"^convert\(\) got .* 'setings'; did you mean 'settings'"):
        convert(GRIPPER, tmp_path / "g.dae", setings=None)
    write: Any = robotfmt.write
    with pytest.raises(TypeError, match=r"^write\(\) got .* 'verify'$"):
        write(robotfmt.read(GRIPPER), tmp_path / "g.dae", verify=False)
    assert everything(tmp_path) == {}


def test_results_are_shown_in_one_line(tmp_path: Path) -> None:
    output = tmp_path / "g.dae"
    done = robotfmt.convert(GRIPPER, output)
    assert repr(done) == f"<Conversion of 'gripper': wrote {output}; {done.tally}; {done.report.summary()}>"
    assert repr(robotfmt.check(GRIPPER)) == f"[<Check of {GRIPPER}: 2 warnings, 4 notes>]"
    report = Report()
    assert repr(report) == "<Report: nothing to report>"
    for severity in (Severity.NOTE, Severity.WARNING, Severity.WARNING, Severity.ERROR):
        report.add(USAGE, "this", severity=severity)
    assert repr(report) == "<Report: 1 error, 2 warnings, 1 note>"


def test_losses_are_those_of_all_outputs_together(tmp_path: Path) -> None:
    alone = robotfmt.convert(DUAL_ARM, tmp_path / "d.urdf").report
    assert {"manipulator", "sensor", "actuator"} <= features_lost(alone)
    both = robotfmt.convert(DUAL_ARM, tmp_path / "e.urdf", tmp_path / "e.dae").report
    assert features_lost(both) == set()


def test_facts_that_the_other_document_stores_are_not_lost(tmp_path: Path) -> None:
    # An XRDF stands beside its URDF: the links and joints that it does not hold are there.
    report = robotfmt.convert([UR10E, UR10E_XRDF], tmp_path / "u.xrdf").report
    assert features_lost(report) == set()


def test_an_overlay_is_read_back_upon_its_base(tmp_path: Path) -> None:
    given = robotfmt.read(UR10E, UR10E_XRDF)
    robotfmt.convert([UR10E, UR10E_XRDF], tmp_path / "u.xrdf")
    assert robotfmt.diff(given, robotfmt.read(UR10E, tmp_path / "u.xrdf")) == []


def test_an_overlay_may_list_pairs_in_another_form_than_its_base(tmp_path: Path) -> None:
    # The SRDF leaves a link unchecked by default; COLLADA has the pairs of that link one by one.
    outputs = [tmp_path / "arm.dae", tmp_path / "arm.srdf"]
    done = robotfmt.convert([ARM, ARM.with_suffix(".srdf")], *outputs)
    assert done.robot.unchecked_links
    alone, both = robotfmt.read(outputs[0]), robotfmt.read(*outputs)
    assert both.unchecked_links == done.robot.unchecked_links
    assert len(both.ignored_pairs) >= len(alone.ignored_pairs) > len(done.robot.ignored_pairs)


def test_documents_may_come_in_any_order() -> None:
    assert robotfmt.read(UR10E_XRDF, UR10E) == robotfmt.read(UR10E, UR10E_XRDF)


@pytest.fixture
def forgetful() -> Iterator[Format]:
    """A format that says it holds everything, and forgets every link's mass."""
    urdf = formats.find("urdf")

    def write(robot: Robot, context: Context) -> dict[str, bytes]:
        links = tuple(replace(link, inertial=None) for link in robot.links)
        assert urdf.write is not None
        return urdf.write(replace(robot, links=links), context)

    yield replace(urdf, name="forgetful", suffixes=(".forgetful",), write=write)


def test_a_faulty_writer_is_caught_before_anything_is_written(
    tmp_path: Path, forgetful: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = (*formats.all_formats(), forgetful)
    monkeypatch.setattr(formats, "all_formats", lambda: known)
    with pytest.raises(InternalError) as caught:
        robotfmt.convert(GRIPPER, tmp_path / "g.forgetful")
    assert caught.value.exit_code == 70
    assert "inertial: removed" in str(caught.value)
    assert everything(tmp_path) == {}


def test_the_proof_can_be_left_out(tmp_path: Path, forgetful: Format, monkeypatch: pytest.MonkeyPatch) -> None:
    known = (*formats.all_formats(), forgetful)
    monkeypatch.setattr(formats, "all_formats", lambda: known)
    robotfmt.convert(GRIPPER, tmp_path / "g.forgetful", verify=False)
    assert (tmp_path / "g.forgetful").exists()


def test_an_output_is_not_replaced_without_overwrite(tmp_path: Path) -> None:
    target = tmp_path / "g.dae"
    target.write_text("precious")
    with pytest.raises(OutputError) as caught:
        robotfmt.convert(GRIPPER, target)
    assert caught.value.exit_code == 4
    assert target.read_text() == "precious"
    robotfmt.convert(GRIPPER, target, overwrite=True)
    assert b"COLLADA" in target.read_bytes()


def test_of_two_outputs_none_is_written_if_one_exists(tmp_path: Path) -> None:
    (tmp_path / "b.dae").write_text("precious")
    with pytest.raises(OutputError):
        robotfmt.convert(GRIPPER, tmp_path / "a.urdf", tmp_path / "b.dae")
    assert everything(tmp_path) == {"b.dae": b"precious"}


def test_two_outputs_cannot_be_one_file(tmp_path: Path) -> None:
    with pytest.raises((OutputError, UsageError)):
        robotfmt.convert(GRIPPER, tmp_path / "a.urdf", tmp_path / "." / "a.urdf")


def test_a_failing_disk_leaves_nothing_half_written(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "g.dae").mkdir()  # A folder stands where the file should.
    with pytest.raises(OutputError):
        robotfmt.convert(GRIPPER, folder / "g.dae", overwrite=True)
    assert everything(folder) == {}


def test_a_broken_robot_is_not_written(tmp_path: Path) -> None:
    source = tmp_path / "r.urdf"
    source.write_text(
        '<robot name="r"><link name="a"/><joint name="j" type="fixed">'
        '<parent link="a"/><child link="missing"/></joint></robot>'
    )
    report = Report()
    with pytest.raises(ModelError) as caught:
        robotfmt.convert(source, tmp_path / "r.dae", report=report)
    assert caught.value.exit_code == 1
    assert "robot.unknown-link" in codes(report)
    assert not (tmp_path / "r.dae").exists()


def test_a_loss_can_be_forbidden(tmp_path: Path) -> None:
    with pytest.raises(ModelError) as caught:
        robotfmt.convert(DUAL_ARM, tmp_path / "d.urdf", fail_on=[Fate.LOST])
    assert caught.value.diagnostic.code == "convert.refused"
    assert {each.fate for each in caught.value.findings} == {Fate.LOST}
    assert everything(tmp_path) == {}


def test_two_robots_are_refused() -> None:
    with pytest.raises(UsageError) as caught:
        robotfmt.read(ARM, GRIPPER)
    assert caught.value.exit_code == 2


def test_a_file_of_no_known_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("hello")
    with pytest.raises(InputError) as caught:
        robotfmt.read(tmp_path / "x.txt")
    assert caught.value.diagnostic.code == "file.unknown-format"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file.empty"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "file.lfs-pointer"),
        (b"<!DOCTYPE html><html></html>", "file.html-page"),
        (b"\x1f\x8b\x08\x00", "file.compressed"),
    ],
)
def test_files_that_are_no_robots_are_refused_by_kind(tmp_path: Path, content: bytes, code: str) -> None:
    (tmp_path / "r.urdf").write_bytes(content)
    with pytest.raises(InputError) as caught:
        robotfmt.read(tmp_path / "r.urdf")
    assert (caught.value.diagnostic.code, caught.value.exit_code) == (code, 3)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path, code in ((tmp_path / "no.urdf", "file.missing"), (tmp_path, "file.not-a-file")):
        with pytest.raises(InputError) as caught:
            robotfmt.read(path)
        assert caught.value.diagnostic.code == code


# Meshes


def test_meshes_stay_where_they_are_by_default(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "arm6", tmp_path / "in")
    done = robotfmt.convert(tmp_path / "in" / "arm6.urdf", tmp_path / "out" / "arm.urdf")
    assert done.files == (tmp_path / "out" / "arm.urdf",)
    assert 'filename="../in/meshes/' in (tmp_path / "out" / "arm.urdf").read_text()
    assert robotfmt.diff(done.robot, robotfmt.read(tmp_path / "out" / "arm.urdf")) == []


def test_meshes_can_be_copied_next_to_the_output(tmp_path: Path) -> None:
    done = robotfmt.convert(ARM, tmp_path / "arm.urdf", meshes="copy")
    copied = {path.name for path in done.files[1:]}
    assert copied == {path.name for path in (FIXTURES / "arm6" / "meshes").iterdir()}
    shutil.move(tmp_path, moved := tmp_path.with_name("moved"))
    assert robotfmt.diff(done.robot, robotfmt.read(moved / "arm.urdf")) == []


def test_mesh_files_are_embedded_in_collada(tmp_path: Path) -> None:
    report = robotfmt.convert(ARM, tmp_path / "arm.dae").report
    assert "collada.no-mesh" not in codes(report)
    assert (tmp_path / "arm.dae").read_bytes().count(b"<triangles ") >= 6


def test_embedded_meshes_become_files_if_the_target_needs_files(tmp_path: Path) -> None:
    alone = tmp_path / "alone"
    alone.mkdir()
    for path in robotfmt.convert(ARM, tmp_path / "arm.dae", keep=True).files:
        shutil.move(path, alone / path.name)
    done = robotfmt.convert(alone / "arm.dae", alone / "back.urdf")
    assert {path.suffix for path in done.files} == {".urdf", ".stl"}
    found = robotfmt.diff(robotfmt.read(ARM), robotfmt.read(alone / "back.urdf"))
    # The meshes came along in the document; the image, which is none of them, did not. A <gazebo> block needs the name.
    assert [each.subject for each in found] == ["link/base_link/visual/0/name", "material/spare/texture"]


def test_the_help_for_a_shape_that_collada_cannot_embed_names_the_shape_and_no_package(tmp_path: Path) -> None:
    link = '<link name="{0}"><collision><geometry><{1}/></geometry></collision></link>'
    parts = link.format("a", 'cone radius="1" length="1"') + link.format("b", 'mesh filename="gone.stl"')
    joint = '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
    (tmp_path / "r.urdf").write_text(f'<robot name="r">{parts}{joint}</robot>')
    report = robotfmt.convert(tmp_path / "r.urdf", tmp_path / "r.dae").report
    for code, link, is_file in (("collada.no-shape", "a", False), ("collada.no-mesh", "b", True)):
        (found,) = report.having(code)
        assert found.subject == f"link/{link}/collision/0"
        assert ("--package" in (found.help or "")) is is_file


def test_a_missing_mesh_is_left_out_of_collada_and_reported(tmp_path: Path) -> None:
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="package://no/m.stl"/></geometry>'
        "</visual></link></robot>"
    )
    done = robotfmt.convert(tmp_path / "r.urdf", tmp_path / "r.dae")
    assert {"mesh.missing", "collada.no-mesh"} <= codes(done.report)
    different = robotfmt.diff(done.robot, robotfmt.read(tmp_path / "r.dae"))
    assert [each.subject for each in different] == [each.subject for each in done.report.having(Fate.LOST)]
    done = robotfmt.convert(tmp_path / "r.urdf", tmp_path / "k.dae", keep=True)
    assert "mesh.missing" in codes(done.report)
    assert robotfmt.diff(done.robot, robotfmt.read(tmp_path / "k.dae")) == []


def test_outputs_are_plain_files_for_their_user(tmp_path: Path) -> None:
    robotfmt.convert(GRIPPER, tmp_path / "g.urdf")
    assert stat.S_IMODE((tmp_path / "g.urdf").stat().st_mode) & 0o600 == 0o600


def test_content_of_a_removed_shape_makes_no_shape(tmp_path: Path) -> None:
    source = tmp_path / "in.urdf"
    shape = '<collision><geometry><sphere radius="1"/></geometry><odd/></collision>'
    source.write_text(f'<robot name="r"><link name="a">{shape}</link></robot>', encoding="utf-8")

    def bare(robot: Robot, **_: object) -> Robot:
        return replace(robot, links=tuple(replace(link, collisions=()) for link in robot.links))

    done = robotfmt.convert(source, tmp_path / "out.urdf", edit=bare)
    back = robotfmt.read(tmp_path / "out.urdf")
    assert (back.links[0].collisions, back.extensions) == ((), ())
    assert any("'odd'" in each.message for each in done.report.having(Fate.LOST))


# What is written passes the rules of its own format


def test_a_conversion_without_spheres_names_the_command_that_makes_spheres(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(ARM), str(tmp_path / "arm.xrdf")]) == 0
    printed = capsys.readouterr().err
    assert "[xrdf.no-geometry]" in printed
    assert "help: Create the document with 'robotfmt xrdf'" in printed
    done = robotfmt.convert(ARM, tmp_path / "arm.yml")
    assert "curobo.spheres-absent" in {each.code for each in done.findings}
    assert robotfmt.convert(ARM, tmp_path / "arm.dae").findings == ()


@pytest.mark.parametrize("suffix", [".xrdf", ".yml"])
def test_spheres_that_are_fitted_come_with_their_neighbours_ignored(suffix: str, tmp_path: Path) -> None:
    output = tmp_path / f"arm{suffix}"
    done = robotfmt.convert(ARM, output, edit=lambda robot, **_: fit(robot, per_link=1, clip_base=False))
    robot = robotfmt.read(ARM, output)
    pairs = {(each.first, each.second): each.reason for each in robot.ignored_pairs}
    assert pairs[("upper_arm", "forearm")] == "Adjacent"
    assert not [each for each in done.findings if each.code == "robot.adjacent-not-ignored"]
    assert not [each for each in done.findings if each.code == "robot.sphere-redundant"]
    checked = robotfmt.check(ARM, output)[0].report
    assert {(each.code, each.message) for each in done.findings} <= {(each.code, each.message) for each in checked}


def blocks_apart() -> Robot:
    """Two blocks 2 cm apart, with a slide between them; one sphere around each, and the spheres overlap."""
    low, high = body("low", Box((0.1, 0.1, 0.3))), body("high", Box((0.1, 0.1, 0.3)), (0.0, 0.0, 0.32))
    slides = (slide("low", "carriage", (0.0, 0.0, 0.0), 0.5), slide("carriage", "high", (0.0, 0.0, 0.0), 0.5))
    return Robot(name="tower", links=(low, Link(name="carriage"), high), joints=slides)


def test_spheres_that_overlap_by_default_are_not_written_unless_that_is_allowed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tower = tmp_path / "tower.urdf"
    robotfmt.write(blocks_apart(), tower)
    huge = tmp_path / "huge.xrdf"
    arguments = ["convert", str(tower), str(huge), "--fit-spheres", "--per-link", "1", "--no-clip-base"]
    assert main([*arguments, "-q"]) == 1
    printed = capsys.readouterr().err
    assert "[robot.default-self-collision]" in printed
    assert "1 diagnostics are of the severity error; nothing was written" in printed
    assert not huge.exists()
    assert main([*arguments, "--allow", "robot.default-self-collision"]) == 0
    huge.unlink()
    assert main([*arguments, "--fail-on", "warning"]) == 1
    assert not huge.exists()
    batch = ["convert", str(tower), "--to", "xrdf", "--out-dir", str(tmp_path / "out"), *arguments[3:]]
    assert main(batch) == 1
    assert "nothing was written" in capsys.readouterr().err
    assert not (tmp_path / "out" / "tower.xrdf").exists()


def test_without_a_place_for_the_default_pose_an_overlap_at_zero_is_a_warning(tmp_path: Path) -> None:
    done = robotfmt.convert(
        ARM,
        tmp_path / "arm.srdf",
        edit=partial(fit, per_link=1, clip_base=False),
    )
    found = {each.code: each.severity for each in done.findings}
    assert found["robot.default-self-collision"] is Severity.WARNING


def test_spheres_that_were_read_overlap_with_a_warning(tmp_path: Path) -> None:
    sphere = CollisionSphere(center=(0.0, 0.0, 0.0), radius=0.4)
    frames = tuple(FrameSpheres(frame=name, spheres=(sphere,)) for name in ("base_link", "upper_arm", "forearm"))
    world = CollisionUse(spheres="s")
    robot = replace(robotfmt.read(ARM), sphere_sets=(SphereSet(name="s", frames=frames),), world_collision=world)
    robotfmt.write(robot, tmp_path / "arm.xrdf")
    assert robotfmt.check(ARM, tmp_path / "arm.xrdf")[0].report.errors == []
    done = robotfmt.convert([ARM, tmp_path / "arm.xrdf"], tmp_path / "arm.yml")  # where they serve for both
    found = {each.code: each.severity for each in done.findings}
    assert found["robot.default-self-collision"] is Severity.WARNING
    assert robotfmt.read(ARM, tmp_path / "arm.yml").ignored_pairs == ()


def test_findings_of_the_input_are_not_new(tmp_path: Path) -> None:
    """A document without tool frames, spheres and defaults comes back as it was, and nothing is reported of that."""
    xrdf = tmp_path / "in.xrdf"
    robotfmt.convert(ARM, xrdf)
    done = robotfmt.convert([ARM, xrdf], tmp_path / "out.xrdf")
    assert done.findings == ()
    text = xrdf.read_text(encoding="utf-8")
    outputs = [tmp_path / "b.urdf", tmp_path / "b.xrdf"]
    done = robotfmt.convert([ARM, xrdf], *outputs, edit=lambda robot, **_: prefix(robot, "left_"))
    assert done.findings == ()
    assert xrdf.read_text(encoding="utf-8") == text


# Documents that only add to a robot


@pytest.mark.parametrize("suffix", [".urdf", ".dae"])
def test_a_document_without_links_becomes_no_whole_robot(suffix: str, tmp_path: Path) -> None:
    output = tmp_path / f"ur{suffix}"
    with pytest.raises(UsageError, match=r"needs the robot's links, but .* can only add to a robot") as caught:
        robotfmt.convert(UR10E_XRDF, tmp_path / "ur.srdf", output)
    assert caught.value.diagnostic.code == "convert.no-robot"
    assert list(tmp_path.iterdir()) == []


def test_the_missing_document_is_named_where_a_configuration_names_it(tmp_path: Path) -> None:
    robotfmt.convert([UR10E, UR10E_XRDF], tmp_path / "ur.yml")
    with pytest.raises(UsageError) as caught:
        robotfmt.convert(tmp_path / "ur.yml", tmp_path / "ur.dae")
    assert caught.value.diagnostic.help is not None
    assert "ur10e.urdf' is named in it" in caught.value.diagnostic.help
    robotfmt.convert(tmp_path / "ur.yml", tmp_path / "again.xrdf")  # among themselves they need no robot
    assert robotfmt.read(tmp_path / "again.xrdf").sphere_sets


@pytest.mark.parametrize("output", ["arm.sdf", "arm.srdf", "arm.xrdf", "arm.body", "arm.urdf"])
def test_a_written_document_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str) -> None:
    # The proof and the rules of the format share it, also where the format can hold a world.
    read: list[str] = []

    def noted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(source: Source, *given: Any) -> Any:
            read.append(Path(source.name).name)
            return function(source, *given)

        return call

    monkeypatch.setattr("robotfmt.hub.once.reader_of", lambda format: noted(reader_of(format)))
    monkeypatch.setattr("robotfmt.hub.once.world_in", noted(world_in))
    robotfmt.convert(ARM, tmp_path / output)
    assert sorted(read) == sorted([ARM.name, output])


# Calls that are not meant so


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: robotfmt.convert("a.urdf"), r"name it after the source: convert\('a.urdf', 'arm.dae'\)"),
        (lambda: robotfmt.convert(["a.urdf", "a.srdf"]), r"convert\(\['a.urdf', 'a.srdf'\], 'arm.dae'\)"),
        (lambda: robotfmt.convert("a.urdf", ["b.dae"]), r"got a list; give paths one by one: convert\("),  # type: ignore[arg-type]
        (lambda: robotfmt.write(robotfmt.Robot(), ["b.dae"]), r"one by one: write\(robot, "),  # type: ignore[arg-type]
        (lambda: robotfmt.read(["a.urdf", "a.srdf"]), r"one by one: read\("),  # type: ignore[arg-type]
    ],
)
def test_paths_given_otherwise_are_refused_with_the_call_to_write(call: Callable[[], object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call()


def test_outputs_are_given_one_by_one(tmp_path: Path) -> None:
    done = robotfmt.convert(GRIPPER, tmp_path / "g.dae", str(tmp_path / "g.sdf"))
    assert {tmp_path / "g.dae", tmp_path / "g.sdf"} <= set(done.files)
    assert [robotfmt.read(tmp_path / name).name for name in ("g.dae", "g.sdf")] == ["gripper", "gripper"]


@pytest.mark.parametrize(
    ("output", "options", "made"),
    [
        ("new/", ["--to", "mjcf"], "new/gripper.xml"),
        ("there", ["--to", "sdf"], "there/gripper.sdf"),
        ("new/", ["-O", "sdf.target=gazebo"], "new/gripper.sdf"),
    ],
)
def test_an_output_can_be_a_folder(tmp_path: Path, output: str, options: list[str], made: str) -> None:
    (tmp_path / "there").mkdir()
    assert main(["convert", str(GRIPPER), f"{tmp_path}/{output}", *options, "--base", "fixed", "-q"]) == 0
    assert (tmp_path / made).is_file()


def test_a_folder_for_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder, and the format of the document is not given"):
        robotfmt.convert(GRIPPER, f"{tmp_path}/")
    assert not everything(tmp_path)
