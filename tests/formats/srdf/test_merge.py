"""Several documents about one robot: they add up, the later one wins, and a conflict names both places."""

from __future__ import annotations

from reading import read_text, write_bytes

from robotfmt.diagnostics import Report
from robotfmt.model import (
    CollisionSphere,
    CollisionUse,
    Extension,
    ExtensionKind,
    FrameSpheres,
    IgnoredPair,
    Robot,
    SphereSet,
)

FIRST = (
    '<robot name="r"><group name="g"><joint name="a"/></group><group name="h"/>'
    '<group_state name="s" group="g"><joint name="a" value="1"/></group_state>'
    '<end_effector name="e" parent_link="t" group="h"/>'
    '<virtual_joint name="v" type="fixed" parent_frame="w" child_link="b"/><passive_joint name="p"/>'
    '<joint_property joint_name="p" property_name="n" value="1"/>'
    '<link_sphere_approximation link="x"><sphere center="0 0 0" radius="1"/></link_sphere_approximation>'
    '<disable_default_collisions link="d"/><enable_collisions link1="d" link2="b"/>'
    '<disable_collisions link1="a" link2="b" reason="Never"/>'
    '<disable_collisions link1="b" link2="a"/><other/></robot>'
)


def read(text: str, robot: Robot | None = None, name: str = "second") -> tuple[Robot, list[str]]:
    """The robot, and what two documents say differently."""
    report = Report()
    whole = read_text(text, "srdf", report, robot, name)
    return whole, [each.message for each in report.having("read.conflict")]


def test_reading_a_document_twice_changes_nothing() -> None:
    robot, _ = read(FIRST)
    again, conflicts = read(FIRST, robot)
    assert again == robot
    assert conflicts == []
    assert len(again.layouts) == 1


def test_documents_add_up() -> None:
    robot, _ = read(FIRST)
    whole, conflicts = read(
        '<robot name="r"><group name="i"/><group_state name="s" group="i"/><passive_joint name="q"/>'
        '<link_sphere_approximation link="y"><sphere center="0 0 0" radius="2"/></link_sphere_approximation>'
        '<disable_collisions link1="c" link2="b"/></robot>',
        robot,
    )
    assert conflicts == []
    assert [each.name for each in whole.groups] == ["i", "g", "h"]
    assert [(each.name, each.group) for each in whole.states] == [("s", "i"), ("s", "g")]
    assert [each.joint for each in whole.passive_joints] == ["q", "p"]
    assert [each.frame for each in whole.sphere_sets[0].frames] == ["y", "x"]
    assert whole.ignored_pairs == (IgnoredPair(first="c", second="b"), *robot.ignored_pairs)
    assert read_text(write_bytes(whole, "srdf"), "srdf") == whole


def test_the_later_document_wins() -> None:
    robot, _ = read(FIRST, name="first")
    whole, conflicts = read(
        '<robot name="r"><group name="g"><joint name="b"/><joint name="a"/></group>'
        '<link_sphere_approximation link="x"/><joint_property joint_name="p" property_name="n" value="2"/>'
        '<disable_collisions link1="b" link2="a" reason="User"/></robot>',
        robot,
    )
    assert whole.groups[0].joints == ("b", "a")
    assert whole.sphere_sets[0].frames == (FrameSpheres(frame="x"),)
    assert [each.value for each in whole.joint_properties] == ["2"]
    assert whole.ignored_pairs == (IgnoredPair(first="b", second="a", reason="User"),)
    assert conflicts == [
        "'group/g' differs from the value at first:1; second:1 is used",
        "'joint property/p/n' differs from the value at first:1; second:1 is used",
        "'spheres/collision_spheres/x' differs from the value at first:1; second:1 is used",
        "'ignored pair/a/b/reason' differs from the value at first:1; second:1 is used",
    ]
    assert read_text(write_bytes(whole, "srdf"), "srdf") == whole


def test_reasons_add_to_pairs_of_another_format() -> None:
    pairs = (
        IgnoredPair(first="a", second="b"),
        IgnoredPair(first="c", second="d", reason="Never"),
        IgnoredPair(first="e", second="f"),
    )
    text = (
        '<robot name="r"><disable_collisions link1="b" link2="a" reason="Adjacent"/>'
        '<disable_collisions link1="c" link2="d"/></robot>'
    )
    whole, conflicts = read(text, Robot(name="r", ignored_pairs=pairs))
    assert conflicts == []
    assert whole.ignored_pairs == (
        IgnoredPair(first="b", second="a", reason="Adjacent"),
        IgnoredPair(first="c", second="d", reason="Never"),
        IgnoredPair(first="e", second="f"),
    )


def test_the_use_of_spheres_stays_in_the_document_that_gave_it() -> None:
    sphere = CollisionSphere(center=(0.0, 0.0, 0.0), radius=1.0)
    group = SphereSet(name="g", frames=(FrameSpheres(frame="z", spheres=(sphere,)),))
    earlier = Robot(name="r", sphere_sets=(group,), world_collision=CollisionUse(spheres="g"))
    whole, _ = read(FIRST, earlier)
    assert [each.name for each in whole.sphere_sets] == ["g", "collision_spheres"]
    assert whole.world_collision == CollisionUse(spheres="g")
    assert whole.self_collision == CollisionUse(spheres="collision_spheres")


def test_content_of_both_documents_is_carried_once() -> None:
    foreign = Extension(
        format="srdf", place="/robot", kind=ExtensionKind.ELEMENT, name="other", content="<other></other>"
    )
    whole, _ = read(FIRST, Robot(name="r", extensions=(foreign,)))
    assert whole.extensions == (foreign,)
