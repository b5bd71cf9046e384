"""The poses of frames: each has one edge to the frame that it is placed in, and all paths lead to one root.

The relative pose of two frames is computed from the edges between them alone: a joint placed in its parent link keeps
the document's pose exactly. Frames that are many edges apart are looked up in the root, where each is computed once,
so a chain of thousands takes linear time.
"""

from __future__ import annotations

from robotfmt.model import IDENTITY, Pose, compose, inverse, is_identity

from ..codes import FRAME_CYCLE, UNKNOWN_FRAME
from .scopes import ROOT, Item, Scope, end_of

_NEAR = 8
"""The number of edges to the common ancestor up to which a search is short."""


class Frames:
    """A tree of frames. The caller finds edges to missing frames, and cycles."""

    def __init__(self) -> None:
        self._edges: dict[str, tuple[str, Pose]] = {}
        self._in_root: dict[str, tuple[str, Pose]] = {}
        """The root of a frame, and its pose in the root, for frames looked up so far."""
        self._depths: dict[str, int] = {}

    def add(self, name: str, parent: str, pose: Pose | None) -> None:
        """Place a frame in another one."""
        self._edges[name] = (parent, pose if pose is not None else IDENTITY)
        self._in_root.clear()
        self._depths.clear()

    def __contains__(self, name: str) -> bool:
        return name in self._edges

    def parent(self, name: str) -> str | None:
        """Return the frame that a frame is placed in; None for the root."""
        edge = self._edges.get(name)
        return edge[0] if edge is not None else None

    def between(self, frame: str, other: str) -> Pose:
        """Return the pose of the other frame in the first one.

        Raises:
            ValueError: The frames are not connected.
        """
        meeting = self._meeting(frame, other)
        if meeting is None:
            return self._far(frame, other)
        up, down = self._up(frame, meeting), self._up(other, meeting)
        return down if up is IDENTITY else compose(inverse(up), down)

    def rings(self) -> list[list[str]]:
        """Return the frames of each cycle, in the order in which one is placed in the next."""
        done: set[str] = set()
        found: list[list[str]] = []
        for start in self._edges:
            path: dict[str, None] = {}
            each: str | None = start
            while each is not None and each not in done and each not in path:
                path[each] = None
                each = self.parent(each)
            if each is not None and each in path:
                names = list(path)
                found.append(names[names.index(each) :])
            done.update(path)
        return found

    def _up(self, frame: str, above: str) -> Pose:
        """Return the pose of a frame in one of its ancestors, from the top down."""
        steps: list[Pose] = []
        while frame != above:
            frame, pose = self._edges[frame]
            steps.append(pose)
        if not steps:
            return IDENTITY
        pose = steps.pop()
        while steps:
            pose = compose(pose, steps.pop())
        return pose

    def _far(self, frame: str, other: str) -> Pose:
        """Return the pose of one frame in another by way of the root."""
        (root, up), (same, down) = self._rooted(frame), self._rooted(other)
        if root != same:
            raise ValueError(f"'{frame}' and '{other}' are not connected")
        return down if is_identity(up) else compose(inverse(up), down)

    def _rooted(self, frame: str) -> tuple[str, Pose]:
        """Return the root of a frame, and its pose in it; intermediate results are kept."""
        path: dict[str, None] = {}
        while frame in self._edges and frame not in self._in_root and frame not in path:
            path[frame] = None
            frame = self._edges[frame][0]
        root, pose = self._in_root.get(frame, (frame, IDENTITY))
        for each in reversed(path):
            pose = compose(pose, self._edges[each][1])
            self._in_root[each] = root, pose
        return root, pose

    def _meeting(self, one: str, other: str) -> str | None:
        """Return the nearest common ancestor, if it is near to both."""
        further = self._depth(one) - self._depth(other)
        if abs(further) > _NEAR:
            return None
        here: str | None = one
        there: str | None = other
        for _ in range(abs(further)):
            here, there = (self.parent(here or ""), there) if further > 0 else (here, self.parent(there or ""))
        for _ in range(_NEAR - abs(further) + 1):
            if here == there:
                return here
            here, there = self.parent(here or ""), self.parent(there or "")
        return None

    def _depth(self, frame: str) -> int:
        """Return the number of edges from a frame to its root; intermediate results are kept."""
        path: dict[str, None] = {}
        while frame in self._edges and frame not in self._depths and frame not in path:
            path[frame] = None
            frame = self._edges[frame][0]
        depth = self._depths.get(frame, 0)
        for each in reversed(path):
            depth += 1
            self._depths[each] = depth
        return depth


# Find the link that moves a frame


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
        first_link = next((item.key for item in scope.items if item.kind == "link"), None)
        inner = (self._next.get(each.key) for each in scope.models)
        return first_link or next((key for key in inner if key is not None), None)

    def _report_ring(self, ring: list[str]) -> None:
        names = " -> ".join(f"'{key}'" for key in (*ring[:8], ring[0]))
        it = self._things[ring[0]]
        it.element.report(FRAME_CYCLE, f"these frames are attached to one another: {names}")


def _of_item(scope: Scope, item: Item) -> str | None:
    """Return the key of the frame that an item is attached to, which for a link is its own; None if it is missing."""
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
