"""Without a library each verb that needs it says so before any work (test_bare.py: every other verb works)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from real import FIXTURES

from robotfmt.formats.libraries import COLLISIONS, FITTING, MEASURING, PLANNING

ARM = str(FIXTURES / "arm6" / "arm6.urdf")
UR10E = [str(FIXTURES / "ur10e" / f"ur10e.{suffix}") for suffix in ("urdf", "xrdf")]
BLOCKED = """
import sys
for name in sys.argv[1].split(","):
    sys.modules[name] = None
from robotfmt.cli import main
code = main(sys.argv[2:])
assert not [name for name in sys.argv[1].split(",") if sys.modules[name] is not None]
sys.exit(code)
"""
NEEDING = {
    "xrdf": (PLANNING, ["xrdf", ARM, "--per-link", "1", "-o", "out.xrdf"]),
    "srdf": (COLLISIONS, ["srdf", ARM, "-o", "out.srdf"]),
    "convert": (FITTING, ["convert", ARM, "out.xrdf", "--fit-spheres", "--per-link", "1"]),
    "fit": (FITTING, ["spheres", "fit", ARM, "-o", "out.xrdf", "--per-link", "1"]),
    "measure": (MEASURING, ["spheres", "measure", *UR10E]),
    "collisions": (COLLISIONS, ["check", *UR10E, "--collisions"]),
}
ALL = sorted({name for each in (*PLANNING, *MEASURING, *COLLISIONS) for name in each.split(" or ")})


def run(blocked: str, arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BLOCKED, blocked, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("verb", "library"), [(verb, library) for verb, (needed, _) in NEEDING.items() for library in needed]
)
def test_a_verb_says_what_it_lacks_before_it_begins(verb: str, library: str, tmp_path: Path) -> None:
    done = run(library.replace(" or ", ","), NEEDING[verb][1], tmp_path)
    assert done.returncode == 2, done.stderr
    first, second = done.stderr.splitlines()
    assert first.startswith("error [usage.not-installed]: ")
    assert f" needs {library}, which is not installed" in first
    assert second.startswith("  help: Install what is missing: pip install 'robotfmt[planning]', or run it with uvx")
    assert list(tmp_path.iterdir()) == []


def test_the_page_is_shown_without_them() -> None:
    code = f"""
import sys
for name in {ALL}:
    sys.modules[name] = None
from robotfmt.settings import Settings
from robotfmt.viewer.requests import Refit
from robotfmt.viewer.page import make_page
from robotfmt.viewer.session import open_session
from robotfmt.errors import UsageError
session = open_session([{UR10E}], make_page, Settings())
assert "forearm_link" in session.page(None)
try:
    session.refit(Refit(0, "forearm_link", 2, None))
except UsageError as error:
    sys.exit(error.diagnostic.message)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.startswith("robotfmt.spheres.fit needs"), done.stderr


@pytest.mark.parametrize(
    "call",
    [
        "from robotfmt.spheres import fit",
        "from robotfmt.planning import describe",
        "import robotfmt; robotfmt.prepare(robotfmt.model.Robot())",
        "import robotfmt.spheres as s; s.measure",
    ],
)
def test_python_says_so_too(call: str, tmp_path: Path) -> None:
    code = f"""
import sys
sys.modules["scipy"] = None
from robotfmt.errors import UsageError
try:
    {call}
except UsageError as error:
    sys.exit(error.diagnostic.message)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "needs scipy, which is not installed" in done.stderr


def test_several_are_named_together(tmp_path: Path) -> None:
    done = run("coal,numba,scipy", NEEDING["xrdf"][1], tmp_path)
    assert "'robotfmt xrdf' needs numba and scipy, which are not installed" in done.stderr


@pytest.mark.parametrize("verb", ["xrdf", "srdf", "collisions"])
def test_without_coal_each_verb_does_its_work_and_reports_how(verb: str, tmp_path: Path) -> None:
    words = NEEDING[verb][1]
    done = run("coal", [*words, "--samples", "200"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert (done.stdout + done.stderr).count("[collisions.without-coal]") == 1
    written = tmp_path / words[-1]
    assert verb == "collisions" or written.stat().st_size > 500


def test_without_coal_the_report_for_machines_has_the_note(tmp_path: Path) -> None:
    assert run("coal", [*NEEDING["srdf"][1], "--samples", "50", "--report", "r.json"], tmp_path).returncode == 0
    (done,) = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["conversions"]
    (note,) = [each for each in done["diagnostics"] if each["code"] == "collisions.without-coal"]
    assert "coal, the collision library, is not installed; " in note["message"]
    assert "pip install 'robotfmt[planning]'" in note["help"]
