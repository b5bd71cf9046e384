"""The last line of a conversion: the written files, and the fates of the robot's properties."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from ..diagnostics import Fate
from ..hub.conversion import Conversion
from ..kept.paths import is_sidecar
from ..model import World
from .console import counted
from .streams import is_stream


def summary(done: Conversion, outputs: Collection[str]) -> str:
    """Return the written files, and the fates of the robot's facts, as text."""
    if not done.files:
        return "nothing to change; the document was not modified"
    whole = done.whole
    size = sum(path.stat().st_size for path in done.files if not is_stream(path))
    kind = "world" if isinstance(whole, World) else "robot"
    if isinstance(whole, World):
        parts = f"{counted(len(whole.robots), 'robot')}, {counted(len(whole.joints), 'joint')} between them"
    else:
        parts = f"{counted(len(whole.links), 'link')}, {counted(len(whole.joints), 'joint')}"
    name = f"'{whole.name}'" if whole.name is not None else f"an unnamed {kind}"
    about = f"{name}: {parts}{f', {size / 1000:.0f} kB' if size else ''}"
    passed = len(done.report.having(Fate.PASSED_THROUGH))
    documents = len(outputs) + sum(is_sidecar(str(each)) for each in done.files)
    hint = "; --keep stores them for the way back" if done.tally.lost and documents == len(outputs) else ""
    return f"wrote {_written(done.files, documents)} ({about}): {done.tally.in_words(passed)}{hint}"


def _written(files: Sequence[Path], documents: int) -> str:
    """Name the documents that were written, and count the additional files."""
    names = ", ".join("standard output" if is_stream(each) else str(each) for each in files[:documents])
    others = files[documents:]
    folders = {each.parent for each in others}
    where = f" in {folders.pop()}" if len(folders) == 1 else ""
    return f"{names} and {counted(len(others), 'file')}{where}" if others else names
