"""Containers, cages and calibration boards: OpenRAVE shapes that its text does not mention, in ``geometry_info``.

Sizes of a container are full sizes, those of the others are half sizes. Zeros, which OpenRAVE writes for missing
values, are ignored. Its own files give the same number of dots along y as along x for any board.
"""

from __future__ import annotations

from robotfmt.documents.tokens import written
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Cage, CalibrationBoard, Compound, Container, Rgba, Vector3, Wall

from ..document.transforms import read_pose, write_pose
from ..document.values import first, quiet_numbers, whole_number

_SIDES = ("nx", "px", "ny", "py")
"""The sides of a wall, in the order of their numbers."""
_INNER = ("inner_size_x", "inner_size_y", "inner_size_z")
_DOTS = ("num_dots_x", "num_dots_y")
_DISTANCES = ("dots_distance_x", "dots_distance_y")


def read_container(element: Element, meter: float) -> Container | None:
    """Return a container; None without its outer sizes."""
    outer = _vector(element, "outer_extents", meter)
    if outer is None:
        return None
    inner, cross, bottom = (
        _nonzero(_vector(element, tag, meter)) for tag in ("inner_extents", "bottom_cross", "bottom")
    )
    return Container(outer, inner, cross, bottom)


def _write_container(shape: Container) -> Node:
    measures = {
        "outer_extents": shape.outer,
        "inner_extents": shape.inner,
        "bottom_cross": shape.bottom_cross,
        "bottom": shape.bottom,
    }
    given = (make(tag, text=size) for tag, size in measures.items() if size is not None)
    return make("container", None, *given)


def read_cage(element: Element, meter: float) -> Cage | None:
    """Return a cage; None without its base."""
    base = _vector(element, "half_extents", 2 * meter)
    if base is None:
        return None
    x, y, z = (_number(element, tag, meter) or 0.0 for tag in _INNER)
    walls = tuple(_read_wall(each, meter) for each in element.children_of("sidewall"))
    return Cage(base, _nonzero((x, y, z)), walls)


def _read_wall(element: Element, meter: float) -> Wall:
    kind = element.child("type")
    number = whole_number(kind) if kind is not None else None
    known = number is not None and 0 <= number < len(_SIDES)
    if kind is not None and not known:
        kind.give_back()
    return Wall(
        side=_SIDES[number] if number is not None and known else None,
        size=_vector(element, "half_extents", 2 * meter),
        pose=read_pose(element, meter),
    )


def _write_cage(shape: Cage) -> Node:
    inner = zip(_INNER, shape.inner or (), strict=False)
    return make(
        "cage",
        None,
        _half("half_extents", shape.base),
        *(make(tag, text=size) for tag, size in inner if size),
        *map(_write_wall, shape.walls),
    )


def _write_wall(wall: Wall) -> Node:
    side = str(_SIDES.index(wall.side)) if wall.side in _SIDES else None
    kind = make("type", text=side) if side is not None else None
    return make("sidewall", None, *write_pose(wall.pose), _half("half_extents", wall.size), kind)


def read_board(element: Element, meter: float) -> CalibrationBoard | None:
    """Return a calibration board; None without its size."""
    size = _vector(element, "half_extents", 2 * meter)
    if size is None:
        return None
    about = element.child("parameters")
    if about is None:
        return CalibrationBoard(size)
    dots, distances = _pair(about, _DOTS), _pair(about, _DISTANCES)
    pattern = about.child("pattern_name")
    return CalibrationBoard(
        size,
        dots=(int(dots[0]), int(dots[1])) if dots is not None else None,
        distances=(distances[0] * meter, distances[1] * meter) if distances is not None else None,
        dot_color=_color(about),
        pattern=(pattern.take_text() or None) if pattern is not None else None,
        dot_ratio=_number(about, "dot_diameter_distance_ratio"),
        big_dot_ratio=_number(about, "big_dot_diameter_distance_ratio"),
    )


def _write_board(shape: CalibrationBoard) -> Node:
    texts = {
        **dict(zip(_DOTS, map(str, shape.dots or ()), strict=False)),
        **dict(zip(_DISTANCES, map(written, shape.distances or ()), strict=False)),
        "dot_color": shape.dot_color,
        "pattern_name": shape.pattern,
        "dot_diameter_distance_ratio": shape.dot_ratio,
        "big_dot_diameter_distance_ratio": shape.big_dot_ratio,
    }
    given = [make(tag, text=text) for tag, text in texts.items() if text is not None]
    about = make("parameters", None, *given) if given else None
    return make("calibration_board", None, _half("half_extents", shape.size), about)


def write_compound(shape: Compound) -> Node:
    """Return the element of a shape that is made of boxes."""
    match shape:
        case Container():
            return _write_container(shape)
        case Cage():
            return _write_cage(shape)
        case CalibrationBoard():
            return _write_board(shape)


def _vector(parent: Element, tag: str, scale: float) -> Vector3 | None:
    element = parent.child(tag)
    values = element.text_numbers(3) if element is not None else None
    return (values[0] * scale, values[1] * scale, values[2] * scale) if values is not None else None


def _nonzero(size: Vector3 | None) -> Vector3 | None:
    return size if size is not None and any(size) else None


def _pair(parent: Element, tags: tuple[str, str]) -> tuple[float, float] | None:
    """Return two numbers that have a meaning only together."""
    elements = [first(parent, tag) for tag in tags]
    values = [quiet_numbers(each) if each is not None else None for each in elements]
    for element, value in zip(elements, values, strict=True):
        if element is not None and (value is None or len(value) != 1):
            element.text_numbers(1)  # reports the fault
    if not all(value is not None and len(value) == 1 for value in values):
        return None
    one, other = (_number(parent, tag) or 0.0 for tag in tags)
    return one, other


def _number(parent: Element, tag: str, scale: float = 1.0) -> float | None:
    element = parent.child(tag)
    value = element.text_number() if element is not None else None
    return value * scale if value is not None else None


def _color(parent: Element) -> Rgba | None:
    element = parent.child("dot_color")
    values = element.text_numbers(4) if element is not None else None
    return (values[0], values[1], values[2], values[3]) if values is not None else None


def _half(tag: str, size: Vector3 | None) -> Node | None:
    return make(tag, text=(size[0] / 2, size[1] / 2, size[2] / 2)) if size is not None else None
