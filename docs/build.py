"""Build the site of the documentation: the pages of this folder, and those that are made from the code.

    python docs/build.py

The pages are laid in ``build/docs``, and the site in ``build/site``. Whatever is wrong with a page ends it.
"""

from __future__ import annotations

import argparse
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import robotfmt
from robotfmt.cli import parser
from robotfmt.cli.helping import help_of
from robotfmt.formats.catalogue import all_codes

ROOT = Path(__file__).resolve().parent.parent
DOCS, LAID = ROOT / "docs", ROOT / "build" / "docs"
TAKEN = {
    "CHANGELOG.md": "reference/changes.md",
    "docs/changes/0.1.0.md": "reference/changes-0.1.0.md",
    "docs/changes/0.2.0.md": "reference/changes-0.2.0.md",
    "converters/robotfmt_xrdf/RULES.md": "reference/xrdf-rules.md",
    "converters/robotfmt_collada/GUIDE.md": "reference/collada-guide.md",
    **{
        path.relative_to(ROOT).as_posix(): f"reference/{path.parent.name.removeprefix('robotfmt_')}.md"
        for path in sorted((ROOT / "converters").glob("*/MAPPING.md"))
    },
}
"""Documents in the folders of the code, and the pages made of them."""
NAMES = (
    *("read", "read_world", "expand", "write", "convert", "update"),
    *("check", "validate", "diff", "compare_robots", "prepare", "replace", "show"),
    *("Robot", "World", "Settings", "Assets", "Limits", "Xacro"),
    *("Report", "Diagnostic", "Severity", "Fate", "RobotfmtError"),
    *("Conversion", "Check", "Difference", "Differences", "Comparison"),
)
"""The names of robotfmt itself, in the order of use."""
PACKAGES = (
    *("model", "kinematics", "edit", "inertia", "collision_shapes"),
    *("spheres", "selfcollision", "planning", "setup", "render", "errors"),
)
"""The public packages, in the order of use."""
PICTURES = ("fixtures/pictures/", "pictures/")
"""Where pictures are, and where the site has them."""
WRAP = "pre > code { white-space: pre-wrap; overflow-wrap: anywhere; }\n"
"""Messages of one line are longer than a page is wide."""
_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)")


def main() -> int:
    """Lay the pages and build the site; returns the exit code of the builder."""
    lay()
    command = [
        sys.executable,
        "-m",
        "zensical",
        "build",
        "--clean",
        "--strict",
        "-f",
        str(ROOT / "mkdocs.yml"),
    ]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def lay() -> None:
    """Lay every page and picture where the builder reads them."""
    shutil.rmtree(LAID, ignore_errors=True)
    shutil.copytree(ROOT / PICTURES[0], LAID / PICTURES[1])
    (LAID / "wrap.css").write_text(WRAP, encoding="utf-8")
    for page, (source, text) in pages().items():
        path = LAID / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(linked(text, page, source), encoding="utf-8")


def pages() -> dict[str, tuple[str, str]]:
    """Return every page with the document that it comes from, and its text."""
    written = {path.name: path.relative_to(ROOT).as_posix() for path in DOCS.glob("*.md")}
    written |= {page: source for source, page in TAKEN.items()}
    found = {page: (source, (ROOT / source).read_text(encoding="utf-8")) for page, source in written.items()}
    made: tuple[Callable[[], Iterator[str]], ...] = (commands, python, codes, schemas)
    found |= {f"reference/{each.__name__}.md": ("docs/made.md", "\n".join(each())) for each in made}
    found |= {f"reference/codes/{slug}.md": ("docs/made.md", code_page(slug)) for slug in all_codes()}
    found |= {f"reference/python-{name}.md": ("docs/made.md", "\n".join(package(name))) for name in PACKAGES}
    return found


def linked(text: str, page: str, source: str) -> str:
    """Return a page whose links to documents of the repository lead to their pages; what has no page is no link."""
    there = {f"docs/{path.name}": path.name for path in DOCS.glob("*.md")} | TAKEN
    there |= {f"docs/codes/{slug}.md": f"reference/codes/{slug}.md" for slug in all_codes()}
    there["docs/codes.md"] = "reference/codes.md"

    def led(found: re.Match[str]) -> str:
        mark, words, link, anchor = found.groups()
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
        target = path.replace(*PICTURES) if path.startswith(PICTURES[0]) else there.get(path)
        if target is None:
            return words
        return f"{mark}[{words}]({posixpath.relpath(target, posixpath.dirname(page) or '.')}{anchor or ''})"

    return _LINK.sub(led, text)


def commands() -> Iterator[str]:
    """The help of every verb."""
    os.environ["COLUMNS"] = "100"
    yield "# Command line\n"
    whole = parser()
    yield f"```text\n{help_of(whole, ())}```\n"
    for action in whole._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, verb in action.choices.items():
                yield f"## robotfmt {name}\n\n```text\n{help_of(verb, ())}```\n"


def python() -> Iterator[str]:
    """The names of the library, whose docstrings the builder shows."""
    yield "# robotfmt\n\nThe names of `robotfmt` itself, and the packages with more, in the order of use.\n"
    for name in PACKAGES:
        yield f"- [`robotfmt.{name}`](python-{name}.md): {summary(name)}"
    yield ""
    for name in NAMES:
        yield f"::: robotfmt.{name}\n"


def package(name: str) -> Iterator[str]:
    """The names of a public package."""
    yield f"# robotfmt.{name}\n\n{summary(name)}\n"
    found = getattr(robotfmt, name)
    for each in getattr(found, "__all__", None) or [key for key, it in vars(found).items() if is_own(found, it)]:
        if callable(getattr(found, each)):
            yield f"::: robotfmt.{name}.{each}\n"


def is_own(module: object, it: object) -> bool:
    """Return True for a class of a module that does not list its names."""
    return isinstance(it, type) and it.__module__ == getattr(module, "__name__", "")


def summary(name: str) -> str:
    """Return the first paragraph of the docstring of a package, in one line."""
    return " ".join((getattr(robotfmt, name).__doc__ or "").partition("\n\n")[0].split())


def codes() -> Iterator[str]:
    """The table of all codes, each with a page of its own."""
    yield "# Codes\n\nEvery code that a finding may have; `robotfmt explain CODE` shows the same page.\n"
    yield "| code | severity | meaning |\n|---|---|---|"
    for slug, code in sorted(all_codes().items()):
        yield f"| [`{slug}`](codes/{slug}.md) | {code.severity.value} | {code.title.replace('|', '&#124;')} |"


def code_page(slug: str) -> str:
    """Return the page of a code."""
    code = all_codes()[slug]
    advice = f"**Help:** {code.help}\n\n" if code.help else ""
    text = re.sub(r"`([a-z_]+\.[a-z-]+)`", _code_link, f"{advice}{code.explanation}")
    return f"# {slug}\n\n*{code.severity.value}.* {code.title}\n\n{text}\n\n[All codes](codes.md)\n"


def _code_link(found: re.Match[str]) -> str:
    """Return a code as a link to its page; other words in code quotes as they are."""
    return f"[{found.group()}](codes/{found.group(1)}.md)" if found.group(1) in all_codes() else found.group()


def schemas() -> Iterator[str]:
    """Yield the fields of every JSON document that robotfmt writes, from its schema."""
    yield "# JSON\n\nWhat `--json` and `--report FILE.json` write. The schemas are in `robotfmt/schemas`.\n"
    for path in sorted((ROOT / "robotfmt" / "schemas").glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        yield f"## {schema['title']}\n\n{schema.get('description', '')}\n\n| field | type | meaning |\n|---|---|---|"
        yield from _fields(schema, "")
        for name, part in schema.get("$defs", {}).items():
            yield from _fields(part, f"{name}: ")
        yield ""


def _fields(schema: dict[str, Any], prefix: str) -> Iterator[str]:
    for name, field in schema.get("properties", {}).items():
        kind = field.get("type") or field.get("$ref", "").rpartition("/")[2] or "choice"
        kind = " or ".join(kind) if isinstance(kind, list) else kind
        values = ", ".join(f"`{each}`" for each in field.get("enum", [field["const"]] if "const" in field else []))
        yield f"| `{prefix}{name}` | {kind} | {field.get('description', '')} {values} |"
        yield from _fields(field, f"{prefix}{name}.")
        yield from _fields(field.get("items", {}), f"{prefix}{name}[].")


if __name__ == "__main__":
    sys.exit(main())
