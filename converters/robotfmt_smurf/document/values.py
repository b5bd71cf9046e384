"""Values that SMURF writes in several forms: vectors and quaternions by keys or as lists, whole numbers, booleans."""

from __future__ import annotations

from math import degrees, radians

from robotfmt.codes import BAD_NUMBER
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Word
from robotfmt.documents.yaml.document import Mapping, Scalar, Sequence, Value
from robotfmt.model import Rgba, Vector3
from robotfmt.words.mappings import Notation, converted

_OPAQUE = 1.0


def by_keys(value: Value | None, keys: str) -> tuple[float, ...] | None:
    """Take the numbers of a mapping with keys of one letter; None unless it has all of them."""
    if not isinstance(value, Mapping):
        return None
    found = [value.number(key) for key in keys]
    known = tuple(each for each in found if each is not None)
    if len(known) < len(keys):
        return None
    value.take()
    return known


def vector(item: Mapping, key: str) -> Vector3 | None:
    """Take a list of three numbers, or a mapping with ``x``, ``y`` and ``z``."""
    value = item.get(key)
    if value is None or value.is_null:
        return None
    if not isinstance(value, Mapping):
        return item.vector(key)
    found = by_keys(value, "xyz")
    return (found[0], found[1], found[2]) if found is not None else None


def whole(item: Mapping, key: str) -> int | None:
    """Take a whole number; another number is reported and stays in the ledger."""
    value, found = item.get(key), item.number(key)
    if value is None or found is None:
        return None
    if not found.is_integer():
        value.taken = False
        value.refuse(BAD_NUMBER, f"{quoted(value.path)}: expected a whole number, got {value.kind}")
        return None
    return int(found)


def write_whole(number: int | None) -> Word | None:
    """Return a whole number as text, because MARS and Phobos expect no decimal point."""
    return Word(str(number)) if number is not None else None


def truth(item: Mapping, key: str) -> bool | None:
    """Take ``true`` or ``false``; any other value stays in the ledger."""
    value = item.get(key)
    word = value.source.lower() if isinstance(value, Scalar) else ""
    if word not in ("true", "false") or value is None:
        return None
    value.take()
    return word == "true"


def _color(item: Mapping, key: str) -> Rgba | None:
    """Take a colour: a list of three or four numbers, or a mapping of ``r``, ``g``, ``b`` and ``a``."""
    value = item.get(key)
    found = value.numbers() if isinstance(value, Sequence) else by_keys(value, "rgba") or by_keys(value, "rgb")
    match found:
        case (red, green, blue):
            return red, green, blue, _OPAQUE
        case (red, green, blue, alpha):
            return red, green, blue, alpha
    give_back(item, key)
    return None


def give_back(item: Mapping, key: str) -> None:
    """Return the value of a key to the ledger."""
    value = item.get(key)
    if value is not None:
        value.taken = False


def _across(ends: tuple[float | None, float | None]) -> float | None:
    """Return the angle between two ends; None if one is not given."""
    low, high = ends
    return high - low if low is not None and high is not None else None


def _ends(across: float | None) -> tuple[float, float] | None:
    return (-across / 2, across / 2) if across is not None else None


# Notations


TEXT = Notation(Mapping.text)
NUMBER = Notation(Mapping.number)
WHOLE = Notation(whole, write_whole)
TRUTH = Notation(truth)
COLOR = Notation(_color)
DEGREES = converted(NUMBER, radians, degrees)
SPAN = converted(NUMBER, _ends, _across, lambda ends: _ends(_across(ends)))
"""An angle that opens as far to one side as to the other."""
