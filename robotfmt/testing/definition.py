"""The clauses about the record of a format: its functions exist, and are imported only on use."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from ..diagnostics import Severity
from ..errors import UsageError
from ..formats import Carries, Feature, Format
from ..formats.functions import Imported

_FUNCTIONS = (
    *("read", "read_world", "read_mesh", "check", "adapt", "adapt_world"),
    *("write", "write_world", "judge", "revise"),
)
_HEAVY = ("collada", "difflib", "lxml", "numpy", "ruamel", "scipy", "trimesh", "yaml")


def is_whole(format: Format) -> list[str]:
    """Check that functions, versions and suffixes of the record are valid, and that each code has its page."""
    problems = []
    for field in _FUNCTIONS:
        given = getattr(format, field)
        try:
            if isinstance(given, Imported):
                given.load()
        except UsageError as error:
            problems.append(str(error))
    if format.read is None and not format.writes:
        problems.append("it can neither be read nor written")
    if not format.versions or not all(each.startswith(".") and each == each.lower() for each in format.suffixes):
        problems.append("it has no version, or a suffix that is not lower case with a dot")
    if format.sniff(b"") or format.sniff(b"\0\xff" * 50):
        problems.append("its sniff accepts anything as a document")
    for feature, carries in format.carries.items():
        if not isinstance(feature, Feature) or not isinstance(carries, Carries):
            problems.append(f"carries: {feature!r}: {carries!r} is not a feature and how it is supported")
    return problems + _of_codes(format)


def costs_nothing(format: Format) -> list[str]:
    """Check that importing the package of the format loads neither a library nor the format's functions."""
    package, functions = package_of(format), _modules(format)
    if package is None:
        return []
    program = f"import sys, {package}; print(*({{*{(*_HEAVY, *functions)!r}}} & set(sys.modules)))"
    paths = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    loaded = (done.stdout if done.returncode == 0 else done.stderr).strip()
    return [f"importing {package} loads {loaded}"] if loaded else []


def package_of(format: Format) -> str | None:
    """Return the package of a format; None if its functions are not given by name."""
    return next((each.partition(".")[0] for each in _modules(format)), None)


def _modules(format: Format) -> list[str]:
    given = (getattr(format, field) for field in _FUNCTIONS)
    return sorted({each.module for each in given if isinstance(each, Imported)})


def _of_codes(format: Format) -> list[str]:
    pages = _pages(format) if format.codes else ""
    problems = []
    for code in format.codes:
        if not code.slug.startswith(f"{format.name}."):
            problems.append(f"the code {code.slug} does not begin with '{format.name}.'")
        if not code.title.endswith("."):
            problems.append(f"the title of {code.slug} is not a sentence with a full stop")
        if f"\n## {code.slug}\n" not in pages and f"\n## `{code.slug}`\n" not in pages:
            problems.append(f"no Markdown file next to the package's modules explains {code.slug} ('## {code.slug}')")
        if code.fate is None and code.severity is not Severity.NOTE and not code.help:
            problems.append(f"{code.slug} has no help: what should the reader of the message do?")
    known = {code.slug for code in format.codes}
    headings = re.findall(rf"^## `?({re.escape(format.name)}\.[\w.-]+)`?$", pages, re.MULTILINE)
    problems += [f"a page explains {each}, which is not a code of the format" for each in headings if each not in known]
    return problems


def _pages(format: Format) -> str:
    package = package_of(format)
    where = Path(import_module(package).__file__ or "").parent if package is not None else None
    texts = (each.read_text(encoding="utf-8") for each in sorted(where.glob("*.md"))) if where else ()
    return "\n" + "\n".join(texts)
