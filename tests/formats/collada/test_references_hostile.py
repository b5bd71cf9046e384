"""References that must not be followed, and those that lead to nothing: told, and all else is read."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest
from real import FIXTURES

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.diagnostics import Diagnostic, Report
from robotfmt.documents.xml.document import parse_document
from robotfmt.errors import LimitError
from robotfmt.limits import Limits
from robotfmt.settings import Settings

REFERENCES = FIXTURES / "references"
LAMP = """<library_kinematics_models><kinematics_model id="km" name="lamp"><technique_common>
<link sid="foot" name="foot"/></technique_common></kinematics_model></library_kinematics_models>"""


def document(*parts: str) -> str:
    return f'<COLLADA xmlns="http://www.collada.org/2008/03/COLLADASchema">{"".join(parts)}</COLLADA>'


def showing(url: str) -> str:
    """A lamp, and a node of another document."""
    nodes = f'<node id="n"><instance_node url="{url}"/></node>'
    return document(
        LAMP, f'<library_visual_scenes><visual_scene id="vs">{nodes}</visual_scene></library_visual_scenes>'
    )


def nodes(inside: str) -> str:
    """A document with a node ``x``."""
    return document(f'<library_nodes><node id="x">{inside}</node></library_nodes>')


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where documents may stand, deep enough that there is something outside."""
    path = tmp_path / "home" / "robots" / "lamp"
    path.mkdir(parents=True)
    return path


def reported(folder: Path, text: str, limits: Limits | None = None, assets: Assets | None = None) -> list[Diagnostic]:
    """What is said of references; the lamp is read all the same."""
    path = folder / "lamp.dae"
    path.write_text(text)
    report = Report()
    assets = assets or Assets(environment={}, limits=limits)
    settings = Settings(limits=limits or Limits(), assets=assets)
    world = robotfmt.read_world(path, report=report, settings=settings)
    assert "foot" in [link.name for each in world.robots for link in each.robot.links]
    return [each for each in report if each.code not in ("document.not-understood", "collada.name-invented")]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("../../../etc/passwd", "leaves the folders"),
        ("../../outside.dae", "leaves the folders"),
        ("%2e%2e/%2e%2e/outside.dae", "leaves the folders"),
        (r"..\..\outside.dae", "leaves the folders"),
        ("/etc/passwd", "leaves the folders"),
        ("file:///etc/passwd.dae", "was not found"),
        ("passwd", "not a mesh or image format"),
        ("http://robots.example/arm.dae", "'http:'"),
        ("https://robots.example/arm.dae", "'https:'"),
        ("file://server/arm.dae", "leaves the folders"),
        ("openrave:/robots/arm.dae", "'openrave:'"),
        ("package://robots/../../outside.dae", "leaves the folders"),
    ],
)
def test_documents_outside_the_permitted_folders_are_not_opened(url: str, why: str, folder: Path) -> None:
    (folder.parent.parent / "outside.dae").write_text(nodes(""))
    (each,) = reported(folder, showing(f"{url}#x"))
    assert each.code == "collada.external"
    assert why in each.message
    assert each.line == 2


def test_a_document_leads_no_further_than_the_one_that_refers_to_it(folder: Path) -> None:
    """One that stands a folder higher could otherwise lead a folder higher still."""
    (folder.parent / "near.dae").write_text(nodes('<instance_node url="../far.dae#x"/>'))
    (folder.parent.parent / "far.dae").write_text(nodes(""))
    (each,) = reported(folder, showing("../near.dae#x"))
    assert "leaves the folders" in each.message
    assert "near.dae:1:" in each.place


def test_the_report_of_a_missing_document_lists_the_places_searched_and_help(folder: Path) -> None:
    (each,) = reported(folder, showing("arm.dae#x"))
    assert each.message == f"'arm.dae' was not found: there is no '{folder / 'arm.dae'}'"
    near = folder.parent / "arms" / "dae" / "arm.dae"
    near.parent.mkdir(parents=True)
    near.write_text(nodes(""))
    (each,) = reported(folder, showing("package://arm_description/dae/arm.dae#x"))
    assert "there is no package 'arm_description'" in each.message
    assert each.help == f"The file is in '{folder.parent / 'arms'}': --package arm_description={folder.parent / 'arms'}"


def test_an_element_missing_in_a_document_is_reported_with_the_document_s_name(folder: Path) -> None:
    (folder / "arm.dae").write_text(nodes(""))
    (each,) = reported(folder, showing("arm.dae#y"))
    assert each.code == "collada.unresolved"
    assert each.message == f"'arm.dae#y' is not a node of '{folder / 'arm.dae'}'"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<COLLADA><node></COLLADA>", "tag mismatch"),
        ("<robot/>", "not <COLLADA>"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><COLLADA>&a;</COLLADA>', "entit"),
        ("", "empty"),
    ],
)
def test_a_damaged_document_is_reported_there_and_at_the_reference_to_it(text: str, why: str, folder: Path) -> None:
    (folder / "arm.dae").write_text(text)
    inner, outer = sorted(reported(folder, showing("arm.dae#x")), key=lambda each: each.code == "collada.external")
    assert inner.place.startswith(str(folder / "arm.dae"))
    assert why in inner.message
    assert outer.message.startswith("'arm.dae' cannot be read:")


def test_documents_may_lead_in_a_circle(folder: Path) -> None:
    (folder / "a.dae").write_text(nodes('<instance_node url="b.dae#x"/>'))
    (folder / "b.dae").write_text(nodes('<instance_node url="a.dae#x"/>'))
    (each,) = reported(folder, showing("a.dae#x"))
    assert each.message == "'a.dae#x' contains itself"
    assert each.place.startswith(str(folder / "b.dae"))


def test_a_document_may_refer_to_itself_by_its_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def counted(data: bytes, **options: object) -> object:
        opened.append(str(options["name"]))
        return parse_document(data, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("robotfmt_collada.document.others.parse_document", counted)
    assert reported(folder, showing("lamp.dae#n"))[0].message == "'lamp.dae#n' contains itself"
    (folder / "b.dae").write_text(nodes('<instance_node url="./lamp.dae#n"/><instance_node url="../lamp/b.dae#x"/>'))
    assert len(reported(folder, showing("b.dae#x"))) == 2
    assert [Path(each).name for each in opened] == ["lamp.dae", "lamp.dae", "b.dae"]


def test_a_chain_of_documents_ends_at_the_limit(folder: Path) -> None:
    for number in range(20):
        (folder / f"{number}.dae").write_text(nodes(f'<instance_node url="{number + 1}.dae#x"/>'))
    (folder / "20.dae").write_text(nodes(""))
    assert reported(folder, showing("0.dae#x")) == []
    (each,) = reported(folder, showing("0.dae#x"), Limits(references=5))
    assert each.message == "'5.dae' was not searched for: there are more references than references=5 allows"


def test_all_documents_together_are_no_larger_than_one_may_be(folder: Path) -> None:
    (folder / "a.dae").write_text(nodes('<instance_node url="b.dae#x"/>' + " " * 3000))
    (folder / "b.dae").write_text(nodes(" " * 3000))
    assert reported(folder, showing("a.dae#x"), Limits(xml_bytes=7500)) == []
    found = reported(folder, showing("a.dae#x"), Limits(xml_bytes=5000))
    assert {each.code for each in found} == {"limit.exceeded", "collada.external"}


def test_a_huge_file_is_not_read(folder: Path) -> None:
    with (folder / "arm.dae").open("wb") as stream:
        stream.truncate(2_000_000_000)
    found = reported(folder, showing("arm.dae#x"))
    assert {each.code for each in found} == {"limit.exceeded", "collada.external"}


def test_references_that_expand_to_too_much_are_refused(folder: Path) -> None:
    """Thirty nodes that each instance the next one twice."""
    steps = "".join(
        f'<node id="n{n}"><instance_node url="#n{n + 1}"/><instance_node url="#n{n + 1}"/></node>' for n in range(30)
    )
    (folder / "bomb.dae").write_text(document(f'<library_nodes>{steps}<node id="n30"/></library_nodes>'))
    with pytest.raises(LimitError, match="instances=1000"):
        reported(folder, showing("bomb.dae#n0"), Limits(instances=1000))


def test_instances_are_not_nested_without_end(folder: Path) -> None:
    steps = "".join(f'<node id="n{n}"><instance_node url="#n{n + 1}"/></node>' for n in range(300))
    (folder / "deep.dae").write_text(document(f'<library_nodes>{steps}<node id="n300"/></library_nodes>'))
    assert reported(folder, showing("deep.dae#n100")) == []
    with pytest.raises(LimitError, match="xml_depth=256"):
        reported(folder, showing("deep.dae#n0"))


def test_a_zip_bomb_is_not_unpacked(folder: Path) -> None:
    with zipfile.ZipFile(folder / "arm.zae", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("arm.dae", nodes(" " * 20_000_000))
    for url in ("arm.zae", "arm.zae/arm.dae"):
        found = reported(folder, showing(f"{url}#x"))
        assert {each.code for each in found} == {"limit.exceeded", "collada.external"}
        assert any("zip_ratio" in each.message for each in found)


@pytest.mark.parametrize("url", ["../lamp.dae", "arm.dae", "parts/../../x.dae", "/lamp.dae"])
def test_a_member_of_an_archive_does_not_lead_out_of_it_by_its_path(url: str, folder: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("manifest.xml", "<dae_root>lamp.dae</dae_root>")
        archive.writestr("lamp.dae", showing(f"{url}#x"))
    (folder / "arm.dae").write_text(nodes(""))
    report, path = Report(), folder / "lamp.zae"
    path.write_bytes(buffer.getvalue())
    robotfmt.read_world(path, report=report)
    assert len(report.having("collada.external")) == 1


# Schemes


@pytest.mark.parametrize(
    ("url", "assets"),
    [
        ("openrave:/robots/arm.dae", Assets(environment={"OPENRAVE_DATA": "/nowhere:DATA"})),
        ("openrave:///robots/arm.dae", Assets(environment={"OPENRAVE_DATA": "DATA"})),
        ("openrave://user@host:80/robots/arm.dae", Assets(environment={"OPENRAVE_DATA": "DATA"})),
        ("openrave:robots/arm.dae", Assets(environment={}, roots=[Path("DATA")])),
        ("openrave:/robots/arm.dae", Assets(environment={}, packages={"openrave": Path("DATA")})),
        ("mujin:/robots/arm.dae", Assets(environment={}, packages={"mujin": Path("DATA")})),
    ],
)
def test_schemes_start_at_their_folders(
    url: str, assets: Assets, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "DATA" / "robots" / "arm.dae"
    target.parent.mkdir(parents=True)
    target.write_text(nodes(""))
    monkeypatch.chdir(tmp_path)
    assert reported(folder, showing(f"{url}#x"), assets=assets) == []


def test_the_path_of_a_scheme_does_not_leave_its_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "arm.dae").write_text(nodes(""))
    (tmp_path / "data").mkdir()
    assets = Assets(environment={"OPENRAVE_DATA": str(tmp_path / "data")})
    (each,) = reported(folder, showing("openrave:/../arm.dae#x"), assets=assets)
    assert "leaves the folders" in each.message


def test_a_scheme_without_a_folder_has_a_flag_to_give_it_one(folder: Path) -> None:
    (each,) = reported(folder, showing("mujin:/arm.dae#x"))
    assert each.help is not None
    assert "--package mujin=FOLDER" in each.help


def test_the_rest_of_a_robot_is_read(tmp_path: Path) -> None:
    """A robot of an arm and two grippers whose document is lost is an arm."""
    for name in ("composed.dae", "arm.dae"):
        shutil.copy(REFERENCES / name, tmp_path)
    report = Report()
    robot = robotfmt.read(tmp_path / "composed.dae", report=report)
    assert [each.name for each in robot.links] == ["base", "upper", "fore"]
    assert len(report.having("collada.external")) >= 2
