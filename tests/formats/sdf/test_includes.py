"""Models that are included: found, placed, merged, and never without end."""

from __future__ import annotations

from pathlib import Path

import pytest
from growth import LINEAR, growth
from real import FIXTURES

import robotfmt
from robotfmt.assets.resolver import Assets
from robotfmt.diagnostics import Report
from robotfmt.hub.checking import check
from robotfmt.limits import Limits
from robotfmt.model import Inertial, Mesh, Robot
from robotfmt.model.record import replace
from robotfmt.settings import Settings

SDF = FIXTURES / "sdf"


def model(folder: Path, content: str, config: str = "") -> Path:
    """A model in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "model.sdf"
    path.write_text(f'<sdf version="1.9"><model name="{folder.name}">{content}</model></sdf>')
    default = '<sdf version="1.9">model.sdf</sdf>'
    (folder / "model.config").write_text(f"<model><name>{folder.name}</name>{config or default}</model>")
    return path


def include(uri: str, name: str = "") -> str:
    """An include."""
    return f"<include><uri>{uri}</uri>{f'<name>{name}</name>' if name else ''}</include>"


def read(path: Path, settings: Settings | None = None) -> tuple[Robot, Report]:
    """A robot, and what there is to say of it."""
    report = Report()
    return robotfmt.read(path, report=report, settings=settings or Settings()), report


def test_an_include_places_and_renames() -> None:
    robot, report = read(SDF / "desk.sdf")
    assert [each.name for each in robot.links] == ["top", "foot", "head", "left::foot", "left::head"]
    left = robot.joint_by_name["left_foot"]
    assert (left.child, left.pose_in_parent and left.pose_in_parent.xyz) == ("left::foot", (0.5, 0, 0))
    assert len(report.having("sdf.include")) == 2


def test_a_merged_model_is_placed_by_a_frame_of_its_own() -> None:
    robot, _ = read(SDF / "desk.sdf")
    foot = robot.joint_by_name["own_foot"].pose_in_parent
    assert foot is not None
    assert foot.xyz == pytest.approx((0, 0, 1 - 0.45))  # the bulb, 0.45 above the foot, is at 1
    assert "_merged__lamp__model__" in {each.name for each in robot.frames}


def test_mesh_paths_are_relative_to_their_document(tmp_path: Path) -> None:
    robot, _ = read(SDF / "desk.sdf")
    output = tmp_path / "desk.sdf"
    robotfmt.write(robot, output, report=Report())
    shape = robotfmt.read(output, report=Report()).link_by_name["foot"].visuals[0].shape
    assert isinstance(shape, Mesh)
    assert (tmp_path / (shape.uri or "")).resolve() == SDF / "models" / "lamp" / "meshes" / "foot.stl"


def test_plugins_of_included_models_are_in_these_models(tmp_path: Path) -> None:
    robot, _ = read(SDF / "desk.sdf")
    places = {each.place for each in robot.extensions if each.name == "plugin"}
    assert places == {"/sdf/model[@name='desk']", "/sdf/model[@name='desk']/model[@name='left']"}


@pytest.mark.parametrize("uri", ["model://arm", "package://arm/model.sdf", "arm", "model://arm/model.sdf"])
def test_where_models_are_looked_for(uri: str, tmp_path: Path) -> None:
    model(tmp_path / "models" / "arm", '<link name="l"/>')
    top = model(tmp_path / "top", f'<link name="base"/>{include(uri, "it")}')
    settings = Settings(assets=Assets(roots=(tmp_path / "models",)))
    robot, report = read(top, settings)
    assert "it::l" in robot.link_by_name, [str(each) for each in report]


def test_the_newest_document_that_is_understood(tmp_path: Path) -> None:
    names = {"1.5": "old.sdf", "1.9": "new.sdf", "2.1": "strange.sdf"}
    config = "".join(f"<sdf version='{version}'>{name}</sdf>" for version, name in names.items())
    folder = tmp_path / "arm"
    model(folder, "", config)
    for name in names.values():
        (folder / name).write_text(f'<sdf version="1.5"><model name="arm"><link name="{name[:3]}"/></model></sdf>')
    robot, _ = read(model(tmp_path / "top", f'<link name="base"/>{include("arm")}'))
    assert "arm::new" in robot.link_by_name


def test_a_missing_include_is_reported_and_written_again(tmp_path: Path) -> None:
    uri = "https://fuel.gazebosim.org/1.0/Someone/models/Nothing"
    path = model(tmp_path / "top", f'<link name="base"/>{include(uri)}')
    robot, report = read(path)
    assert len(report.having("sdf.include-not-found")) == 1
    output = tmp_path / "out.sdf"
    robotfmt.write(robot, output)
    assert f"<uri>{uri}</uri>" in output.read_text()


FUEL = "https://fuel.gazebosim.org/1.0/acme/models/"


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        (f"{FUEL}Wooden Case", "'Wooden Case=FOLDER'"),
        (f"{FUEL}Wooden%20Case/2", "'Wooden Case=FOLDER'"),
        (f"{FUEL}Wooden Case/2", "'Wooden Case=FOLDER'"),
        ("model://table/model.sdf", "table=FOLDER"),
        ("model://Wooden Case (large)", "'Wooden Case (large)=FOLDER'"),
        ("table/parts/leg.sdf", "table=FOLDER"),
    ],
)
def test_the_help_for_models_with_spaces_in_their_names_works(uri: str, name: str, tmp_path: Path) -> None:
    path = model(tmp_path / "top", f'<link name="base"/>{include(uri, "case")}')
    (found,) = read(path)[1].having("sdf.include-not-found")
    assert found.help == f"Add --package {name}, the folder of the model, or --root FOLDER, the folder of all models."
    for each in ("model.sdf", "parts/leg.sdf"):
        model((tmp_path / "downloads" / each).parent, '<link name="lid"/>').rename(tmp_path / "downloads" / each)
    packages = {name.strip("'").partition("=")[0]: tmp_path / "downloads"}
    robot, report = read(path, Settings(assets=Assets(packages)))
    assert "case::lid" in robot.link_by_name, [str(each) for each in report]


@pytest.mark.parametrize("name", ["..", ".", "", ".git", "a/b", "a\\b", "C:", "a\nb"])
def test_names_that_lead_elsewhere_are_no_packages(name: str, tmp_path: Path) -> None:
    assert Assets({name: tmp_path}).package(name, str(tmp_path / "a.sdf")).path is None


def test_nothing_outside_is_opened(tmp_path: Path) -> None:
    secret = model(tmp_path / "secret" / "deep", '<link name="l"/>')
    inner = tmp_path / "a" / "b" / "c" / "top"
    for uri in ("../../../../secret/deep", str(secret), f"file://{secret}", "http://example.org/x"):
        robot, report = read(model(inner, f'<link name="base"/>{include(uri)}'))
        assert len(robot.links) == 1
        assert report.having("sdf.include-not-found"), uri


def test_models_that_include_themselves(tmp_path: Path) -> None:
    own = "".join(include("model.sdf", f"n{index}") for index in range(8))
    _, report = read(model(tmp_path / "one", f'<link name="l"/>{own}'))
    assert len(report.having("sdf.include-cycle")) == 8
    model(tmp_path / "a", f'<link name="l"/>{include("b")}')
    _, report = read(model(tmp_path / "b", f'<link name="l"/>{include("a")}'))
    assert report.having("sdf.include-cycle")


def test_wide_includes_end_at_the_limit(tmp_path: Path) -> None:
    for level in range(6):
        inner = "".join(include(f"m{level + 1}", f"n{index}") for index in range(8) if level < 5)
        model(tmp_path / f"m{level}", f'<link name="l"/>{inner}')
    path = tmp_path / "m0" / "model.sdf"
    assert growth(lambda count: read(path, Settings(limits=Limits(includes=count))), 150) < LINEAR
    robot, report = read(path, Settings(limits=Limits(includes=300)))
    assert len(robot.links) <= 301
    assert len(report.having("sdf.include-cycle")) == 1


def test_a_urdf_is_included_as_sdf(tmp_path: Path) -> None:
    """Its links can be named, its meshes are where they were, and what SDF does not have is there too."""
    (tmp_path / "arm.urdf").write_text(
        '<robot name="arm"><link name="a"><visual><geometry><mesh filename="meshes/a.stl"/></geometry></visual></link>'
        '<link name="b"/><joint name="j" type="continuous"><origin xyz="0 0 1"/><parent link="a"/><child link="b"/>'
        '<axis xyz="0 1 0"/></joint><transmission name="t"><type>x</type><joint name="j"/><actuator name="m"/>'
        "</transmission></robot>"
    )
    path = tmp_path / "cell.sdf"
    path.write_text(
        '<sdf version="1.10"><world name="w"><include><uri>arm.urdf</uri><name>left</name><pose>0 1 0 0 0 0</pose>'
        "</include><include><uri>arm.urdf</uri><name>right</name></include><joint name='weld' type='fixed'>"
        "<parent>left::b</parent><child>right::a</child></joint></world></sdf>"
    )
    report = Report()
    world = robotfmt.read_world(path, report=report)
    assert report.errors == []
    assert [(each.name, len(each.robot.links), each.source) for each in world.robots] == [
        ("left", 2, "arm.urdf"),
        ("right", 2, "arm.urdf"),
    ]
    (weld,) = world.joints
    assert (weld.parent_robot, weld.joint.parent, weld.child_robot, weld.joint.child) == (
        *("left", "b"),
        *("right", "a"),
    )
    shape = world.robots[1].robot.links[0].visuals[0]
    assert isinstance(shape.shape, Mesh) and shape.shape.uri == "meshes/a.stl"
    assert shape.origin is not None and shape.origin.document == str(tmp_path / "arm.urdf")
    # What SDF has no words for is no part of the included model.
    assert world.robots[1].robot.transmissions == ()
    assert "transmission/t" in {each.subject for each in report.having("sdf.not-held")}


def test_documents_of_other_formats_may_not_include_one_another(tmp_path: Path) -> None:
    (tmp_path / "loop.sdf").write_text(
        '<sdf version="1.10"><model name="m"><link name="l"/><include><uri>loop.world.json</uri></include>'
        "</model></sdf>"
    )
    robot = '{"name": "m", "file": "loop.sdf"}'
    (tmp_path / "loop.world.json").write_text(f'{{"world": "robotfmt-world/1", "robots": [{robot}]}}')
    _, report = read(tmp_path / "loop.sdf")
    (found,) = report.having("sdf.include-not-found")
    assert "name one another" in found.message


def cell(folder: Path) -> Path:
    """A world that includes one model three times."""
    model(folder / "box", '<pose>0 0 0.5 0 0 0.5</pose><link name="l"><pose>0.1 0 0 0 0 0</pose></link>')
    path = folder / "cell.sdf"
    path.write_text(
        '<sdf version="1.9"><world name="w"><include><uri>box</uri><name>one</name><pose>1 0 0 0 0 0</pose></include>'
        "<!-- between --><include><uri>box</uri><name>two</name></include><include><uri>box</uri>"
        "<name>three</name><static>true</static></include></world></sdf>"
    )
    return path


KEEP = Settings(options={"sdf.includes": "keep"})


def test_includes_are_kept_if_asked(tmp_path: Path) -> None:
    path = cell(tmp_path)
    report = Report()
    robotfmt.convert(path, tmp_path / "kept.sdf", settings=KEEP, report=report)
    text = (tmp_path / "kept.sdf").read_text()
    assert text.count("<include>") == 3
    assert "<model" not in text
    assert "<!-- between -->" in text
    assert text.count("<static>") == 1
    assert robotfmt.diff(robotfmt.read_world(path), robotfmt.read_world(tmp_path / "kept.sdf")) == []
    assert not report.having("sdf.include-inlined")
    robotfmt.convert(path, tmp_path / "inlined.sdf")
    assert "<include>" not in (tmp_path / "inlined.sdf").read_text()


def test_a_changed_model_is_written_in_place_of_its_include(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    world = robotfmt.read_world(cell(tmp_path / "here"))
    first, *others = world.robots
    changed = replace(first, robot=replace(first.robot, links=(replace(first.robot.links[0], name="other"),)))
    report = Report()
    path = tmp_path / "here" / "kept.sdf"
    robotfmt.write(replace(world, robots=(changed, *others)), path, settings=KEEP, report=report)
    assert path.read_text().count("<include>") == 2
    (found,) = report.having("sdf.include-inlined")
    assert "'one'" in found.message
    (tmp_path / "away").mkdir()
    robotfmt.write(world, tmp_path / "away" / "kept.sdf", settings=KEEP, report=report)
    assert "<include>" not in (tmp_path / "away" / "kept.sdf").read_text()


def test_an_included_urdf_stays_an_include(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text('<robot name="arm"><link name="a"/></robot>')
    path = tmp_path / "cell.sdf"
    includes = "".join(f"<include><uri>arm.urdf</uri><name>{name}</name></include>" for name in ("left", "right"))
    path.write_text(f'<sdf version="1.9"><world name="w">{includes}</world></sdf>')
    robotfmt.convert(path, tmp_path / "kept.sdf", settings=KEEP)
    assert (tmp_path / "kept.sdf").read_text().count("<uri>arm.urdf</uri>") == 2
    assert robotfmt.diff(robotfmt.read_world(path), robotfmt.read_world(tmp_path / "kept.sdf")) == []


def drone(folder: Path) -> Path:
    """A model that includes one model as a part of itself, and another one twice as nested models."""
    rotor = '<link name="blade"><pose>0 0 0.1 0 0 0</pose></link><frame name="tip" attached_to="blade"/>'
    model(folder / "rotor", f'{rotor}<plugin name="spin" filename="spin"/>')
    model(
        folder / "base",
        '<static>false</static><link name="body"/><link name="leg"><pose>0 0 -1 0 0 0</pose></link>',
    )
    path = folder / "drone.sdf"
    nested = "".join(
        f"<include><uri>rotor</uri><name>{name}</name><pose>{x} 0 0 0 0 0</pose></include>"
        f'<joint name="to_{name}" type="fixed"><parent>body</parent><child>{name}::tip</child></joint>'
        for name, x in (("left", -1), ("right", 1))
    )
    path.write_text(
        '<sdf version="1.9"><model name="drone"><include merge="true"><uri>base</uri><pose>0 0 2 0 0 0</pose></include>'
        f'<!-- rotors -->{nested}<link name="eye"/></model></sdf>'
    )
    return path


def test_merged_and_nested_includes_are_kept_if_asked(tmp_path: Path) -> None:
    path, kept, report = drone(tmp_path), tmp_path / "kept.sdf", Report()
    robotfmt.convert(path, kept, settings=KEEP, report=report)
    text = kept.read_text()
    assert (text.count("<include"), text.count("<link"), text.count("<plugin")) == (3, 1, 0)
    assert '<include merge="true">' in text
    assert text.index("base") < text.index("<!-- rotors -->") < text.index("rotor</uri>")
    assert robotfmt.diff(robotfmt.read(path), robotfmt.read(kept)) == []
    assert not report.having("sdf.include-inlined")


def test_a_changed_part_is_written_and_the_other_includes_stay(tmp_path: Path) -> None:
    robot = robotfmt.read(drone(tmp_path))
    links = tuple(
        replace(each, inertial=Inertial(mass=2.0)) if each.name == "left::blade" else each for each in robot.links
    )
    kept, report = tmp_path / "kept.sdf", Report()
    robotfmt.write(replace(robot, links=links), kept, settings=KEEP, report=report)
    assert kept.read_text().count("<include") == 2
    assert kept.read_text().count("<mass>2</mass>") == 1
    (found,) = report.having("sdf.include-inlined")
    assert "'left'" in found.message


def test_merged_includes_are_written_only_in_versions_with_merging(tmp_path: Path) -> None:
    settings = Settings(options={"sdf.includes": "keep"}, target_format="sdf@1.7")
    robotfmt.convert(drone(tmp_path), tmp_path / "kept.sdf", settings=settings)
    assert (tmp_path / "kept.sdf").read_text().count("<include") == 2


def test_inlined_models_have_the_places_and_comments_of_their_includes(tmp_path: Path) -> None:
    path = cell(tmp_path)
    path.write_text(path.read_text().replace("<uri>box</uri><name>two", "<!-- in two --><uri>box</uri><name>two"))
    robotfmt.convert(path, tmp_path / "out.sdf")
    text = (tmp_path / "out.sdf").read_text()
    order = [text.index(each) for each in ('"one"', "<!-- between -->", '"two"', "<!-- in two -->", '"three"')]
    assert order == sorted(order)


@pytest.mark.parametrize("settings", [Settings(), KEEP], ids=["inlined", "kept"])
def test_comments_in_a_merged_include_are_kept(settings: Settings, tmp_path: Path) -> None:
    path = drone(tmp_path)
    path.write_text(path.read_text().replace('<include merge="true">', '<include merge="true"><!-- merged -->'))
    robotfmt.convert(path, tmp_path / "out.sdf", settings=settings)
    text = (tmp_path / "out.sdf").read_text()
    assert text.count("<!-- merged -->") == path.read_text().count("<!-- merged -->") == 1
    assert text.count("<include") == (3 if settings is KEEP else 0)


def test_a_document_that_includes_itself_by_way_of_a_link_is_a_ring(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "self.sdf").write_text(
        '<sdf version="1.9"><world name="w"><include><uri>self.sdf</uri></include></world></sdf>'
    )
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "link").symlink_to(tmp_path / "real")
    settings = Settings(assets=Assets(roots=(tmp_path / "home" / "link",)))
    (found,) = check(tmp_path / "home" / "link" / "self.sdf", settings=settings)
    assert len(found.report.having("sdf.include-cycle")) == 1
