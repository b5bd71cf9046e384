"""Parts of documents that are known to be for a program are not taken for misspelt ones."""

from __future__ import annotations

import pytest

from robotfmt.documents.vendors import program_of


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
