"""Find the facts that outputs have in another form: a manipulator as a group, masses of shapes in those of links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..compare.other_forms import other_forms
from ..facts import Fact, Path, Whole, facts
from ..model import Robot, World
from ..model.record import replace
from .proof import Files, kept


def held_otherwise(whole: Whole, outputs: Iterable[Whole], before: Sequence[Fact], files: Files) -> set[Path]:
    """Return the paths of the facts of a robot or a world that an output has in another form.

    Args:
        outputs: What reads back from each output.
        before: The facts of the robot or the world.
        files: Compares meshes.
    """
    forms = (form for there in outputs for form in _forms(whole, there))
    return set[Path]().union(*(kept(before, form, files) for form in forms))


def _forms(whole: Whole, there: Whole) -> Iterator[list[Fact]]:
    if isinstance(whole, Robot) and isinstance(there, Robot):
        yield list(filter(_is_form, facts(other_forms(whole, there))))
    if isinstance(whole, World) and isinstance(there, World):
        known = there.robot_by_name
        same = [each for each in whole.robots if each.name in known]
        forms = (replace(each, robot=other_forms(each.robot, known[each.name].robot), pose=None) for each in same)
        yield [each for each in facts(World(robots=tuple(forms))) if each.owner is not None and _is_form(each)]


def _is_form(fact: Fact) -> bool:
    """Return False for facts of links which are only there for those of the masses of their shapes."""
    return fact.own[0] != "link" or fact.own[-1] in ("mass", "density")
