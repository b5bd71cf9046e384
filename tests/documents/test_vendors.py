"""Parts of documents that are known to be for a program are not taken for misspelt ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import robotfmt
from robotfmt.documents.vendors import prefixes, program_of
from robotfmt.model import Extension, ExtensionKind
from robotfmt.settings import Settings


@pytest.mark.parametrize(
    ("place", "name", "program"),
    [
        ("/robot/link[@name='a']/collision", "{urn:undeclared:drake}proximity_properties", "Drake"),
        ("/robot/transmission[@name='t']", "rollJoint", "the PR2's controllers"),
        ("/robot/joint[@name='j']/limit", "command_effort", "ANYmal's controllers"),
        ("/sdf/model[@name='m']/link[@name='a']", "velocity_decay", "Gazebo"),
        ("/sdf/model[@name='m']/link[@name='a']", "velocity_decai", None),
        ("/robot/link[@name='a']", "velocity_decay", None),
        ("/COLLADA/asset/contributor", "author", "other readers of COLLADA"),
        ("", "author", None),
    ],
)
def test_the_program_is_known(place: str, name: str, program: str | None) -> None:
    assert program_of(place, name) == program


_BLOCK = """<robot name="r"><link name="a"/><gazebo reference="a">
<sensor name="s" type="custom" gz:type="odometer" xmlns:gz="http://gazebosim.org/schema"><gz:odometer/></sensor>
</gazebo></robot>"""
_WORLD = """<sdf version="1.9"><world name="w">
<model name="one"><link name="a"><sensor name="s" type="custom" gz:type="odometer"><gz:odometer/></sensor></link>
</model><model name="two"><link name="b"/></model></world></sdf>"""


@pytest.mark.parametrize(("name", "text"), [("r.urdf", _BLOCK), ("w.sdf", _WORLD)])
def test_words_of_programs_keep_their_prefixes(name: str, text: str, tmp_path: Path) -> None:
    """Gazebo looks for the prefix, whatever its namespace."""
    (path := tmp_path / name).write_text(text)
    between = robotfmt.read_world(path)
    if len(between.robots) > 1:  # robots of documents of their own have no layout of the world
        robotfmt.write(between, tmp_path / "w.world.json", settings=Settings(options={"world.robots": "sdf"}))
        between = robotfmt.read_world(tmp_path / "w.world.json")
    robotfmt.write(between, made := tmp_path / "made.sdf")
    assert 'gz:type="odometer"' in made.read_text()
    assert "<gz:odometer" in made.read_text()


def test_documents_of_several_namespaces_declare_each_prefix_once() -> None:
    uris = ("http://gazebosim.org/schema", "urn:undeclared:gz", "urn:undeclared:other")
    found = [
        Extension(format="sdf", place="/sdf", kind=ExtensionKind.ATTRIBUTE, name=f"{{{uri}}}a", content="1")
        for uri in uris
    ]
    assert prefixes(found) == {"gz": uris[0], "other": uris[2]}
