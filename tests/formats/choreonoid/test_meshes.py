"""A mesh needs a file in a body of Choreonoid."""

from __future__ import annotations

from pathlib import Path

import robotfmt
from robotfmt.diagnostics import Report


def test_a_mesh_without_a_file_is_left_out_and_reported(tmp_path: Path) -> None:
    (source := tmp_path / "m.sdf").write_text(
        '<sdf version="1.9"><model name="m"><link name="a"><collision name="c"><geometry><mesh/></geometry></collision>'
        "</link></model></sdf>"
    )
    report = Report()
    robotfmt.convert(source, tmp_path / "m.body", report=report)
    assert [each.subject for each in report.having("choreonoid.shape")] == ["link/a/collision/0"]
    assert not robotfmt.read(tmp_path / "m.body").links[0].collisions
