"""Unrecognised content after an operation: in its place, with lists of the right length, without broken references.

MuJoCo refuses a document that refers to what does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from robotfmt import adapting
from robotfmt.documents.xml import nodes as xml
from robotfmt.documents.xml.paths import in_quotes
from robotfmt.edit.elements import LISTED, PLACE_STEP, kinds, last, tags
from robotfmt.edit.foreign import names_defined, names_of_place, shape_names
from robotfmt.model import Extension, ExtensionKind, Robot
from robotfmt.model.record import Record, replace

from ..document.keys import DEFINES, NAMES
from .actuators import actuators_in
from .joint_rows import WORLD, is_weld
from .notation import layout_of
from .plan import BodyPlan
from .states import key_of, with_numbers

Names: TypeAlias = "dict[str, set[str]]"
_REFERENCES = {key: value for key, value in NAMES.items() if key not in DEFINES}
_LOOKS = frozenset({"material", "texture"})
"""Attributes without which an element has another look only."""
_ROWS = {"fixed": "joint", "tuple": "element"}
"""Elements that remain without one of several others in them: a tendon's length is a sum over joints."""
_MODELLED = frozenset({"link", "sensor", "material", "state", "geom", "mesh", "hfield"})
"""Kinds of parts of the model: an attribute that is left of such an element is no proof that the part exists."""
_WORDS = {"measurement": "sensor", "link": "body or site", "sensor": "camera"}


class _Broken(Record, kw_only=False):
    """A reference to what no longer exists."""

    kind: str
    name: str


def without_dangling(before: Sequence[Robot], after: Robot, where: str = "") -> tuple[Robot, dict[int, str]]:
    """Return an edited robot without content that refers to what the operation removed, and the reasons.

    A joint that no longer moves is none in MJCF. What refers to removed content is removed with it.

    Args:
        before: The robots before the operation.
        after: The robot after it.
        where: What became of the removed parts, in words.
    """
    reasons: dict[int, str] = {}
    first = _together(map(existing, before))
    still = {each.name for each in after.joints}
    made = after
    while True:
        now = existing(made)
        gone = {kind: names - now.get(kind, set()) for kind, names in first.items()}
        kept: list[Extension] = []
        for each in made.extensions:
            new, broken = _fitted(each, gone, now) if each.format == "mjcf" else (each, None)
            if broken is not None:
                reasons.setdefault(key_of(each), _reason(each, broken, still, where))
            kept += [new] if new is not None else []
        if len(kept) == len(made.extensions) and all(a is b for a, b in zip(kept, made.extensions, strict=True)):
            return _heirs(_without_idle(after, made), gone), reasons
        made = replace(made, extensions=tuple(kept))


def existing(robot: Robot) -> Names:
    """Return the names that a document of the robot has, by kind."""
    layout = layout_of(robot)
    found: Names = {"geom": shape_names(robot)}
    for kind, defined in layout.defined().items() if layout is not None else ():
        found.setdefault(kind, set()).update(defined)
    for each in robot.extensions:
        for kind, name in names_defined(each):
            if each.kind is ExtensionKind.ELEMENT or kind not in _MODELLED:
                found.setdefault(kind, set()).add(name)
    parts = {*robot.frame_names, *(each.name for each in robot.sensors)}
    element_names = {name for part, name in layout.names.items() if part in parts} if layout is not None else set()
    joints = {each.name for each in robot.joints if not is_weld(each)} | {each.name for each in robot.virtual_joints}
    sensors = {each.name for each in robot.sensors}
    for kind, names in (
        ("link", {WORLD, *robot.link_by_name, *(each.name for each in robot.frames), *element_names}),
        ("joint", joints),
        ("sensor", sensors | element_names),
        ("material", set(robot.material_by_name)),
    ):
        found.setdefault(kind, set()).update(names)
    return found


def _together(names: Iterator[Names]) -> Names:
    found: Names = {}
    for each in names:
        for kind, more in each.items():
            found.setdefault(kind, set()).update(more)
    return found


def _fitted(it: Extension, gone: Names, now: Names) -> tuple[Extension | None, _Broken | None]:
    """Return content without references to what is gone, and the first of these; None if it has no meaning then."""
    around = dict(names_of_place(it))
    broken = next((_Broken(kind, name) for kind, name in around.items() if name in gone.get(kind, ())), None)
    if broken is not None:
        return None, broken
    if it.kind is ExtensionKind.ATTRIBUTE:
        kinds_of_name = kinds(_REFERENCES, last(it.place), it.name)
        broken = _gone(kinds_of_name, it.content, gone, now)
        return (None, broken) if broken is not None else (it, None)
    if it.kind is not ExtensionKind.ELEMENT:
        return it, None
    return _fitted_element(it, gone, now)


def _fitted_element(it: Extension, gone: Names, now: Names) -> tuple[Extension | None, _Broken | None]:
    node = xml.subtree(it.content, None)
    first: _Broken | None = None
    for each in [each for each in node.iter() if xml.is_element(each)]:
        for name, broken in _broken_in(each, gone, now):
            first = first or broken
            above = each.getparent()
            if name in _LOOKS:
                del each.attrib[name]
            elif above is not None and len(above) > 1 and _ROWS.get(str(above.tag)) == each.tag:
                above.remove(each)
                break
            else:
                return None, broken
    return (it, None) if first is None else (replace(it, content=xml.canonical(node, None)), first)


def _broken_in(node: xml.Node, gone: Names, now: Names) -> list[tuple[str, _Broken]]:
    """Return the attributes of an element that refer to what is gone."""
    given = {str(name): str(value) for name, value in node.attrib.items()}
    found: list[tuple[str, _Broken]] = []
    for name, value in given.items():
        broken = _gone(kinds(_REFERENCES, str(node.tag), name, others=given), value, gone, now)
        if broken is not None:
            found.append((name, broken))
    return found


def _gone(kinds_of_name: Sequence[str], text: str, gone: Names, now: Names) -> _Broken | None:
    if any(each.endswith(LISTED) for each in kinds_of_name):
        plain = [each.removesuffix(LISTED) for each in kinds_of_name]
        found = (_gone(plain, each, gone, now) for each in text.split())
        return next((each for each in found if each is not None), None)
    if any(text in now.get(kind, ()) for kind in kinds_of_name):
        return None
    return next((_Broken(kind, text) for kind in kinds_of_name if text in gone.get(kind, ())), None)


def _reason(it: Extension, broken: _Broken, joints: set[str], where: str) -> str:
    who = f"'{it.name}' of <{last(it.place)}>"
    if it.kind is ExtensionKind.ELEMENT:
        element_name = xml.subtree(it.content, None).get("name")
        who = f"<{it.name}> '{element_name}'" if element_name else f"<{it.name}>"
    is_fixed = broken.kind == "joint" and broken.name in joints
    how = where or ("no longer moves" if is_fixed else "no longer exists")
    return f"{who} refers to the {_WORDS.get(broken.kind, broken.kind)} '{broken.name}', which {how}"


def _without_idle(before: Robot, after: Robot) -> Robot:
    """Return a robot without the actuators whose elements were removed."""
    left = {each.name for each in actuators_in(after.extensions)}
    gone = {each.name for each in actuators_in(before.extensions)} - left
    if not gone:
        return after
    return replace(after, actuators=tuple(each for each in after.actuators if each.name not in gone))


def _heirs(robot: Robot, gone: Mapping[str, set[str]]) -> Robot:
    """Return a robot whose layout names no removed places."""
    layout = layout_of(robot)
    if layout is None or not layout.heirs:
        return robot
    kept = [each for each in layout.heirs if not _is_in(each, gone)]
    made = replace(layout, heirs=kept)
    return replace(robot, layouts=tuple(made if each is layout else each for each in robot.layouts))


def _is_in(place: str, gone: Mapping[str, set[str]]) -> bool:
    at = Extension(format="mjcf", place=place, kind=ExtensionKind.ATTRIBUTE, name="class", content="")
    return any(name in gone.get(kind, ()) for kind, name in dict(names_of_place(at)).items())


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
