"""The binary form of a stage, made of its text by OpenUSD."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from robotfmt.context import Context
from robotfmt.errors import OutputError, UsageError
from robotfmt.model import Origin
from robotfmt.processes.parent import Died, Message, Program, TooSlow, ask

from ..codes import NOT_INSTALLED, NOT_WRITTEN

_PROGRAM = Program(
    "robotfmt_usd.document.child.crate",
    ("robotfmt_usd", "pxr"),
    lambda message: isinstance(message.get("message", ""), str),
)


def binary(text: bytes, context: Context, further: Mapping[str, bytes] | None = None) -> bytes:
    """Return the binary form of a text, or an archive of it with other files.

    Args:
        text: The text of a layer.
        context: The context of the writer.
        further: The layers and images that it names, by their paths from it, for an archive; None for none.

    Raises:
        UsageError: OpenUSD is not installed.
        OutputError: OpenUSD cannot write it.
    """
    at = Origin(context.output)
    if find_spec("pxr") is None:
        message = "the binary form needs OpenUSD (usd-core), which is not installed"
        raise UsageError(NOT_INSTALLED, message, at, help="Write .usda, or install it: pip install 'robotfmt[usd]'")
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "stage.usda", Path(folder) / "stage.usdc"
        packed = Path(folder) / "stage.usdz" if further is not None else None
        source.write_bytes(text)
        for name, data in (further or {}).items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        why = _exported(source, made, packed, context)
        found = packed or made
        if why is None and found.is_file():
            return found.read_bytes()
    raise OutputError(NOT_WRITTEN, f"OpenUSD cannot write the binary form: {why or 'no file was written'}", at)


def _exported(source: Path, made: Path, packed: Path | None, context: Context) -> str | None:
    """Export a text; return why this failed."""
    limits = context.limits
    request: Message = {
        "text": str(source),
        "binary": str(made),
        "archive": str(packed) if packed is not None else "",
        "seconds": limits.usd_seconds,
        "memory": limits.usd_memory,
        "bytes": limits.usd_bytes,
    }
    try:
        answer, _ = ask(_PROGRAM, request, limits.usd_seconds, 0, lambda _: None)
    except TooSlow:
        return f"it took longer than usd_seconds allows: {limits.usd_seconds} s"
    except Died as error:
        return f"the process ended with {error.code}"
    return str(answer["message"]) if "kind" in answer else None
