"""Unrecognised content after an operation: in its place, with lists of the right length, without broken references."""

from __future__ import annotations

from collections.abc import Sequence

from robotfmt import adapting
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.edit.elements import PLACE_STEP, tags
from robotfmt.model import Extension, ExtensionKind, Robot
from robotfmt.model.record import replace

from .dangling import without_dangling
from .keyframe_numbers import key_of, with_numbers
from .notation import layout_of
from .plan import BodyPlan

_WORLD = "/mujoco/worldbody"
_TOP_ONLY = ("mocap", "sleep")


def follow(before: Sequence[Robot], after: Robot) -> tuple[Robot, dict[int, str]]:
    """Return an edited robot whose unrecognised content fits its parts, with the reasons for changes.

    Args:
        before: The marked robots before the operation.
        after: The marked robot after it.
    """
    made, reasons = without_dangling(before, after)
    made, others = _without_top_only(_in_bodies(made))
    made, more = with_numbers(before, made)
    return made, {**reasons, **others, **more}


def without_others(chosen: Robot, others: Sequence[Robot]) -> tuple[Robot, list[str]]:
    """Return one robot of a document with the content that fits it alone, and what was left out or changed.

    Args:
        chosen: The robot, with the content of the whole document.
        others: All robots of the document, in order.
    """
    made, reasons = without_dangling([*others, chosen], chosen, "another robot of the document has")
    whole = [chosen if each.links is chosen.links else each for each in others]
    made, more = with_numbers(whole, made, is_one_document=True)
    return made, [*reasons.values(), *more.values()]


def _without_top_only(robot: Robot) -> tuple[Robot, dict[int, str]]:
    """Return a robot without what only bodies at the top of a document may have, on bodies that are now in others."""
    reasons: dict[int, str] = {}
    for each in robot.extensions:
        is_top_only = each.kind is ExtensionKind.ATTRIBUTE and each.name in _TOP_ONLY
        if is_top_only and each.place.startswith(_WORLD) and tags(each.place).count("body") > 1:
            reasons[key_of(each)] = f"'{each.name}' of a body that is now in another one; MuJoCo refuses it there"
    kept = tuple(each for each in robot.extensions if key_of(each) not in reasons)
    return (replace(robot, extensions=kept) if reasons else robot), reasons


def _in_bodies(robot: Robot) -> Robot:
    """Return a robot whose unrecognised content is in the bodies of a written document, as they are nested now."""
    layout = layout_of(robot)
    places = [*(each.place for each in robot.extensions if each.format == "mjcf"), *(layout.heirs if layout else ())]
    if not any(each.startswith(f"{_WORLD}/body") for each in places):
        return robot
    bodies = _bodies(robot)

    def moved(place: str) -> str:
        return _moved(place, bodies)

    def content(it: Extension) -> Extension:
        place = moved(it.place) if it.format == "mjcf" else it.place
        return it if place == it.place else replace(it, place=place)

    extensions = tuple(map(content, robot.extensions))
    if layout is None:
        return replace(robot, extensions=extensions)
    made = replace(layout, heirs=list(map(moved, layout.heirs))) if layout.heirs else layout
    layouts = tuple(made if each is layout else each for each in robot.layouts)
    return replace(robot, extensions=extensions, layouts=layouts)


def _bodies(robot: Robot) -> dict[str, str]:
    """Return the place of each body, by the step that names it."""
    plan = BodyPlan(adapting.on_links(robot))
    places: dict[str | None, str] = {None: _WORLD}
    found: dict[str, str] = {}
    for link in plan.order:
        step = f"/body[@name={in_quotes(link)}]"
        places[link] = f"{places.get(plan.parent(link), _WORLD)}{step}"
        found[step] = places[link]
    return found


def _moved(place: str, bodies: dict[str, str]) -> str:
    """Return a place with the present path of its innermost body."""
    if not place.startswith(f"{_WORLD}/body"):
        return place
    steps = PLACE_STEP.findall(place)
    inner = max(index for index, each in enumerate(steps) if each.startswith("/body"))
    home = bodies.get(steps[inner])
    return f"{home}{''.join(steps[inner + 1 :])}" if home is not None else place
