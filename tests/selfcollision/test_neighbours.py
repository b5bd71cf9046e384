"""Which links are adjacent: the one definition that planning and checking share."""

from __future__ import annotations

import pytest
from rods import body, fixed, slide

from robotfmt.model import Axis, Box, Joint, JointType, Link, Robot
from robotfmt.model.record import replace
from robotfmt.selfcollision.neighbours import adjacent_pairs, links_with_shapes

CUBE = Box((0.1, 0.1, 0.1))
AT = (0.0, 0.0, 0.0)


def robot(shapes: str, *joints: Joint, loops: tuple[Joint, ...] = ()) -> Robot:
    """A robot whose links have one letter as name: a shape if it is upper case."""
    links = tuple(body(name, CUBE if name.isupper() else None) for name in shapes)
    return Robot(name="r", links=links, joints=joints, loops=loops)


def pairs(it: Robot) -> set[str]:
    """The adjacent pairs, each as its two letters in order."""
    return {"".join(sorted(each)) for each in adjacent_pairs(it, links_with_shapes(it, visuals=False))}


def moving(parent: str, child: str) -> Joint:
    return slide(parent, child, AT, 1.0)


def still(parent: str, child: str) -> Joint:
    return fixed(parent, child, AT)


def tie(one: str, other: str) -> Joint:
    return Joint(name="tie", type=JointType.REVOLUTE, parent=one, child=other, axes=(Axis(),))


@pytest.mark.parametrize(
    ("it", "expected"),
    [
        (robot("AB", moving("A", "B")), {"AB"}),
        (robot("AB", still("A", "B")), {"AB"}),
        (robot("AxyB", still("A", "x"), moving("x", "y"), still("y", "B")), {"AB"}),
        (robot("AxB", moving("A", "x"), moving("x", "B")), set()),
        (robot("ABC", moving("A", "B"), still("B", "C")), {"AB", "BC"}),
        (robot("tLR", moving("t", "L"), moving("t", "R")), set()),
        (robot("tLR", still("t", "L"), still("t", "R")), set()),
        (robot("AtLR", still("A", "t"), moving("t", "L"), moving("t", "R")), {"AL", "AR"}),
    ],
    ids=[
        "joint",
        "fixed",
        "frames",
        "two joints",
        "shape between",
        "siblings",
        "fixed siblings",
        "and above",
    ],
)
def test_only_ancestors_within_one_moving_joint_are_adjacent(it: Robot, expected: set[str]) -> None:
    assert pairs(it) == expected


def test_a_joint_that_follows_another_moves_too() -> None:
    followed = slide("x", "B", AT, 1.0, follows=("x_slide", 1.0))
    assert pairs(robot("AxB", moving("A", "x"), followed)) == set()


def test_a_floating_joint_is_one_joint() -> None:
    free = Joint(name="free", type=JointType.FLOATING, parent="A", child="B")
    assert pairs(robot("AB", free)) == {"AB"}


def test_the_joint_that_closes_a_loop_makes_its_links_adjacent() -> None:
    chain = (moving("A", "B"), moving("B", "C"))
    assert pairs(robot("ABC", *chain)) == {"AB", "BC"}
    assert pairs(robot("ABC", *chain, loops=(tie("C", "A"),))) == {"AB", "BC", "AC"}
    # An end without shape counts as the link that it is fixed to, and as no link where a joint moves it.
    frames = (*chain, still("C", "c"), moving("C", "m"))
    assert pairs(robot("ABCcm", *frames, loops=(tie("c", "A"),))) == {"AB", "BC", "AC"}
    assert pairs(robot("ABCcm", *frames, loops=(tie("m", "A"),))) == {"AB", "BC"}
    assert pairs(robot("ABCcm", *frames, loops=(tie("c", "C"),))) == {"AB", "BC"}


def test_links_that_take_no_part_in_collisions_have_no_shape() -> None:
    it = robot("ABC", moving("A", "B"), still("B", "C"))
    off = tuple(replace(each, enabled=False) if each.name == "B" else each for each in it.links)
    assert pairs(replace(it, links=off)) == {"AC"}


def test_visual_shapes_count_where_asked_for() -> None:
    it = robot("AB", moving("A", "B"))
    seen = Link(name="B", visuals=it.links[1].collisions)
    it = replace(it, links=(it.links[0], seen))
    assert links_with_shapes(it, visuals=False) == {"A"}
    assert links_with_shapes(it, visuals=True) == {"A", "B"}


def test_links_in_a_ring_without_a_root_are_not_adjacent() -> None:
    assert pairs(robot("ABC", moving("A", "B"), moving("B", "A"))) == set()
