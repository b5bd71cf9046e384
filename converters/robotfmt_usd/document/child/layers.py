"""The layers of a stage: which may be opened, and how many prims they would compose."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .openusd import Sdf, Tf
from .refusal import Refused

_POINTER = b"version https://git-lfs"
_MESSAGE = re.compile(r"Error in '.*?' at line \d+ in file \S+ : '(.*?)'(?= Error in |$)")
Json = dict[str, Any]


class Layers:
    """The layers of a stage, each opened before OpenUSD composes them: only those that the document may read."""

    def __init__(self, root: Any, request: Json) -> None:
        self.root, self.request = root, request
        self.folders = [os.path.realpath(each) for each in request["folders"]]
        self.known: dict[str, Any] = {}
        self.left_out: list[Json] = []
        self._counts: dict[tuple[str, str], int] = {}

    def open_all(self) -> None:
        """Open all layers, and remove references to those that cannot or may not be read.

        Raises:
            Refused: There are too many.
        """
        pending = [self.root]
        while pending:
            layer = pending.pop()
            if layer.identifier in self.known:
                continue
            self.known[layer.identifier] = layer
            if len(self.known) > self.request["layers"]:
                raise Refused("layers", f"the stage has more than {self.request['layers']} layers")
            for uri in filter(None, layer.GetCompositionAssetDependencies()):
                opened = self._opened(layer, uri)
                if opened is not None:
                    pending.append(opened)

    def _opened(self, layer: Any, uri: str) -> Any:
        why = self._refusal(layer, uri)
        if why is None:
            try:
                opened = Sdf.Layer.FindOrOpen(layer.ComputeAbsolutePath(uri))
            except Tf.ErrorException as error:
                opened, why = None, f"it cannot be read: {first_line(error)}"
            if opened is not None:
                return opened
        self.left_out.append(
            {"layer": layer.realPath or layer.identifier, "uri": uri, "why": why or "it cannot be read"}
        )
        layer.UpdateCompositionAssetDependency(uri, "")
        return None

    def _refusal(self, layer: Any, uri: str) -> str | None:
        """Return why a layer is not opened; None if it may be."""
        if any(each in uri for each in ("://", "`", "${", ":SDF_FORMAT_ARGS:")):
            return "such references are not followed"
        # Where nothing is found, OpenUSD leaves the path relative.
        path = Path(layer.realPath).parent / layer.ComputeAbsolutePath(uri).partition("[")[0]
        real = Path(os.path.realpath(path))
        if not any(real.is_relative_to(each) for each in self.folders):
            return "it is outside of the document's folder"
        if not real.is_file():
            return "it does not exist"
        if real.stat().st_size > self.request["asset_bytes"]:
            return f"it is larger than usd_asset_bytes allows: {self.request['asset_bytes']} bytes"
        with real.open("rb") as stream:
            if stream.read(len(_POINTER)) == _POINTER:
                return "it is a pointer of Git LFS: fetch the file itself with `git lfs pull`"
        return None

    def count(self) -> int:
        """Return how many prims OpenUSD would compose at most, those of references as often as they are used.

        Composing takes memory and time for each; references that double on 25 levels are 33 million.
        """
        return self._count(self.root, "/", 0)

    def _count(self, layer: Any, path: str, depth: int) -> int:
        key = layer.identifier, path
        if key in self._counts:
            return self._counts[key]
        if depth > 200:
            raise Refused("prims", "the references of the stage are more than 200 levels deep")
        self._counts[key] = 0  # for references in a cycle
        total = 0
        for spec in _specs(layer, path):
            total += 1
            for uri, target in _arcs(spec):
                other = self.known.get(layer.ComputeAbsolutePath(uri)) if uri else layer
                if other is not None and total <= self.request["prims"]:
                    start = str(target) or f"/{other.defaultPrim}"
                    total += self._count(other, start, depth + 1)
        self._counts[key] = total
        return total


def _specs(layer: Any, path: str) -> Iterator[Any]:
    """Yield the prims of a layer at and below a path, in all variants."""
    found: list[Any] = []
    if layer.GetObjectAtPath(path):
        layer.Traverse(path, found.append)
    for each in found:
        if each.IsPrimPath() or each.IsPrimVariantSelectionPath():
            spec = layer.GetPrimAtPath(each)
            if spec:
                yield spec


def _arcs(spec: Any) -> Iterator[tuple[str, Any]]:
    """Yield the layer and the prim of what a prim refers to; an empty layer is its own."""
    for row in (spec.referenceList, spec.payloadList):
        for each in row.GetAddedOrExplicitItems():
            yield each.assetPath, each.primPath
    for row in (spec.inheritPathList, spec.specializesList):
        for each in row.GetAddedOrExplicitItems():
            yield "", each


def first_line(error: Exception) -> str:
    """Return what OpenUSD writes about an error, in one line and without the place in its own code."""
    text = " ".join(str(error).split())
    found = _MESSAGE.search(text)
    return (found[1] if found is not None else text)[:300]
