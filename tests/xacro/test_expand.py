"""Documents that use xacro: expanded when asked, with arguments and packages, and errors that name file and line."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from programs import needs
from real import CORPUS, FIXTURES, corpus

import robotfmt
from robotfmt import Report, Settings, Xacro
from robotfmt.assets.resolver import Assets
from robotfmt.errors import InputError, RobotfmtError, UnsafeInput, UsageError
from robotfmt.hub.conversion import convert
from robotfmt.limits import Limits

pytestmark = [pytest.mark.slow, needs("xacro")]
MAST = FIXTURES / "xacro" / "robots" / "mast.urdf.xacro"
SRDF = FIXTURES / "xacro" / "robots" / "mast.srdf.xacro"
ALLOWED = Settings(xacro=Xacro())
PLAIN = """
import json, os, sys, xacro
from xacro import substitution_args
documents, folders = json.loads(sys.argv[1])
substitution_args._eval_find = substitution_args._eval_dict["find"] = folders.__getitem__
for path, output in documents:
    if child := os.fork():  # xacro keeps what it was told by the last document
        os.waitpid(child, 0)
        continue
    made = xacro.process_file(path).toprettyxml(indent="  ").encode()
    with open(output, "wb") as stream:
        stream.write(made)
    break
"""
"""What xacro does by itself with some documents, given where the packages are."""


def document(folder: Path, *lines: str, name: str = "robot.xacro") -> Path:
    """A xacro file with these lines from the third one on."""
    path = folder / name
    head = '<?xml version="1.0"?>\n<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
    path.write_text(head + "\n".join(lines) + "\n</robot>\n", encoding="utf-8")
    return path


def failure(path: Path, settings: Settings = ALLOWED) -> robotfmt.Diagnostic:
    """What expanding a document ends with."""
    with pytest.raises(RobotfmtError) as caught:
        robotfmt.expand(path, settings=settings)
    return caught.value.diagnostic


def plain(paths: list[Path], packages: dict[str, Path], folder: Path) -> list[bytes | None]:
    """What xacro by itself makes of documents, of each that it can."""
    outputs = [folder / f"{number}.xml" for number in range(len(paths))]
    documents = [(str(path), str(output)) for path, output in zip(paths, outputs, strict=True)]
    given = json.dumps([documents, {name: str(folder) for name, folder in packages.items()}])
    command = [sys.executable, "-X", "utf8", "-c", PLAIN, given]
    subprocess.run(command, capture_output=True, check=False, env={"PYTHONHASHSEED": "0"})
    return [output.read_bytes() if output.exists() else None for output in outputs]


def test_arguments_and_files_of_packages() -> None:
    settings = Settings(xacro=Xacro(arguments={"prefix": "left_"}))
    robot = robotfmt.read(MAST, settings=settings)
    assert [link.name for link in robot.links] == ["left_mast", "left_boom", "left_lamp"]
    lift = robot.joints[0]
    assert lift.axis is not None
    assert lift.axis.hard is not None
    assert lift.axis.hard.upper == pytest.approx(1.5707963267948966, abs=0)
    assert lift.axis.hard.effort == 10.0
    mount = robot.joints[1].pose_in_parent
    assert mount is not None
    assert mount.position == (0.5, 0.0, 0.0)


def test_an_argument_leaves_the_lamp_out() -> None:
    robot = robotfmt.read(MAST, settings=Settings(xacro=Xacro(arguments={"lamp": "false"})))
    assert [link.name for link in robot.links] == ["mast", "boom"]


def test_without_being_asked_nothing_is_expanded() -> None:
    for path in (MAST, SRDF):
        with pytest.raises(UnsafeInput) as caught:
            robotfmt.read(path)
        assert caught.value.exit_code == 3
        assert "--xacro" in (caught.value.diagnostic.help or "")


def test_the_expansion_equals_that_of_xacro(tmp_path: Path) -> None:
    expanded = robotfmt.expand(MAST)
    assert [expanded] == plain([MAST], {"mast_description": FIXTURES / "xacro"}, tmp_path)
    assert b'<link name="lamp"/>' in expanded


def test_a_document_without_xacro_is_left_alone() -> None:
    arm = FIXTURES / "arm6" / "arm6.urdf"
    assert robotfmt.read(arm, settings=ALLOWED) == robotfmt.read(arm)


def test_semantics_are_expanded_too_and_relative_meshes_are_those_of_the_document(tmp_path: Path) -> None:
    outputs = [tmp_path / "mast.urdf", tmp_path / "mast.srdf"]
    done = convert([SRDF, MAST], *outputs, settings=ALLOWED, meshes="copy")
    assert [group.name for group in done.robot.groups] == ["boom"]
    assert (tmp_path / "mast_meshes" / "foot.stl").read_bytes() == (FIXTURES / "xacro/meshes/foot.stl").read_bytes()
    assert not done.report.errors


def test_lines_of_findings_are_those_of_the_expansion() -> None:
    (check,) = robotfmt.check(MAST, SRDF, settings=ALLOWED)
    (note,) = check.report.having("robot.no-collision-shape")
    assert note.file == f"{MAST} (expanded)"
    lines = robotfmt.expand(MAST).decode().splitlines()
    assert note.line is not None
    assert lines[note.line - 1].strip() == '<link name="boom">'


def test_the_help_for_unexpanded_text_names_double_dollars(tmp_path: Path) -> None:
    path = document(tmp_path, '<link name="$${x}"/>')
    with pytest.raises(UnsafeInput) as caught:
        robotfmt.read(path, settings=ALLOWED)
    assert "'$$'" in (caught.value.diagnostic.help or "")


def test_a_folder_is_no_package_for_its_name(tmp_path: Path) -> None:
    (tmp_path / "arm").mkdir()
    (tmp_path / "letters").mkdir()
    path = document(tmp_path / "arm", '<a b="$(find letters)"/>')
    assert failure(path).code == "xacro.missing-package"
    named = Settings(assets=Assets(packages={"letters": tmp_path / "letters"}))
    assert f'<a b="{tmp_path}/letters"/>' in robotfmt.expand(path, settings=named).decode()


# Errors


def test_an_error_names_the_file_the_line_and_the_way_there(tmp_path: Path) -> None:
    inner = document(tmp_path, '<xacro:macro name="leg" params="n">', "", '<link name="${m}"/>', "</xacro:macro>")
    inner = inner.rename(tmp_path / "leg.xacro")
    outer = document(tmp_path, '<xacro:include filename="leg.xacro"/>', "", "", '<xacro:leg n="1"/>')
    reported = failure(outer)
    assert (reported.code, reported.file, reported.line) == ("xacro.undefined", str(inner), 5)
    assert f"in macro 'leg', called at {outer}:6" in reported.message
    assert reported.message.startswith("'m' is not defined")


def test_an_error_in_an_included_file_names_the_include(tmp_path: Path) -> None:
    broken = tmp_path / "broken.xacro"
    broken.write_text("<robot>\n<link>\n</robot>", encoding="utf-8")
    reported = failure(document(tmp_path, "", '<xacro:include filename="broken.xacro"/>'))
    assert (reported.code, reported.file, reported.line, reported.column) == ("xml.syntax", str(broken), 3, 3)
    assert "included at" in reported.message
    assert "robot.xacro:4" in reported.message


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ('<xacro:lag n="1"/>', "xacro.undefined", "the macro 'lag' does not exist; did you mean 'leg'?"),
        ("<a b='${lenght}'/>", "xacro.undefined", "did you mean 'length'"),
        ("<a b='${xacro.arg(\"x\")}'/>", "xacro.missing-argument", "'x'"),
        ("<a b='$(arg x)'/>", "xacro.missing-argument", "'x'"),
        ("<a b='$(find nowhere)'/>", "xacro.missing-package", "'nowhere'"),
        ("<a b='$(find ..)'/>", "xacro.missing-package", "'..'"),
        ("<a b='$(env HOME)'/>", "xacro.missing-variable", "'HOME'"),
        ("<a b='$(dirname)'/>", "xacro.failed", "dirname"),
        ("<xacro:if value='${\"perhaps\"}'/>", "xacro.failed", "perhaps"),
        ("<xacro:leg/>", "xacro.failed", "Undefined parameters [n]"),
        ("<xacro:include filename='none.xacro'/>", "xacro.missing-file", "none.xacro"),
        ("<a b='${xacro.load_yaml(\"none.yaml\")}'/>", "xacro.missing-file", "none.yaml"),
    ],
)
def test_faults_are_reported_with_their_line(line: str, code: str, words: str, tmp_path: Path) -> None:
    leg = '<xacro:macro name="leg" params="n"><link name="${n}"/></xacro:macro>'
    reported = failure(document(tmp_path, leg, '<xacro:property name="length" value="1"/>', line))
    assert (reported.code, reported.line) == (code, 5)
    assert words in reported.message


def test_an_optional_include_may_be_missing(tmp_path: Path) -> None:
    path = document(tmp_path, '<xacro:include filename="none.xacro" optional="true"/>', '<link name="a"/>')
    assert b'<link name="a"/>' in robotfmt.expand(path)


def test_the_report_of_a_missing_package_lists_every_place_tried(tmp_path: Path) -> None:
    path = document(tmp_path, '<xacro:include filename="$(find legs)/leg.xacro"/>')
    variables = {"AMENT_PREFIX_PATH": str(tmp_path / "ros"), "ROS_PACKAGE_PATH": str(tmp_path / "src")}
    reported = failure(path, Settings(assets=Assets(roots=[tmp_path / "root"], environment=variables)))
    for folder in ("root/legs", "src/legs", "ros/share/legs"):
        assert str(tmp_path / folder) in reported.message
    assert reported.help == "Name its folder: --package legs=FOLDER"


def test_packages_are_found_as_those_of_meshes_are(tmp_path: Path) -> None:
    home = tmp_path / "elsewhere" / "legs"
    home.mkdir(parents=True)
    (home.parent / "arm").mkdir()
    document(home, '<link name="leg"/>', name="leg.xacro")
    (home / "package.xml").write_text("<package><name>legs</name></package>", encoding="utf-8")
    path = document(tmp_path, '<xacro:include filename="$(find legs)/leg.xacro"/>')
    beside = document(home.parent / "arm", '<xacro:include filename="$(find legs)/leg.xacro"/>')
    assert b'<link name="leg"/>' in robotfmt.expand(beside)
    for assets in (
        Assets(packages={"legs": home}),
        Assets(roots=[home.parent]),
        Assets(environment={"ROS_PACKAGE_PATH": str(home.parent)}),
    ):
        assert b'<link name="leg"/>' in robotfmt.expand(path, settings=Settings(assets=assets))


def test_warnings_and_messages_come_with_their_lines(tmp_path: Path) -> None:
    lines = ("<a b=\"${xacro.warning('mind')}\"/>", "<a b=\"${xacro.message('hello')}\"/>")
    path = document(tmp_path, *lines, '<a b="${radians(1)}"/>')
    report = Report()
    robotfmt.expand(path, report=report)
    reported = [(each.code, each.severity.value, each.line, each.message) for each in report]
    assert reported == [("xacro.warning", "warning", 3, "mind"), ("xacro.message", "note", 4, "hello")]


def test_arguments_that_the_document_does_not_declare(tmp_path: Path) -> None:
    path = document(tmp_path, '<xacro:arg name="prefix" default=""/>', '<link name="$(arg name)"/>')
    report = Report()
    robotfmt.expand(path, report=report, settings=Settings(xacro=Xacro(arguments={"name": "a", "prefx": "b"})))
    assert [each.message for each in report] == ["the document has no argument 'prefx'; did you mean 'prefix'?"]


def test_variables_are_those_that_were_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEG", "secret")
    path = document(tmp_path, '<a b="$(env ARM)" c="$(optenv LEG none)"/>')
    report = Report()
    expanded = robotfmt.expand(path, report=report, settings=Settings(xacro=Xacro(environment={"ARM": "arm"})))
    assert b'<a b="arm" c="none"/>' in expanded
    assert [each.code for each in report] == ["xacro.default-variable"]


def test_other_encodings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "robot.xacro"
    text = '<?xml version="1.0" encoding="iso-8859-15"?>\n<robot name="Gel\u00e4nder"/>'
    path.write_bytes(text.encode("iso-8859-15"))
    assert '<robot name="Gel\u00e4nder"/>' in robotfmt.expand(path).decode()


def test_without_xacro_the_help_has_the_command_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    absent = lambda name: None if name == "xacro" else real(name)  # noqa: E731
    monkeypatch.setattr("robotfmt.xacro.expand.find_spec", absent)
    monkeypatch.setattr("importlib.util.find_spec", absent)
    with pytest.raises(UsageError) as caught:
        robotfmt.read(MAST, settings=ALLOWED)
    assert caught.value.code.slug == "xacro.not-installed"
    assert "pip install 'robotfmt[xacro]'" in (caught.value.diagnostic.help or "")
    with pytest.raises(UnsafeInput) as refused:
        robotfmt.read(MAST)
    assert "pip install 'robotfmt[xacro]'" in (refused.value.diagnostic.help or "")


def test_a_process_without_xacro_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    monkeypatch.setattr("robotfmt.processes.parent._folders", lambda _: [str(FIXTURES.parent), str(tmp_path)])
    reported = failure(MAST)
    assert reported.code == "xacro.not-installed"
    assert "No module named 'xacro'" in reported.message


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_real_documents_are_expanded_as_xacro_does(tmp_path: Path) -> None:
    same, failed, paths = 0, set[str](), corpus("xacro/**/*.xacro")
    for path, theirs in zip(paths, plain(paths, {}, tmp_path), strict=True):
        mine: bytes | None = None
        try:
            mine = robotfmt.expand(path, settings=Settings(limits=Limits(xacro_seconds=120)))
        except InputError as error:
            failed.add(error.code.slug)
        assert mine == theirs
        same += mine is not None
    assert same >= 20
    assert failed <= {"xacro.missing-package", "xacro.missing-argument", "xacro.failed", "xml.syntax"}
