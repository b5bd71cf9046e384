"""Open a stage in the child process, within limits; the file is one that the process can read."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import NamedTuple

from robotfmt.assets.packages import package_of
from robotfmt.context import Context
from robotfmt.diagnostics import Code, Report
from robotfmt.documents.source import Source
from robotfmt.errors import InputError, LimitError, RobotfmtError, UsageError
from robotfmt.model import Origin
from robotfmt.processes.parent import Died, Message, Program, TooSlow, ask

from ..codes import BAD_UNITS, NO_VARIANT, NOT_INSTALLED, NOT_USD, TOO_LARGE
from .stage import Stage

PREFERRED = ("physics", "physx", "newton", "mujoco")
"""The variants that are tried, in this order, if a stage has no joints without them (Isaac Sim's assets)."""
_PROGRAM = Program(
    "robotfmt_usd.document.child.main",
    ("robotfmt_usd", "pxr"),
    lambda message: isinstance(message.get("text", 0), int) and isinstance(message.get("message", ""), str),
)
_RAISED: dict[str, tuple[type[RobotfmtError], Code]] = {
    "prims": (LimitError, TOO_LARGE),
    "layers": (LimitError, TOO_LARGE),
    "memory": (LimitError, TOO_LARGE),
    "unusable": (UsageError, NOT_INSTALLED),
}
_LAYERS = (".usda", ".usdc", ".usd")
_BINARY, _ZIP, _POINTER = b"PXR-USDC", b"PK\x03\x04", b"version https://git-lfs"


class _Composed(NamedTuple):
    """What OpenUSD composed."""

    found: Message
    arrays: bytes
    """The bytes of the long arrays."""


class _Asked(NamedTuple):
    """What a stage is composed of."""

    data: bytes
    variants: Mapping[str, str]
    beside: dict[str, bytes]
    """The layers that are about to be written beside it."""


def stage_of(source: Source, context: Context) -> Stage:
    """Return the stage of a document, which OpenUSD opens once.

    Raises:
        UsageError: OpenUSD is not installed.
        InputError: The document cannot be read.
        LimitError: Opening it takes too much time or memory, or it is too large.
    """
    return Stage(source.name, *_composed(source, context), context.report)


def stage_of_meshes(source: Source, context: Context) -> Stage:
    """Return the stage of a document, one for all its meshes: nothing is reported for it.

    Raises:
        RobotfmtError: As for :func:`stage_of`.
    """
    composed = _composed(source, context)
    match context.assets.memo.get(("usd meshes", source.name)):
        case (known, Stage() as stage) if known is composed:
            return stage
    stage = Stage(source.name, *composed, Report())
    context.assets.memo["usd meshes", source.name] = composed, stage
    return stage


def _composed(source: Source, context: Context) -> _Composed:
    """Return what a stage composes, and the bytes of its long arrays."""
    asked = _Asked(source.data, context.variants, _beside(source, context))
    match context.assets.memo.get(("usd", source.name)):
        case (known, _Composed() as composed) if known == asked:
            return composed
    composed = _opened(source, asked.beside, context)
    if not asked.beside:
        context.assets.note(*composed.found["layers"])
    context.assets.memo["usd", source.name] = asked, composed
    return composed


def _beside(source: Source, context: Context) -> dict[str, bytes]:
    """Return the layers in the folder of a document that are about to be written, by their paths from it."""
    below = context.assets.staged_below(Path(source.name).parent)
    return {path: data for path, data in below.items() if data is not source.data and path.endswith(_LAYERS)}


def suffix_of(data: bytes) -> str:
    """Return the suffix of a document by its first bytes; OpenUSD goes by the suffix."""
    if data.startswith(_ZIP):
        return ".usdz"
    return ".usdc" if data.startswith(_BINARY) else ".usda"


def _opened(source: Source, beside: dict[str, bytes], context: Context) -> _Composed:
    at = Origin(source.name)
    if find_spec("pxr") is None:
        help = "Install it: pip install 'robotfmt[usd]'; in a clone of the repository: pip install '.[usd]'"
        raise UsageError(NOT_INSTALLED, "USD needs OpenUSD (usd-core), which is not installed", at, help=help)
    if source.data.startswith(_POINTER):
        help = "Fetch the file itself: git lfs pull"
        raise InputError(NOT_USD, f"'{source.name}' is a pointer of Git LFS, not a stage", at, help=help)
    with _file_of(source, beside) as path:
        answer, body = _asked(source, path, context)
    if "kind" in answer:
        kind, code = _RAISED.get(str(answer["kind"]), (InputError, NOT_USD))
        raise kind(code, f"'{source.name}' cannot be read: {_line(answer.get('message'))}", at)
    try:
        found = json.loads(body[: answer["text"]])
        _check_units(found, at)
        Stage(source.name, found, b"", Report())
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(NOT_USD, f"the process that opens '{source.name}' gave an invalid answer", at) from error
    _check_variants(found["sets"], context, at)
    return _Composed(found, body[answer["text"] :])


def _check_variants(sets: dict[str, list[str]], context: Context, at: Origin) -> None:
    for name, variant in context.variants.items():
        if variant not in sets.get(name, ()):
            known = "; ".join(f"{each}: {', '.join(variants)}" for each, variants in sets.items()) or "none"
            raise UsageError(NO_VARIANT, f"the stage has no variant '{variant}' of '{name}'; it has {known}", at)


def _check_units(found: Message, at: Origin) -> None:
    for name, value in (("metersPerUnit", found["length"]), ("kilogramsPerUnit", found["mass"])):
        if not 1e-12 < value < 1e12:
            raise InputError(BAD_UNITS, f"{name} is {value:g}; expected a positive number such as 1 or 0.01", at)


def _asked(source: Source, path: Path, context: Context) -> tuple[Message, bytes]:
    limits, at = context.limits, Origin(source.name)
    folder = path.absolute().parent
    places = (package_of(folder) or folder, *context.assets.roots, *context.assets.packages.values())
    request: Message = {
        "path": str(path.absolute()),
        "folders": [str(each) for each in places],
        "variants": dict(context.variants),
        "preferred": PREFERRED,
        "seconds": limits.usd_seconds,
        "memory": limits.usd_memory,
        "prims": limits.usd_prims,
        "layers": limits.usd_layers,
        "asset_bytes": limits.usd_asset_bytes,
    }
    try:
        return ask(_PROGRAM, request, limits.usd_seconds, limits.usd_bytes, lambda _: None)
    except TooSlow as error:
        message = f"opening '{source.name}' took longer than usd_seconds allows: {limits.usd_seconds} s"
        raise LimitError(TOO_LARGE, message, at) from error
    except Died as error:
        how = "gave an invalid answer" if error.code is None else f"ended with {error.code} and no answer"
        if error.code is not None and error.code < 0:
            how = f"was ended by signal {-error.code}, perhaps for lack of memory"
        raise InputError(NOT_USD, f"the process that opens '{source.name}' {how}", at) from error


@contextmanager
def _file_of(source: Source, beside: dict[str, bytes]) -> Iterator[Path]:
    """Give the file of a document: its own, or a copy if its bytes are not in a file with the right suffix, or if it
    has layers that are not written yet.
    """
    path, suffix = Path(source.name), suffix_of(source.data)
    if not beside and path.suffix.lower() in (".usd", suffix) and _is_file(path, source.data):
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        name = f"{PurePath(source.name).stem or 'stage'}{suffix}"
        for place, data in {**beside, name: source.data}.items():
            copy = Path(folder) / place
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(data)
        yield Path(folder) / name


def _is_file(path: Path, data: bytes) -> bool:
    try:
        return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data
    except (OSError, ValueError):
        return False


def _line(text: object) -> str:
    line = " ".join(str(text).split())
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in line)
