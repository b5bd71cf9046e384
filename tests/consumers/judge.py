"""The judge of a conversion: the program that reads the source against the one that reads the output."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

import robotfmt
from robotfmt.diagnostics import Diagnostic, Report
from robotfmt.errors import ModelError
from robotfmt.model.record import replace
from robotfmt.settings import Settings

from .behaviour import Behaviour
from .comparison import differences
from .difference import Difference
from .of_drake import of_drake
from .of_mujoco import of_mujoco
from .of_openrave import SETTINGS, of_openrave
from .of_pinocchio import of_pinocchio, with_srdf
from .of_ros import of_ros

READERS = {"urdf": of_pinocchio, "sdf": of_drake, "mjcf": of_mujoco, "collada": of_ros, "openrave": of_openrave}
"""The program that reads each format."""
SUFFIXES = {"urdf": ".urdf", "sdf": ".sdf", "mjcf": ".xml"}


def unclaimed(sources: Sequence[Path], format: str, to: str, folder: Path) -> list[Difference]:
    """Return what the program that reads the output has differently, and the report of the conversion does not say.

    Skips a source that its own program refuses, and one that robotfmt refuses to convert.

    Args:
        sources: The document, and after a URDF perhaps its SRDF.
    """
    before, after, report = judged(sources, format, to, folder)
    return [each for each in differences(before, after) if not is_claimed(each, report)]


def judged(sources: Sequence[Path], format: str, to: str, folder: Path) -> tuple[Behaviour, Behaviour, Report]:
    """Return what the two programs have, and the report of the conversion.

    An SDF with elements for plugins of Gazebo, which SDF does not define and Drake refuses, is written for Drake.
    """
    before = _source(sources, format)
    output = folder / f"output{SUFFIXES[to]}"
    report = _converted(sources, output, SETTINGS)
    try:
        after = READERS[to](output)
    except RuntimeError as error:
        if "not defined in SDF" not in str(error):
            raise
        report = _converted(sources, output, replace(SETTINGS, options={"sdf.target": "drake"}))
        after = READERS[to](output)
    return before, after, report


def _converted(sources: Sequence[Path], output: Path, settings: Settings) -> Report:
    report = Report()
    try:
        robotfmt.convert(list(sources), output, report=report, settings=settings, overwrite=True)
    except ModelError as error:
        pytest.skip(f"it is refused, with a reason: {error}")
    return report


def _source(sources: Sequence[Path], format: str) -> Behaviour:
    path, *more = sources
    try:
        found = READERS[format](path)
        return with_srdf(found, path, more[0]) if more else found
    except (ValueError, RuntimeError, MemoryError) as error:
        pytest.skip(f"the program of the format refuses it: {error}")


def is_claimed(difference: Difference, report: Iterable[Diagnostic]) -> bool:
    """Return True if a line of a report is about a difference."""
    return any(_is_about(each, difference) for each in report if each.fate is not None)


def _is_about(line: Diagnostic, difference: Difference) -> bool:
    text = f"{line.subject} {line.message}"
    subjects = [each for each in (difference.subject, difference.other) if each]
    named = [_is_named(each, text) for each in subjects]
    is_enough = bool(difference.of_one) and difference.of_one in text and any(named)
    is_named = subjects == ["base"] or all(named) or is_enough
    is_placed = bool(difference.place) and difference.place in text
    return (is_named or is_placed) and difference.part in text and any(word in text for word in difference.by)


def _is_named(subject: str, text: str) -> bool:
    """Return True if a text has a name, with or without its scopes."""
    parts = subject.split("::")
    names = ["::".join(parts[index:]) for index in range(len(parts))]
    return any(f"'{each}'" in text or f"/{each}/" in text for each in names)
