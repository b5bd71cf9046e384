"""Apply the changes of a sidecar to what documents describe; what no longer fits is left as the documents give it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from ..model import Origin, Robot
from ..model.completion import BadRecord, type_of, whole
from ..model.record import Record, replace
from ..model.renaming import names_in
from .keys import ROBOT_FIELDS, Row, character, digest, is_structural, keyed, keys_in, names_of, words_in

Change: TypeAlias = Mapping[str, Any]
_HERE = Origin("")


class Stale:
    """Collects the changes that no longer fit, by the paths of what they belong to."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def add(self, place: tuple[str, ...], reason: str) -> None:
        """Note that the change of a part does not fit."""
        self.found.setdefault("/".join(place), reason)


def restored(it: Any, change: Change, stale: Stale | None = None, origin: Origin = _HERE) -> Any:
    """Return a value with a change.

    Args:
        stale: Collects the changes that do not fit.
        origin: The place of the sidecar, relative to which files of restored parts are searched for.

    Raises:
        BadRecord: The change is not one that robotfmt writes.
    """
    return _Restoring(stale if stale is not None else Stale(), origin).record(it, change, ())


class _Restoring:
    def __init__(self, stale: Stale, origin: Origin) -> None:
        self.stale, self.origin = stale, origin

    def record(self, it: Any, change: Change, place: tuple[str, ...]) -> Any:
        """Return a record with other fields."""
        fields = _mapping(change.get("fields"))
        of = change.get("of")
        if of is not None and of != character(it):
            self.stale.add(place, "is another one now")
            return it
        unknown = [name for name in fields if name not in it.field_types]
        if unknown:
            raise BadRecord(f"gives '{unknown[0]}', which {it.record_type.__name__} does not have")
        return self._robot(it, change, place) if isinstance(it, Robot) else self._changed(it, fields, place)

    def _changed(self, it: Any, fields: Change, place: tuple[str, ...]) -> Any:
        changes = {
            name: self.value(getattr(it, name), _mapping(each), type_of(it.record_type, name), (*place, name))
            for name, each in fields.items()
        }
        return replace(it, **changes) if changes else it

    def _robot(self, robot: Robot, change: Change, place: tuple[str, ...]) -> Robot:
        """Return a robot with its changes, except those that would remove what the document still refers to."""
        fields = self._without_lost(robot, change, _mapping(change["fields"]), place)
        used: set[str] = set()
        while True:
            made: Robot = self._changed(robot, self._fitting(robot, fields, place, used), place)
            dangling = (names_of(robot) - names_of(made)) & {
                name for _, name in names_in(replace(made, layouts=()))
            } - used
            if not dangling:
                return made
            used |= dangling

    def value(self, now: Any, change: Change, wanted: Any, place: tuple[str, ...]) -> Any:
        """Return a value with a change; it stays as it is, and is noted as stale, if the change does not fit."""
        if "fields" in change:
            if not isinstance(now, Record):
                self.stale.add(place, "no longer exists")
                return now
            return self.record(now, change, place)
        if "parts" in change:
            return self._row(now, change, wanted, place)
        if "value" not in change:
            raise BadRecord("has a change of no known kind")
        if change.get("was") != digest(now):
            self.stale.add(place, "was changed")
            return now
        return whole(change["value"], wanted, self.origin)

    def _row(self, row: Any, change: Change, wanted: Any, place: tuple[str, ...]) -> Row:
        if not isinstance(row, tuple):
            raise BadRecord("has parts of what is no row")
        parts: dict[str, Any] = dict(keyed(row) or {str(index): each for index, each in enumerate(row)})
        for key, each in _mapping(change["parts"]).items():
            self._part(parts, key, _mapping(each), wanted, (*place, key))
        order = change.get("order")
        return tuple(_ordered(parts, [str(each) for each in order]) if isinstance(order, list) else parts.values())

    def _part(self, parts: dict[str, Any], key: str, change: Change, wanted: Any, place: tuple[str, ...]) -> None:
        """Change, add or remove a part."""
        if not self._fits(parts.get(key), change, place):
            return
        if "gone" in change:
            del parts[key]
        elif "value" in change:
            (parts[key],) = whole([change["value"]], wanted, self.origin)
        else:
            parts[key] = self.value(parts[key], change, None, place)

    def _fits(self, now: object, change: Change, place: tuple[str, ...]) -> bool:
        """Return True if a part is what a change was made for; note the change as stale otherwise."""
        reason = _objection(now, change)
        if reason:
            self.stale.add(place, reason)
        return not reason

    def _without_lost(self, robot: Robot, change: Change, fields: Change, place: tuple[str, ...]) -> dict[str, Any]:
        """Return the fields without changes that name a link, a joint or a frame that the document no longer has."""
        lost = {each for each in change.get("names", ()) if isinstance(each, str)} - names_of(robot)
        if not lost:
            return dict(fields)
        made: dict[str, Any] = {}
        for name, each in fields.items():
            entry = _mapping(each)
            if "parts" not in entry:
                if not self._names_lost(entry, lost, (*place, name)):
                    made[name] = entry
                continue
            parts = _mapping(entry["parts"])
            gone = {
                key
                for key, part in parts.items()
                if not {key} & lost and self._names_lost({key: part}, lost, (*place, name, key))
            }
            made[name] = _without(entry, gone)
        return made

    def _names_lost(self, change: Change, lost: set[str], place: tuple[str, ...]) -> bool:
        """Return True, and note the change as stale, if it names a part that is gone."""
        named = sorted(lost & {*words_in(dict(change)), *keys_in(change)})
        if named:
            self.stale.add(place, f"names '{named[0]}', which no longer exists")
        return bool(named)

    def _fitting(self, robot: Robot, fields: Change, place: tuple[str, ...], used: set[str]) -> dict[str, Any]:
        """Return the fields without changes of parts that belong together with one that does not fit.

        Args:
            robot: The robot of the document.
            fields: The changes.
            place: The path of the robot.
            used: Parts that cannot be removed, since others refer to them.
        """
        rows = {name: _mapping(fields[name]) for name in ROBOT_FIELDS if "parts" in _mapping(fields.get(name, {}))}
        entries = {(name, key): _mapping(each) for name, row in rows.items() for key, each in row["parts"].items()}
        left = {entry for entry in entries if is_structural(entries[entry])}
        gone: set[tuple[str, str]] = set()
        for group in _groups(left, entries):
            reasons = {each: why for each in group if (why := self._why(robot, each, entries[each], used))}
            for each, why in reasons.items():
                self.stale.add((*place, *each), why)
            if reasons:
                gone |= group
        return {name: _without(each, {key for row, key in gone if row == name}) for name, each in fields.items()}

    def _why(self, robot: Robot, entry: tuple[str, str], change: Change, used: set[str]) -> str:
        if "gone" in change and entry[1] in used:
            return "is used by another part of the document"
        row = getattr(robot, entry[0])
        parts = keyed(row) or {}
        now = parts.get(entry[1])
        reason = _objection(now, change)
        if not reason and isinstance(now, Record) and "fields" in change:
            trial = Stale()
            _Restoring(trial, self.origin).record(now, change, ())
            reason = next(iter(trial.found.values()), "")
        return reason


def _objection(now: object, change: Change) -> str:
    """Return the reason why a change does not fit a part; an empty text if it does."""
    if "gone" in change:
        return "no longer exists" if now is None else "was changed" if change["gone"] != digest(now) else ""
    if "value" in change:
        if now is None:
            return "no longer exists" if change.get("was") is not None else ""
        return "was changed" if change.get("was") != digest(now) else ""
    return "no longer exists" if now is None else ""


def _groups(left: Iterable[tuple[str, str]], entries: Mapping[tuple[str, str], Change]) -> list[set[tuple[str, str]]]:
    """Return the entries in groups that name one another."""
    names = {key for _, key in left}
    groups: list[tuple[set[str], set[tuple[str, str]]]] = []
    for entry in left:
        words = {entry[1], *(each for each in words_in(dict(entries[entry])) if each in names)}
        near = [each for each in groups if each[0] & words]
        joined = (words.union(*(each[0] for each in near)), {entry}.union(*(each[1] for each in near)))
        groups = [*(each for each in groups if each not in near), joined]
    return [group for _, group in groups]


def _without(change: Any, gone: set[str]) -> Any:
    if not gone:
        return change
    return {**change, "parts": {key: each for key, each in change["parts"].items() if key not in gone}}


def _ordered(parts: Mapping[str, Any], order: list[str]) -> list[Any]:
    """Return parts in a given order; those that it lacks stay behind the one that they follow."""
    places = {key: index for index, key in enumerate(order)}
    last, ranks = -1, dict[str, int]()
    for key in parts:
        last = places.get(key, last)
        ranks[key] = last
    return [parts[key] for key in sorted(parts, key=ranks.__getitem__)]


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadRecord("has no object where one belongs")
    return value
