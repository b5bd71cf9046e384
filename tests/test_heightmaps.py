"""Heights from an image: the image is found from wherever the document is written, and has its size there."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

import robotfmt
from robotfmt.assets.locations import located
from robotfmt.diagnostics import Fate, Report
from robotfmt.model import Heightmap

_SDF = """
<sdf version="1.9"><model name="hill"><link name="ground"><{0} name="it">
  <geometry><heightmap><uri>media/hill.png</uri><size>8 6 2</size></heightmap></geometry>
</{0}></link></model></sdf>
"""
_MJCF = """
<mujoco><compiler meshdir="media"/>
  <asset><hfield name="slope" {0}/></asset>
  <worldbody><body name="ground"><joint/><geom type="hfield" hfield="slope"/><geom size="1"/></body></worldbody>
</mujoco>
"""
_FILE = 'file="hill.png" size="4 3 2 .5"'
_INSIDE = 'nrow="2" ncol="2" elevation="0 1 1 2" size="4 3 2 .5"'


def _png() -> bytes:
    """Return a grey image of 4 x 3 pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes((row * 60 + column * 20) for column in range(4)) for row in range(3))
    head = struct.pack(">IIBBBBB", 4, 3, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def _source(folder: Path, name: str, text: str) -> Path:
    (folder / "source" / "media").mkdir(parents=True)
    (folder / "source" / "media" / "hill.png").write_bytes(_png())
    path = folder / "source" / name
    path.write_text(text)
    return path


def _heights(path: Path) -> list[Heightmap]:
    shapes = [each.shape for link in robotfmt.read(path).links for each in (*link.visuals, *link.collisions)]
    return [each for each in shapes if isinstance(each, Heightmap)]


SOURCES = pytest.mark.parametrize(
    ("name", "text"), [("hill.sdf", _SDF.format("collision")), ("hill.xml", _MJCF.format(_FILE))], ids=["sdf", "mjcf"]
)


@pytest.mark.parametrize("meshes", ["keep", "copy"])
@pytest.mark.parametrize("ending", ["sdf", "xml"])
@SOURCES
def test_the_image_is_found_from_the_new_document(
    name: str, text: str, ending: str, meshes: str, tmp_path: Path
) -> None:
    source = _source(tmp_path, name, text)
    output = tmp_path / "made" / "further" / f"out.{ending}"
    robotfmt.convert(source, output, meshes=meshes)
    found = _heights(output)
    assert {(each.size, each.base) for each in found} <= {((8, 6, 2), base) for base in (None, 0.5, 0.1)}
    places = [located(each.image.uri or "", str(output)) for each in found]
    assert places
    assert {each.read_bytes() for each in places if each is not None} == {_png()}
    is_copied = meshes == "copy" or ending == "xml"
    assert all((source.parent not in each.resolve().parents) == is_copied for each in places if each is not None)


@pytest.mark.parametrize("meshes", ["keep", "copy"])
@SOURCES
def test_collada_has_no_words_for_the_image_but_a_sidecar_has(
    name: str, text: str, meshes: str, tmp_path: Path
) -> None:
    source = _source(tmp_path, name, text)
    output = tmp_path / "made" / "further" / "out.dae"
    report = robotfmt.convert(source, output, meshes=meshes).report
    assert _heights(output) == []
    reported = {each.subject.partition("/shape")[0] for each in report.having(Fate.LOST)}
    assert reported >= {
        f"link/ground/{purpose}/{index}"
        for purpose in ("visual", "collision")
        for index, it in enumerate(getattr(robotfmt.read(source).link("ground"), f"{purpose}s"))
        if isinstance(it.shape, Heightmap)
    }
    robotfmt.convert(source, output, meshes=meshes, keep=True, overwrite=True)
    found = _heights(output)
    assert {(each.size, each.base) for each in found} <= {((8, 6, 2), base) for base in (None, 0.5, 0.1)}
    places = [located(each.image.uri or "", str(output)) for each in found]
    assert places
    assert {each.read_bytes() for each in places if each is not None} == {_png()}


def test_mujoco_has_the_heights_of_a_model_of_gazebo(tmp_path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    source, report = _source(tmp_path, "hill.sdf", _SDF.format("collision")), Report()
    robotfmt.convert(source, tmp_path / "out.xml", report=report)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "out.xml"))
    assert model.hfield_size.tolist() == [[4, 3, 2, 0.1]]
    assert (model.hfield_nrow[0], model.hfield_ncol[0]) == (3, 4)
    assert [each.subject for each in report.having("mjcf.assumed-ground")] == ["link/ground/collision/0/base"]


def test_mjcf_keeps_the_name_and_the_size(tmp_path: Path) -> None:
    source = _source(tmp_path, "hill.xml", _MJCF.format(_FILE))
    robotfmt.convert(source, tmp_path / "out.xml")
    assert '<hfield name="slope" file="out_meshes/hill.png" size="4 3 2 0.5"/>' in (tmp_path / "out.xml").read_text()


def test_heights_without_a_file_stay_in_mjcf(tmp_path: Path) -> None:
    source = _source(tmp_path, "hill.xml", _MJCF.format(_INSIDE))
    robotfmt.convert(source, tmp_path / "out.xml")
    assert not robotfmt.diff(robotfmt.read(source), robotfmt.read(tmp_path / "out.xml"))
    report = Report()
    robotfmt.convert(source, tmp_path / "out.sdf", report=report)
    assert "heightmap" not in (tmp_path / "out.sdf").read_text()
    assert any(each.subject.startswith("link/ground/collision") for each in report.having(Fate.LOST))


def test_an_image_that_mujoco_does_not_read_is_reported(tmp_path: Path) -> None:
    source, report = _source(tmp_path, "hill.sdf", _SDF.format("visual").replace(".png", ".tif")), Report()
    robotfmt.convert(source, tmp_path / "out.xml", report=report)
    assert report.having("mjcf.no-geom")


@pytest.mark.parametrize("kind", ["visual", "collision"])
def test_a_missing_image_is_reported(kind: str, tmp_path: Path) -> None:
    source, report = _source(tmp_path, "hill.sdf", _SDF.format(kind)), Report()
    (source.parent / "media" / "hill.png").unlink()
    robotfmt.convert(source, tmp_path / "out.sdf", report=report)
    assert "hill.png" in report.having("mesh.missing")[0].message


def test_a_ground_of_a_missing_image_alone_is_left_out(tmp_path: Path) -> None:
    ground = "<geom type='hfield' hfield='h'/>"
    body = "<body name='ball'><freejoint/><geom size='.1'/></body>"
    asset = "<asset><hfield name='h' file='none.png' size='1 1 .1 .1'/></asset>"
    (tmp_path / "in.xml").write_text(f"<mujoco>{asset}<worldbody>{ground}{body}</worldbody></mujoco>")
    report = robotfmt.convert(tmp_path / "in.xml", tmp_path / "out.xml").report
    assert [each.name for each in robotfmt.read_world(tmp_path / "out.xml").robots] == ["ball"]
    assert any(each.code == "mesh.missing" for each in report)
