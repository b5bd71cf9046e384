"""Where meshes and packages are found, in which order, and what is said when they are not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import robotfmt
from robotfmt.assets.packages import Candidate, Packages
from robotfmt.assets.resolver import Assets
from robotfmt.assets.uris import Reference, parse
from robotfmt.context import Context
from robotfmt.diagnostics import Report, Severity
from robotfmt.errors import MeshError
from robotfmt.hub.checking import check
from robotfmt.model import Mesh
from robotfmt.settings import Settings
from robotfmt.surfaces.loading import with_digests
from robotfmt.validation import check_structure

PART = "package://hand/meshes/part.stl"


def file(path: Path, data: bytes = b"solid\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def package(folder: Path, name: str | None = None) -> Path:
    """A package with a mesh; returns the mesh."""
    if name is not None:
        file(folder / "package.xml", f"<package><name> {name} </name></package>".encode())
    return file(folder / "meshes" / "part.stl")


def found(uri: str, document: Path, **environment: str) -> Path | None:
    return Assets(environment=environment).resolve(uri, str(document)).path


@pytest.mark.parametrize(
    ("uri", "reference", "odd"),
    [
        ("package://hand/a/b.stl", Reference("a/b.stl", "hand"), []),
        ("model://hand/a/b.stl", Reference("a/b.stl", "hand"), []),
        ("package:///hand/a.stl", Reference("a.stl", "hand"), ["mesh.uri-slashes"]),
        ("package:/hand/a.stl", Reference("a.stl", "hand"), ["mesh.uri-slashes"]),
        ("package:://hand/a.stl", Reference("a.stl", "hand"), ["mesh.uri-colon"]),
        (r"package://hand\a\b.stl", Reference("a/b.stl", "hand"), ["mesh.uri-backslash"]),
        (r"..\a.stl", Reference("../a.stl"), ["mesh.uri-backslash"]),
        ("file:///x/a.stl", Reference("/x/a.stl"), []),
        ("file://localhost/x/a.stl", Reference("/x/a.stl"), []),
        ("file:/x/a.stl", Reference("/x/a.stl"), []),
        ("/x/a.stl", Reference("/x/a.stl"), []),
        ("C:/x/a.stl", Reference("C:/x/a.stl"), []),
    ],
)
def test_uris_are_taken_apart(uri: str, reference: Reference, odd: list[str]) -> None:
    reported = parse(uri)
    assert (reported.path, reported.package, reported.scheme) == (reference.path, reference.package, None)
    assert [code.slug for code in reported.oddities] == odd


@pytest.mark.parametrize("uri", ["https://x.org/a.stl", "file://server/a.stl", "package://../a.stl", "data:a.stl"])
def test_uris_that_name_no_local_file_are_refused(uri: str, tmp_path: Path) -> None:
    with pytest.raises(MeshError) as caught:
        found(uri, tmp_path / "arm.urdf")
    assert caught.value.code.slug == "mesh.outside"


def test_odd_spellings_are_reported_with_their_place(tmp_path: Path) -> None:
    document = tmp_path / "arm.urdf"
    document.write_text(
        '<robot name="r"><link name="a">\n<visual><geometry><mesh filename="package:///hand/a.stl"/></geometry></visual>'
        '\n<collision><geometry><mesh filename="m\\b.stl"/></geometry></collision></link></robot>'
    )
    report = Report()
    check_structure(robotfmt.read(document), report)
    assert [(each.code, each.line) for each in report] == [("mesh.uri-slashes", 2), ("mesh.uri-backslash", 3)]
    assert "'package://hand/a.stl'" in report.diagnostics[0].message


def test_the_order_of_places(tmp_path: Path) -> None:
    document = file(tmp_path / "work" / "robots" / "arm.urdf")
    around = package(tmp_path / "work" / "hand")
    ament = package(tmp_path / "prefix" / "share" / "hand")
    ros = package(tmp_path / "ros" / "hand")
    root = package(tmp_path / "root" / "hand")
    named = package(tmp_path / "elsewhere")
    environment: dict[str, str] = {}

    def first(**options: object) -> Path | None:
        return Assets(environment=environment, **options).resolve(PART, str(document)).path  # type: ignore[arg-type]

    assert first() == around
    environment["AMENT_PREFIX_PATH"] = str(tmp_path / "prefix")
    assert first() == ament
    environment["ROS_PACKAGE_PATH"] = str(tmp_path / "ros")
    assert first() == ros
    assert first(roots=(tmp_path / "root",)) == root
    assert first(roots=(tmp_path / "root",), packages={"hand": tmp_path / "elsewhere"}) == named
    named.unlink()
    assert first(roots=(tmp_path / "root",), packages={"hand": tmp_path / "elsewhere"}) == root


@pytest.mark.parametrize(
    "variable",
    ["ROS_PACKAGE_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_PATH", "SDF_PATH"],
)
@pytest.mark.parametrize("folder", ["hand", "src/hands/hand_description", "."])
def test_variables_lead_to_packages_in_them_and_some_levels_below(variable: str, folder: str, tmp_path: Path) -> None:
    mesh = package(tmp_path / "ws" / folder, "hand")
    listed = f"/nowhere:{tmp_path / 'ws'}"
    assert found(PART.replace("package", "model"), tmp_path / "a" / "arm.urdf", **{variable: listed}) == mesh


@pytest.mark.parametrize("folder", ["share/hand", "hand/share/hand"])
def test_colcon_installs_merged_or_isolated(folder: str, tmp_path: Path) -> None:
    mesh = package(tmp_path / "install" / folder, "hand")
    assert found(PART, tmp_path / "a" / "arm.urdf", COLCON_PREFIX_PATH=str(tmp_path / "install")) == mesh


def test_a_root_may_contain_parent_folders(tmp_path: Path) -> None:
    mesh = package(tmp_path / "hand_description", "hand")
    (tmp_path / "here").mkdir()
    back = tmp_path / "here" / ".."
    for assets in (
        Assets(roots=(back,), environment={}),
        Assets(packages={"hand": back / "hand_description"}, environment={}),
    ):
        assert assets.resolve(PART, "/nowhere/arm.urdf").path == mesh


def test_folders_that_ros_leaves_out_are_left_out(tmp_path: Path) -> None:
    package(tmp_path / "old" / "hand_description", "hand")
    assets = Assets(roots=(tmp_path,), environment={})
    assert assets.resolve(PART, "/nowhere/arm.urdf").path is not None
    file(tmp_path / "old" / "COLCON_IGNORE")
    assets = Assets(roots=(tmp_path,), environment={})
    assert assets.resolve(PART, "/nowhere/arm.urdf").path is None


def test_a_package_has_the_name_in_its_package_xml(tmp_path: Path) -> None:
    mesh = package(tmp_path / "hand-2.1", "hand")
    assert found(PART, tmp_path / "hand-2.1" / "urdf" / "arm.urdf") == mesh
    assert found(PART.replace("hand", "hand-2.1"), tmp_path / "hand-2.1" / "urdf" / "arm.urdf") == mesh


def test_a_package_by_name(tmp_path: Path) -> None:
    package(tmp_path / "hand_src", "hand")
    assets = Assets(roots=(tmp_path,), environment={})
    assert assets.package("hand", None).path == tmp_path / "hand_src"
    missing = assets.package("arm", str(tmp_path / "x.urdf"))
    assert missing.path is None
    assert [(each.why, each.folder) for each in missing.tried][:1] == [("--root", tmp_path / "arm")]


def test_no_uri_leads_into_any_folder_of_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home" / "somebody"
    monkeypatch.setenv("HOME", str(home))
    package(home / "hand")
    document = home / "arm.urdf"
    assert found(PART, document) is None  # a folder that is no package, at home
    assert found(f"package://somebody/hand/{PART[15:]}", document) is None
    assert found(f"package://{tmp_path.parts[1]}/x.stl", document) is None
    file(home / "hand" / "package.xml", b"<package/>")
    assert found(PART, document) == home / "hand" / "meshes" / "part.stl"


@pytest.mark.parametrize("path", ["../secret.stl", "a/../../secret.stl", "%2e%2e/secret.stl", r"..\secret.stl"])
def test_nothing_leaves_its_package(path: str, tmp_path: Path) -> None:
    file(tmp_path / "secret.stl")
    package(tmp_path / "hand")
    with pytest.raises(MeshError) as caught:
        found(f"package://hand/{path}", tmp_path / "hand" / "arm.urdf")
    assert caught.value.code.slug == "mesh.outside"


def test_only_meshes_and_images_are_opened_also_behind_links(tmp_path: Path) -> None:
    file(tmp_path / "source" / "real.stl")
    file(tmp_path / "key.pem")
    share = tmp_path / "share" / "hand" / "meshes"
    share.mkdir(parents=True)
    (share / "part.stl").symlink_to(tmp_path / "source" / "real.stl")
    (share / "key.stl").symlink_to(tmp_path / "key.pem")
    document = tmp_path / "share" / "hand" / "arm.urdf"
    assert found(PART, document) == share / "part.stl"
    assert found("meshes/part.stl", document) == share / "part.stl"
    assert found("package://hand/meshes/key.stl", document) is None
    with pytest.raises(MeshError):
        found("package://hand/../../key.pem", document)


def test_a_document_that_is_a_link_has_the_meshes_of_what_it_leads_to(tmp_path: Path) -> None:
    mesh = file(tmp_path / "hand" / "urdf" / "part.stl")
    file(tmp_path / "hand" / "urdf" / "arm.urdf")
    link = tmp_path / "desk" / "arm.urdf"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "hand" / "urdf" / "arm.urdf")
    assert found("part.stl", link) == mesh


def test_a_percent_sign_is_decoded_only_where_it_must_be(tmp_path: Path) -> None:
    spaced = file(tmp_path / "a b.stl")
    assert found("a b.stl", tmp_path / "arm.urdf") == spaced
    assert found("a%20b.stl", tmp_path / "arm.urdf") == spaced
    literal = file(tmp_path / "a%20b.stl")
    assert found("a%20b.stl", tmp_path / "arm.urdf") == literal


def test_names_that_the_system_refuses_are_not_found(tmp_path: Path) -> None:
    assert found(f"{'x' * 5000}.stl", tmp_path / "arm.urdf") is None
    assert found("a\0b.stl", tmp_path / "arm.urdf") is None


def missing(uri: str, document: Path, **options: object) -> tuple[str, str | None]:
    with pytest.raises(MeshError) as caught:
        Assets(environment={}, **options).load(uri, str(document))  # type: ignore[arg-type]
    return caught.value.diagnostic.message, caught.value.diagnostic.help


def test_the_report_of_a_missing_mesh_lists_every_place_tried(tmp_path: Path) -> None:
    document, paw = tmp_path / "robots" / "arm.urdf", "package://hand/meshes/paw.stl"
    empty = tmp_path / "given"
    empty.mkdir()
    message, help = missing(paw, document, packages={"hand": empty}, roots=(tmp_path / "none",))
    assert message == (
        f"'{paw}' was not found: '{empty}' (--package) has no 'meshes/paw.stl'; "
        f"there is no other package 'hand' in --root ('{tmp_path}/none/hand') or the folders above '{tmp_path}/robots'"
    )
    assert help == "Name its package's folder: --package hand=FOLDER"
    assert missing("x.stl", document)[0] == f"'x.stl' was not found: there is no '{tmp_path}/robots/x.stl'"


def test_a_missing_mesh_comes_with_a_flag_to_paste(tmp_path: Path) -> None:
    package(tmp_path / "repository" / "feet")
    package(tmp_path / "repository" / "my hand 2")
    (tmp_path / "repository" / ".git").mkdir()
    help = missing(PART, tmp_path / "repository" / "robots" / "arm" / "arm.urdf")[1]
    assert help is not None
    assert help.endswith(f"--package 'hand={tmp_path}/repository/my hand 2'")
    (tmp_path / "other").mkdir()
    help = missing(str(file(tmp_path / "cad" / "x.stl")), tmp_path / "other" / "robots" / "arm.urdf")[1]
    assert help is not None
    assert help.endswith(f"--root {tmp_path}/cad")


def test_no_folder_is_named_that_only_happens_to_be_near(tmp_path: Path) -> None:
    """The tree of a document is its repository, or else its package, or else the folder above it."""
    package(tmp_path / "stranger")
    here = tmp_path / "work" / "arm"
    unhelpful = "Name its package's folder: --package hand=FOLDER"
    assert missing(PART, here / "urdf" / "arm.urdf")[1] == unhelpful
    package(here / "hand 2")
    found = f"The file is in '{here}/hand 2': --package 'hand={here}/hand 2'"
    assert missing(PART, here / "urdf" / "arm.urdf")[1] == found
    assert missing(PART, here / "urdf" / "deep" / "arm.urdf")[1] == unhelpful
    (here / "package.xml").write_text("<package><name>arm</name></package>")
    assert missing(PART, here / "urdf" / "deep" / "arm.urdf")[1] == found


def test_the_folder_of_temporary_files_is_no_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path / "hand 2")
    document = tmp_path / "arm" / "arm.urdf"
    assert "hand 2" in str(missing(PART, document)[1])
    monkeypatch.setattr("robotfmt.assets.packages._TEMPORARY", (tmp_path,))
    assert "hand 2" not in str(missing(PART, document)[1])


@pytest.mark.parametrize(
    ("asked", "meant"),
    [("Meshes/PART.STL", "meshes/part.stl"), ("meshes/part.dae", "meshes/part.stl"), ("meshes/x.stl", None)],
)
def test_a_missing_mesh_may_be_another_spelling(asked: str, meant: str | None, tmp_path: Path) -> None:
    package(tmp_path / "hand", "hand")
    for uri in (f"package://hand/{asked}", asked):
        help = missing(uri, tmp_path / "hand" / "arm.urdf")[1]
        assert (help is not None and f"'{meant}'" in help) == (meant is not None)


def test_files_that_change_between_two_reads_are_read_again(tmp_path: Path) -> None:
    """Settings are kept in a notebook while meshes are edited; one may be missing at first."""

    def triangle(size: int) -> bytes:
        corners = ((0, 0, 0), (size, 0, 0), (0, size, 0))
        rows = "".join(f"vertex {x} {y} {z}\n" for x, y, z in corners)
        return f"solid\nfacet normal 0 0 1\nouter loop\n{rows}endloop\nendfacet\nendsolid\n".encode()

    geometry = '<visual><geometry><mesh filename="part.stl"/></geometry></visual>'
    path = file(tmp_path / "r.urdf", f'<robot name="r"><link name="a">{geometry}</link></robot>'.encode())
    settings = Settings()
    context = Context(assets=settings.assets, report=Report())
    areas: list[float | None] = []
    for size in (0, 1, 1, 2):
        if size:
            file(tmp_path / "part.stl", triangle(size))
        robot = with_digests(robotfmt.read(path, settings=settings), context)
        shape = robot.links[0].visuals[0].shape
        assert isinstance(shape, Mesh)
        areas.append(shape.digest.area if shape.digest is not None else None)
    assert areas == [None, 0.5, 0.5, 2.0]


def test_a_package_is_searched_for_only_until_it_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was looked at is kept for the next mesh; folders around a document are looked at last."""
    packages = Packages({"arm": tmp_path}, (), {})
    searched: list[Path] = []

    def around(_self: Packages, folder: Path, _name: str) -> Iterator[Candidate]:
        searched.append(folder)
        yield Candidate("near", folder)

    monkeypatch.setattr(Packages, "_around", around)
    for _ in range(2):
        assert next(packages.places("arm", [tmp_path])).folder == tmp_path
    assert searched == []
    assert len(list(packages.places("arm", [tmp_path]))) == len(list(packages.places("arm", [tmp_path]))) == 2
    assert searched == [tmp_path]


def test_a_path_of_windows_is_written_with_slashes_even_where_the_file_is_missing(tmp_path: Path) -> None:
    mesh = r'<mesh filename="package://hand\parts\a.stl"/>'
    link = f'<link name="l"><visual><geometry>{mesh}</geometry></visual></link>'
    (tmp_path / "in.urdf").write_text(f'<robot name="r">{link}</robot>')
    robotfmt.convert(tmp_path / "in.urdf", tmp_path / "out.urdf")
    assert "package://hand/parts/a.stl" in (tmp_path / "out.urdf").read_text()


@pytest.mark.parametrize(("used", "severity"), [(True, Severity.WARNING), (False, Severity.NOTE)])
def test_a_missing_texture_is_reported_once(used: bool, severity: Severity, tmp_path: Path) -> None:
    material = '<material name="wood"><texture filename="{}"/></material>'
    visual = '<visual><geometry><box size="1 1 1"/></geometry>{}</visual>'.format(
        '<material name="wood"/>' if used else ""
    )
    document = tmp_path / "arm.urdf"
    text = '<robot name="arm">{}<link name="a">{}</link><link name="b"/></robot>'
    document.write_text(text.format(material.format("wood.png"), visual * 2))
    (finding,) = [each for done in check(document) for each in done.report if each.code == "mesh.texture-missing"]
    assert finding.message.startswith("a texture is missing: 'wood.png' was not found: ")
    assert finding.severity is severity
    (tmp_path / "wood.png").write_bytes(b"")
    assert "mesh.texture-missing" not in {each.code for done in check(document) for each in done.report}
