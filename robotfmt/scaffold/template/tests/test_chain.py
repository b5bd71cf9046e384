"""Chain keeps the contract of all formats, and its numbers have the right meaning."""

from __future__ import annotations

from pathlib import Path

import pytest
from robotfmt_chain import FORMAT

from robotfmt.diagnostics import Report
from robotfmt.model import Joint, JointType, Robot
from robotfmt.testing import Bench, Clause, Sample, contract

ARM = Path(__file__).with_name("arm.chain")


@pytest.mark.parametrize("clause", contract(FORMAT, [ARM]), ids=str)
def test_the_contract_is_kept(clause: Clause) -> None:
    clause.check()


def arm(report: Report | None = None) -> Robot:
    return Bench(FORMAT, str(ARM)).sample(Sample(str(ARM), ARM.read_bytes()), report)


def test_numbers() -> None:
    joint = arm().joints[1]
    assert joint.pose_in_parent is not None
    assert (joint.pose_in_parent.xyz, joint.pose_in_parent.rpy) == ((0.1, 0, 0.4), (0, 1.5, 0))
    assert joint.axis is not None
    assert joint.axis.hard is not None
    assert (joint.axis.hard.lower, joint.axis.hard.upper) == (-1, 2)


def test_what_is_not_understood_is_kept() -> None:
    report = Report()
    (extension,) = arm(report).extensions
    assert (extension.place, extension.name) == ("/chain/link[@name='hand']", "colour")
    assert len(report.having("document.not-understood")) == 1


def test_a_joint_without_a_word() -> None:
    planar = Joint(name="j", type=JointType.PLANAR, parent="base", child="upper")
    written = Bench(FORMAT).written(Robot(name="r", links=arm().links[:2], joints=(planar,)))
    assert {each.subject for each in written.claims.having("chain.stiff")} == {"joint/j/type"}
    assert b'type="fixed"' in written.data
