"""A document and its includes as scopes, with the pose of every frame."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from robotfmt.context import Context
from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element
from robotfmt.model import Layout, compose, inverse
from robotfmt.words.elements import steps_of

from ..codes import FRAME_CYCLE, INCLUDE, NOT_FOUND, UNKNOWN_FRAME
from .frames import Bodies, Frames
from .includes import AsSdf, Includes
from .scopes import ROOT, Item, Scope, claimed, end_of, given_name, note, step
from .versions import read_version, written_for
from .written_poses import PlacedLayout, Version, WrittenInclude, WrittenPose, read_pose

_ITEMS = ("link", "joint", "frame")
_MERGED = (*_ITEMS, "model", "include", "plugin", "gripper")


@dataclass(eq=False)
class Included:
    """An included document, and the new places of its content."""

    document: Document
    places: dict[str, str]
    """The new place of an element's content, by the element's path."""


@dataclass(eq=False)
class Tree:
    """All scopes of a document."""

    world: Scope
    """The world, or a document without one."""
    frames: Frames
    bodies: Bodies
    included: list[Included] = field(default_factory=list)
    moved: dict[str, str] = field(default_factory=dict)
    """The new places of content in an ``<include>`` of the document itself."""
    chains: dict[Document, tuple[str, ...]] = field(default_factory=dict)
    """The documents that lead to each document, and itself."""

    def led_to(self, document: Document) -> frozenset[str]:
        """Return a document and those that it includes."""
        chain_to_here = self.chains[document]
        return frozenset(
            each.name for each, chain in self.chains.items() if chain[: len(chain_to_here)] == chain_to_here
        )

    def move(self, element: Element, place: str) -> None:
        """Record the new place of an element's content."""
        if element.document is self.world.element.document:
            self.moved[element.path] = place
        for each in self.included:
            if each.document is element.document:
                each.places[element.path] = place

    @cached_property
    def layout(self) -> Layout:
        """The order of everything in the document, computed once for all of its models, on demand."""
        source = self.world.element.document.layout(written_for(self.world.version))
        return PlacedLayout(format=source.format, version=source.version, source=source, moved=self.moved)


def tree_of(root: Element, context: Context, as_sdf: AsSdf | None = None) -> Tree:
    """Return the scopes of a document.

    Args:
        as_sdf: Makes SDF of an included document of another format.
    """
    return _TreeBuilder(root, context, as_sdf).planted()


class _TreeBuilder:
    def __init__(self, root: Element, context: Context, as_sdf: AsSdf | None) -> None:
        self._includes = Includes(context, as_sdf)
        version = read_version(root)
        holder = root.find("world") if root.find("world") is not None else root
        assert holder is not None
        place = holder.path.replace("/gazebo", "/sdf", 1) if root.tag == "gazebo" else holder.path
        self._world = Scope("", ROOT, "", holder.take(), version, place)
        self._chains: dict[Document, tuple[str, ...]] = {root.document: (root.document.name,)}
        self._included: list[Included] = []
        self._moved: dict[str, str] = {}
        self._pending: list[Scope] = []

    def planted(self) -> Tree:
        """All scopes, each before its nested ones."""
        holder = self._world.element
        if holder.tag == "world":
            holder.attribute("name")
        self._fill(self._world, holder, self._world.version, ROOT)
        while self._pending:
            scope = self._pending.pop()
            self._fill(scope, scope.element, scope.version, scope.key)
        frames, bodies = Frames(), Bodies(self._world)
        _place(self._world, frames, bodies)
        return Tree(self._world, frames, bodies, self._included, self._moved, self._chains)

    def _fill(self, scope: Scope, element: Element, version: Version, home: str) -> None:
        """Note the content of an element: that of the scope, or that of a merged model."""
        is_world = scope.is_world
        for child in element.children:
            if child.tag == "include":
                self._include(scope, child, version, home)
            elif child.tag == "model":
                self._model(scope, child, version, home)
            elif child.tag in _ITEMS and not (is_world and child.tag == "link"):
                item = note(scope, child, version, home)
                if is_world and item is not None and item.kind == "frame":
                    item.element.give_back()  # the model has no frames of worlds

    def _model(self, outer: Scope, element: Element, version: Version, home: str) -> None:
        name = given_name(outer, element)
        if name is not None:
            key = claimed(outer, name, element, version)
            place = f"{outer.place}/{step('model', name)}"
            self._add(outer, Scope(name, key, f"{key}::", element.take(), version, place), home)

    def _add(self, outer: Scope, scope: Scope, home: str, written: WrittenPose | None = None) -> None:
        pose = read_pose(scope.element, scope.version)
        scope.written = written if written is not None and written != WrittenPose() else pose
        scope.outer, scope.home = outer, home
        if not scope.placement:
            scope.placement = scope.element.attribute("placement_frame") or ""
        outer.models.append(scope)
        self._pending.append(scope)

    def _include(self, outer: Scope, include: Element, version: Version, home: str) -> None:
        """Add an included model to a scope: as a model, or with ``merge`` as parts of the model around it."""
        leaf = include.find("uri")
        chain = self._chains[include.document]
        if leaf is None:
            include.report(NOT_FOUND, "<include> has no <uri>")
            return
        model = self._includes.open(include, leaf.text.strip(), chain)
        if model is None:
            return
        include.take()
        leaf.take_text()
        self._chains[model.document] = (*chain, model.document.name)
        root = model.document.root.take()
        inner = read_version(root)
        named = include.child("name")
        name = (named.take_text() if named is not None else "") or model.attribute("name") or "model"
        model.attribute("name")
        include.report(INCLUDE, f"the model '{name}' is included from '{model.document.name}'")
        if (include.peek("merge") or "").strip().lower() in ("true", "1"):
            items, models = len(outer.items), len(outer.models)
            written = self._merge(outer, include, model, name, version, inner, home)
            parts = [(each.kind, each.name) for each in outer.items[items:]]
            parts += [("model", each.name) for each in outer.models[models:]]
            _note_include(outer, include, model, name, written, parts)
            return
        key = claimed(outer, name, include, version)
        scope = Scope(name, key, f"{key}::", model.take(), inner, f"{outer.place}/{step('model', name)}")
        scope.source = leaf.text.strip()
        placement = include.child("placement_frame")
        scope.placement = placement.take_text() if placement is not None else ""
        static = include.child("static")
        scope.static = static.take_text().lower() in ("true", "1") if static is not None else None
        self._keep_places(include, model, scope.place)
        written = read_pose(include, version)
        _note_include(outer, include, model, name, written, [("model", name)])
        self._add(outer, scope, home, written)

    def _merge(
        self,
        outer: Scope,
        include: Element,
        model: Element,
        name: str,
        version: Version,
        inner: Version,
        home: str,
    ) -> WrittenPose:
        """Make the content of a merged model a part of the scope, placed in a separate frame; return its pose."""
        include.attribute("merge")
        frame = f"_merged__{name}__model__"
        key = claimed(outer, frame, include, version)
        written = read_pose(include, version)
        model_pose = read_pose(model.take(), inner)
        _drop_unmerged(model, name)
        item = Item("merged", frame, key, model, inner, written if written != WrittenPose() else model_pose, home)
        outer.items.append(item)
        before = len(outer.items)
        self._keep_places(include, model, outer.place)
        self._fill(outer, model, inner, key)
        placement = include.child("placement_frame")
        word = placement.take_text() if placement is not None else model.attribute("placement_frame") or ""
        canonical = model.attribute("canonical_link") or ""
        links = [each for each in outer.items[before:] if each.kind == "link"]
        item.placement = word
        item.canonical = canonical or (links[0].name if links else "")
        return written

    def _keep_places(self, include: Element, model: Element, place: str) -> None:
        document = include.document
        if document is self._world.element.document:
            self._moved[include.path] = place
        else:
            for each in self._included:
                if each.document is document:
                    each.places[include.path] = place
        self._included.append(Included(model.document, {model.path: place}))


def _note_include(
    outer: Scope, include: Element, model: Element, name: str, written: WrittenPose, parts: list[tuple[str, str]]
) -> None:
    """Note an include of a model of the document itself, to be written again."""
    leaves = {tag: include.find(tag) for tag in ("uri", "name", "static", "placement_frame")}
    texts = {tag: leaf.text.strip() for tag, leaf in leaves.items() if leaf is not None}
    named = frozenset(("frame" if kind == "merged" else kind, each) for kind, each in parts)
    merged = any(kind == "merged" for kind, _ in parts)
    if outer.element.document is include.document and not outer.is_world:
        known = WrittenInclude(name=name, texts=texts, written=written, merged=merged, path=include.path, parts=named)
        outer.includes.append((known, model.document))


def _drop_unmerged(model: Element, name: str) -> None:
    """Take what has no effect in a merged model, such as ``<static>``."""
    for child in model.children:
        if child.taken is None and child.tag not in _MERGED and ":" not in child.tag:
            child.report(INCLUDE, f"<{child.tag}> of the merged model '{name}' has no effect")
            child.take_all()


# Poses and frames


def _place(world: Scope, frames: Frames, bodies: Bodies) -> None:
    """Give every frame its edge. The inner scopes come first, because the pose of a model depends on its content."""
    for scope in reversed(world.inner):
        for item in scope.items:
            _place_item(scope, item, frames)
        if not scope.is_world:
            _place_model(scope, frames)
    _break_rings(world, frames)
    for scope in reversed(world.inner):
        for item in scope.items:
            if item.kind == "merged" and item.placement:
                _shift(scope, item, item.placement, frames)
        if scope.placement:
            _shift(scope, scope, scope.placement, frames)


def _place_item(scope: Scope, item: Item, frames: Frames) -> None:
    parent = _named(scope, item, item.written.relative_to, "pose@relative_to", item.home)
    if parent is None and item.kind == "joint":
        child = end_of(item.element, "child")
        parent = scope.named(child, item.home) if child else None
    if parent is None and item.kind == "frame":
        attached = item.element.peek("attached_to") or ""
        parent = scope.named(attached, item.home) if attached.strip() else None
    frames.add(item.key, parent or item.home, item.written.pose)


def _place_model(scope: Scope, frames: Frames) -> None:
    outer = scope.outer
    assert outer is not None
    parent = _named(outer, scope, scope.written.relative_to, "pose@relative_to", scope.home)
    frames.add(scope.key, parent or scope.home, scope.written.pose)


def _named(scope: Scope, it: Item | Scope, name: str, where: str, home: str) -> str | None:
    """Return the frame with a name; None, with a report, if it does not exist.

    Args:
        home: The frame that ``__model__`` means where the name is used.
    """
    if not name.strip():
        return None
    key = scope.named(name, home)
    if key is None:
        path, _, attribute = where.partition("@")
        element = it.element
        for each in steps_of(path):
            element = element.find(each) or element
        message = f"<{it.element.local} name='{it.name}'> names the frame '{name}', which does not exist in its scope"
        element.report(UNKNOWN_FRAME, message, attribute if attribute in element.attributes else None)
    return key


def _shift(outer: Scope, it: Item | Scope, placement: str, frames: Frames) -> None:
    """Place a model by the pose of one of its frames."""
    inner = outer if isinstance(it, Item) else it
    key = _named(inner, it, placement, "@placement_frame", it.key)
    parent = frames.parent(it.key)
    if key is None or parent is None:
        return
    inside = frames.between(it.key, key)
    frames.add(it.key, parent, compose(it.written.pose, inverse(inside)))


def _break_rings(world: Scope, frames: Frames) -> None:
    """Report cycles, and place their first frame in the world."""
    things: dict[str, Item | Scope] = {}
    for scope in world.inner:
        things |= {scope.key: scope, **{item.key: item for item in scope.items}}
    for ring in frames.rings():
        names = " -> ".join(f"'{key.removeprefix(ROOT)}'" for key in (*ring[:8], ring[0]))
        it = things[ring[0]]
        it.element.report(FRAME_CYCLE, f"these frames are placed relative to one another: {names}")
        frames.add(ring[0], ROOT, None)
