"""Open a stage with the variants that have its joints."""

from __future__ import annotations

from itertools import islice
from typing import Any

from .dump import Dump
from .layers import Json, Layers, first_line
from .openusd import Sdf, Tf, Usd, UsdPhysics
from .refusal import Refused

_BROKEN = {
    "ErrorArcCycle": "it leads back to itself",
    "ErrorSublayerCycle": "it leads back to itself",
    "ErrorUnresolvedPrimPath": "its prim does not exist",
    "ErrorInvalidPrimPath": "its path is invalid",
    "ErrorCapacityExceeded": "OpenUSD cannot compose that many",
}
"""Errors of composition after which a part of the stage is missing."""
_MOST = 100
"""The most errors of composition that are looked at."""


def compose(request: Json) -> tuple[Json, bytes]:
    """Return a stage as data, with the bytes of its long arrays.

    Raises:
        Refused: It cannot be read, or is too large.
    """
    stage, layers = _opened(request)
    # Selections are made in the session, which is stronger than the document and is not written.
    stage.SetEditTarget(stage.GetSessionLayer())
    chosen = _choose(stage, request)
    moving = _settle(stage)
    dump = Dump(stage, request, moving)
    found = dump.run() | {"left_out": layers.left_out, "chosen": chosen, "sets": _sets(stage)}
    found["selected"] = _selected(stage)
    found["broken"], found["passed_over"] = _broken(stage), _passed_over(stage)
    found["layers"] = [each.realPath for each in layers.known.values() if each is not layers.root and each.realPath]
    return found, bytes(dump.bytes)


def _opened(request: Json) -> tuple[Any, Layers]:
    """Return the stage of a document, and its layers.

    Raises:
        Refused: It cannot be read, or is too large.
    """
    try:
        root = Sdf.Layer.FindOrOpen(request["path"])
    except Tf.ErrorException as error:
        raise Refused("syntax", first_line(error)) from error
    if root is None:
        raise Refused("syntax", "OpenUSD cannot read it")
    layers = Layers(root, request)
    layers.open_all()
    if layers.count() > request["prims"]:
        raise Refused("prims", f"the stage has more than {request['prims']} prims")
    stage = Usd.Stage.Open(root, Sdf.Layer.CreateAnonymous(), Usd.Stage.LoadAll)
    return stage, layers


def _settle(stage: Any) -> set[str]:
    """Give what moves with time alone its first place, at no time it would have none; return the attributes."""
    found: set[str] = set()
    if not any(each.ListAllTimeSamples() for each in stage.GetUsedLayers()):
        return found
    for prim in stage.Traverse():
        for each in prim.GetAuthoredAttributes():
            if str(each.GetName()).startswith("xformOp") and each.GetNumTimeSamples():
                found.add(str(each.GetPath()))
                if each.Get() is None:
                    each.Set(each.Get(each.GetTimeSamples()[0]))
    return found


def _broken(stage: Any) -> list[list[str]]:
    """Return the prims with references that OpenUSD leaves out when it composes them, and why."""
    found = ((str(each.rootSite.path), _BROKEN.get(type(each).__name__)) for each in stage.GetCompositionErrors())
    return [[path, why] for path, why in islice(found, _MOST) if why is not None]


def _sets(stage: Any) -> Json:
    """Return the variants of each set of the stage by its name."""
    found: dict[str, list[str]] = {}
    for prim in [each for each in stage.Traverse() if each.HasVariantSets()]:
        sets = prim.GetVariantSets()
        for name in sets.GetNames():
            known = found.setdefault(str(name), [])
            known += [str(each) for each in sets.GetVariantSet(name).GetVariantNames() if str(each) not in known]
    return found


def _passed_over(stage: Any) -> list[str]:
    """Return the names of variants that are not selected."""
    found: dict[str, None] = {}
    for prim in [each for each in stage.Traverse() if each.HasVariantSets()]:
        sets = prim.GetVariantSets()
        for name in sets.GetNames():
            chosen = sets.GetVariantSelection(name)
            found |= dict.fromkeys(str(it) for it in sets.GetVariantSet(name).GetVariantNames() if it != chosen)
    return list(found)


def _selected(stage: Any) -> list[str]:
    """Return the variants that are selected."""
    prims = [each for each in stage.Traverse() if each.HasVariantSets()]
    sets = [(each.GetVariantSets(), str(name)) for each in prims for name in each.GetVariantSets().GetNames()]
    return [str(each.GetVariantSelection(name)) for each, name in sets]


def _has_joints(stage: Any) -> bool:
    return any(each.IsA(UsdPhysics.Joint) for each in stage.Traverse())


def _choose(stage: Any, request: Json) -> list[str] | None:
    """Select the variants that are asked for; else, in a stage without joints, the first that brings some.

    Returns the prim, the set and the variant that were not asked for.
    """
    is_chosen = False
    for prim in [each for each in stage.Traverse() if each.HasVariantSets()]:
        sets = prim.GetVariantSets()
        for name in sets.GetNames():
            wanted = request["variants"].get(name)
            if wanted is not None and wanted in sets.GetVariantSet(name).GetVariantNames():
                sets.SetSelection(name, wanted)
                is_chosen = True
    if is_chosen or _has_joints(stage):
        return None
    return _searched(stage, request["preferred"])


def _searched(stage: Any, preferred: list[str]) -> list[str] | None:
    for prim in [each for each in stage.Traverse() if each.HasVariantSets()]:
        sets = prim.GetVariantSets()
        for name in sets.GetNames():
            before = sets.GetVariantSelection(name)
            by_case = {str(each).lower(): str(each) for each in sets.GetVariantSet(name).GetVariantNames()}
            for each in preferred:
                if each in by_case:
                    sets.SetSelection(name, by_case[each])
                    if _has_joints(stage):
                        return [str(prim.GetPath()), str(name), by_case[each]]
            sets.SetSelection(name, before)
    return None
