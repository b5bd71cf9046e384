"""The names of links, joints and frames in a document: their nested model, and their name in it.

``arm::upper`` is in a model ``arm``. All parts of a model share one scope, and some names are reserved; a part that
cannot keep its name gets another one, and its own is kept in a separate attribute. Names refer downwards only: a
joint is placed where it can name both of its links.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from robotfmt.model import Robot
from robotfmt.model.renaming import free_name

Path = tuple[str, ...]
Thing = tuple[str, str]
"""``link``, ``joint``, ``frame`` or ``model``, and the name in the robot; for a model, its scope."""
MODEL = "__model__"


class Names:
    """The names of one document."""

    def __init__(self, robot: Robot, without: Iterable[Thing] = ()) -> None:
        """Name everything in a robot.

        Args:
            without: Links and joints that are not written.
        """
        self._at: dict[Thing, tuple[Path, str]] = {}
        self._what: dict[tuple[Path, str], Thing] = {}
        left_out = set(without)
        links = [each.name for each in robot.links if ("link", each.name) not in left_out]
        for name in links:
            self._open(_split(name)[0])
        self._open(())
        for name in links:
            self._give(("link", name), _split(name)[0])
        for frame in robot.frames:
            self._give(("frame", frame.name), self._scope(frame.name, (frame.parent,)))
        for joint in robot.all_joints:
            if ("joint", joint.name) not in left_out:
                both = (joint.parent, joint.child)
                ends = [each for each in both if each is not None and ("link", each) not in left_out]
                self._give(("joint", joint.name), self._scope(joint.name, ends))

    @property
    def scopes(self) -> list[Path]:
        """The models, each before its nested models."""
        return [_parts(name) for kind, name in self._at if kind == "model"]

    def at(self, kind: str, name: str) -> tuple[Path, str]:
        """Return the scope and the name of a part."""
        return self._at[kind, name]

    def things(self) -> list[Thing]:
        """Return all named parts, except the model of the document."""
        return [thing for thing in self._at if thing != ("model", "")]

    def first_link(self, scope: Path) -> str:
        """Return the first link in a scope, or else in a nested model."""
        links = [(path, name) for (kind, name), (path, _) in self._at.items() if kind == "link"]
        below = [name for path, name in links if path[: len(scope)] == scope]
        return next((name for path, name in links if path == scope), below[0] if below else "")

    def true(self, kind: str, name: str) -> str | None:
        """Return the name in the robot, if the document uses another one."""
        scope, leaf = self._at[kind, name]
        return None if "::".join((*scope, leaf)) == name else name

    def renamed(self) -> list[tuple[Thing, str]]:
        """Return all parts with another name in the document."""
        return [(thing, leaf) for thing, (_, leaf) in self._at.items() if self.true(*thing) is not None]

    def seen(self, scope: Path, thing: Thing) -> str | None:
        """Return the name of a part as seen from a scope; None if it cannot be named there."""
        if thing not in self._at:
            return None
        path, leaf = self._at[thing]
        if thing[0] == "model":
            path = path if thing[1] else ()
            if _parts(thing[1]) == scope:
                return MODEL
        if path[: len(scope)] != scope or not leaf:
            return None
        return "::".join((*path[len(scope) :], leaf))

    def meant(self, scope: Path, word: str) -> Thing | None:
        """Return the part that a word names in a scope."""
        word = word.strip()
        if word == MODEL:
            return "model", "::".join(scope)
        *path, leaf = word.removesuffix(f"::{MODEL}").split("::")
        return self._what.get(((*scope, *path), leaf))

    def _open(self, scope: Path) -> None:
        for length in range(len(scope) + 1):
            here = scope[:length]
            thing = ("model", "::".join(here))
            if thing not in self._at:
                place = (here[:-1], here[-1]) if here else ((), "")
                self._at[thing] = place
                if here:
                    self._what[place] = thing

    def _scope(self, name: str, ends: Iterable[str]) -> Path:
        """Return the scope of a part that names links: the one in its name, if the links are below it."""
        wanted = _split(name)[0]
        scopes = [self._at["link", each][0] for each in ends if ("link", each) in self._at]
        if ("model", "::".join(wanted)) in self._at and all(each[: len(wanted)] == wanted for each in scopes):
            return wanted
        common = scopes[0] if scopes else ()
        for each in scopes[1:]:
            length = next((n for n, (a, b) in enumerate(zip(common, each, strict=False)) if a != b), None)
            common = common[: min(len(common), len(each)) if length is None else length]
        return common

    def _give(self, thing: Thing, scope: Path) -> None:
        kind, name = thing
        path, leaf = _split(name)
        leaf = leaf if path == scope else name.replace("::", "_")
        if not _is_free(leaf):
            leaf = f"{kind}_{leaf.strip('_')}".rstrip("_")
        if (scope, leaf) in self._what:
            taken = {each for where, each in self._what if where == scope}
            leaf = free_name(f"{leaf}_{kind}", taken)
        if thing not in self._at:
            self._at[thing] = scope, leaf
            self._what[scope, leaf] = thing


def valid_name(name: str, taken: Collection[str]) -> str:
    """Return the name of a model, or a free one if SDF reserves it."""
    is_reserved = name == "world" or name[:2] == name[-2:] == "__"
    return free_name(f"model_{name.strip('_')}", taken) if is_reserved else name


def _split(name: str) -> tuple[Path, str]:
    *scope, leaf = name.split("::")
    valid_name = all(_is_free(each) for each in scope) and bool(leaf.strip())
    return (tuple(scope), leaf) if valid_name else ((), name.replace("::", "_"))


def _parts(scope: str) -> Path:
    return tuple(scope.split("::")) if scope else ()


def _is_free(name: str) -> bool:
    """Return True if the name has no reserved part."""
    return bool(name.strip()) and name != "world" and not (name.startswith("__") and name.endswith("__"))
