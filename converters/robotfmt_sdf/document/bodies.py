"""Find the link that moves a frame: a joint's child, the link a frame is attached to, or a model's canonical link."""

from __future__ import annotations

from ..codes import FRAME_CYCLE, UNKNOWN_FRAME
from .scopes import ROOT, Item, Scope, end_of


class Bodies:
    """The links that frames are attached to."""

    def __init__(self, world: Scope) -> None:
        self._next: dict[str, str | None] = {ROOT: ROOT}
        self._things: dict[str, Item | Scope] = {}
        self._found: dict[str, str | None] = {}
        # The inner scopes come first: the canonical link of a model may be that of one in it.
        for scope in reversed(world.inner):
            for item in scope.items:
                self._next[item.key] = _of_item(scope, item)
                self._things[item.key] = item
            if not scope.is_world:
                self._next[scope.key] = self._canonical(scope)
                self._things[scope.key] = scope

    def link(self, key: str) -> str | None:
        """Return the key of the link that moves a frame, or that of the world; None if there is none."""
        path: dict[str, None] = {}
        each: str | None = key
        while each is not None and each not in self._found and each not in path:
            path[each] = None
            following = self._next.get(each)
            if following == each:
                self._found[each] = each
                break
            each = following
        if each is not None and each in path and each not in self._found:
            self._report_ring(list(path)[list(path).index(each) :])
        link = self._found.get(each) if each is not None else None
        self._found.update(dict.fromkeys(path, link))
        return link

    def _canonical(self, scope: Scope) -> str | None:
        canonical = scope.element.peek("canonical_link") or ""
        if canonical.strip():
            key = scope.named(canonical, scope.key)
            if key is None:
                message = f"the canonical link '{canonical}' of model '{scope.name}' does not exist"
                scope.element.report(UNKNOWN_FRAME, message, "canonical_link")
            return key
        own = next((item.key for item in scope.items if item.kind == "link"), None)
        inner = (self._next.get(each.key) for each in scope.models)
        return own or next((key for key in inner if key is not None), None)

    def _report_ring(self, ring: list[str]) -> None:
        names = " -> ".join(f"'{key}'" for key in (*ring[:8], ring[0]))
        it = self._things[ring[0]]
        it.element.report(FRAME_CYCLE, f"these frames are attached to one another: {names}")


def _of_item(scope: Scope, item: Item) -> str | None:
    match item.kind:
        case "link":
            return item.key
        case "joint":
            child = end_of(item.element, "child")
            return scope.named(child, item.home) if child else None
        case "merged":
            return scope.named(item.canonical, item.key) if item.canonical else None
    attached = item.element.peek("attached_to") or ""
    if not attached.strip():
        return item.home
    key = scope.named(attached, item.home)
    if key is None:
        message = f"frame '{item.name}' is attached to '{attached}', which does not exist in its scope"
        item.element.report(UNKNOWN_FRAME, message, "attached_to")
    return key
