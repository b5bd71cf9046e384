"""Faulty and malicious documents: reading them must end in errors of robotfmt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from ..diagnostics import Report
from ..errors import InternalError, RobotfmtError
from ..formats import Format
from .alterations import ODD
from .anatomy import Anatomy
from .bench import Bench, Sample, Trial

_LEAST, _MOST, _BYTES = 8, 30, 150_000
"""The total number of bytes of the damaged documents to test."""
# Deeper than the recursion limit of Python and wider than any list of a robot: a reader must neither crash nor hang.
_DEEP, _WIDE = 20_000, 100_000
_NO_DOCUMENTS = (
    b"",
    b" ",
    b"\n",
    b"\0",
    b"\xff",
    b"\xff\xfe",
    b"\xfe\xff\0<",
    b"\xef\xbb\xbf",
    b"{",
    b"[",
    b"PK\x03\x04",
)
_XML = (
    b"<",
    b"<a",
    b"<a>",
    b"<a/>",
    b"<!--",
    b"<?xml?>",
    b"<?xml version='1.0' encoding='x'?><a/>",
    b"<a>" * _DEEP,
)
_ENTITIES = (
    b'<!DOCTYPE a [<!ENTITY b "c">]><a d="&b;"/>',
    b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
)
_YAML = (
    b"a: &a [*a]",
    b"{a: 1, a: 2}",
    b"[" * _DEEP,
    b"a: " * _DEEP,
    b"- " * _DEEP,
    b"!!python/object:os.system x",
    b"? [a]\n: b",
)


def damage_is_refused(trial: Trial) -> list[str]:
    """Check that odd, missing or duplicate parts, truncation and wrong bytes cause no fault of the format."""
    chance = Random(str(trial.sample))
    problems = []
    for what, data in (*_wrong(trial, chance), *_broken(trial.sample.data, chance)):
        fault = _fault(trial, data)
        if fault is not None:
            problems.append(f"{what}: {fault}")
    return problems


def harm_is_refused(format: Format, samples: list[Sample]) -> list[str]:
    """Check that bytes that are not a document, and malicious ones, cause errors of robotfmt."""
    bench = Bench(format)
    problems = []
    for data in (*_NO_DOCUMENTS, *_XML, *_ENTITIES, *_YAML, b"x" * _WIDE, b"1," * _WIDE, *_deep(samples)):
        fault = _fault_of(partial(bench.read, data, bench.output))
        if fault is not None:
            problems.append(f"{data[:40]!r} ... ({len(data)} bytes): {fault}")
    return problems


def _wrong(trial: Trial, chance: Random) -> Iterator[tuple[str, bytes]]:
    """Yield documents with faults, most of them well-formed."""
    parts = trial.parts
    if parts is None or not parts.leaves or not parts.parts:
        return
    for _ in range(_count(trial.sample.data)):
        yield _one_wrong(parts, chance)


def _count(data: bytes) -> int:
    return max(_LEAST, min(_MOST, _BYTES // len(data))) if data else 0


def _one_wrong(parts: Anatomy, chance: Random) -> tuple[str, bytes]:
    leaf, part = chance.randrange(len(parts.leaves)), chance.randrange(len(parts.parts))
    match chance.randrange(5):
        case 0:
            return f"{parts.parts[part]} is missing", parts.without(part)
        case 1:
            return f"{parts.parts[part]} is there twice", parts.doubled(part)
        case _:
            value = chance.choice((*ODD, chance.choice(parts.leaves)[1]))
            return f"{parts.leaves[leaf][0]} is '{value[:40]}'", parts.altered(leaf, value)


def _broken(data: bytes, chance: Random) -> Iterator[tuple[str, bytes]]:
    """Yield truncated documents, and documents with wrong bytes."""
    for _ in range(_count(data) // 2):
        length, place, byte = chance.randrange(len(data)), chance.randrange(len(data)), chance.randrange(256)
        yield f"it is cut off after {length} bytes", data[:length]
        yield f"byte {place} is {byte}", data[:place] + bytes([byte]) + data[place + 1 :]


def _deep(samples: list[Sample]) -> Iterator[bytes]:
    """Yield the first sample with very deep content."""
    for data in (each.data for each in samples[:1]):
        end = data.rfind(b"</")
        if end >= 0:
            yield data[:end] + b"<a>" * _DEEP + b"</a>" * _DEEP + data[end:]
        yield data + b"\nzz: " + b"[" * _DEEP + b"]" * _DEEP


def _fault(trial: Trial, data: bytes) -> str | None:
    """Read a damaged document, and write what was read.

    Returns what went wrong, None if it is read and written alike or refused with an error of robotfmt.
    """
    problems: list[str] = []

    def convert() -> None:
        report = Report()
        robot = trial.read(data, report)
        if trial.format.write is not None and not trial.bench.is_broken(robot, report):
            problems.extend(trial.bench.unproved(robot, trial.bench.written(robot), trial.sample.beside))

    return _fault_of(convert) or "; ".join(problems[:3]) or None


def _fault_of(call: Callable[[], object]) -> str | None:
    """Return the exception of a format's code, unless it is an error of robotfmt; a failed proof is a fault too."""
    try:
        call()
    except InternalError as error:
        return str(error)
    except RobotfmtError:
        return None
    except Exception as error:  # the code of a format may raise anything
        return f"{type(error).__name__}: {error}"
    return None
