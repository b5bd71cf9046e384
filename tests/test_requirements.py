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
REFUSED = """
import json, os, sys
from contextlib import redirect_stderr
from io import StringIO
from robotfmt.cli import main
done = []
for folder, names, arguments in json.loads(sys.argv[1]):
    sys.modules.update(dict.fromkeys(names))
    os.chdir(folder)
    with redirect_stderr(StringIO()) as printed:
        code = main(arguments)
    done.append((code, printed.getvalue()))
    assert [sys.modules.pop(name) for name in names] == [None] * len(names)
    assert not {"coal", "highspy", "joblib", "numba", "scipy"} & set(sys.modules)
print(json.dumps(done))
"""
"""Verbs without one library each, in one process: none of them is ever loaded, as all refuse before any work."""
WORKED = """
import json, sys
sys.modules["coal"] = None
from robotfmt.cli import main
for arguments in json.loads(sys.argv[1]):
    print("code", main(arguments))
    assert sys.modules["coal"] is None
    print("END", flush=True)
    print("END", file=sys.stderr, flush=True)
"""
"""Verbs without coal, in one process, which loads what else they need once."""
NEEDING = {
    "xrdf": (PLANNING, ["xrdf", ARM, "-o", "out.xrdf"]),
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


LACKING = [(verb, library) for verb, (needed, _) in NEEDING.items() for library in needed]


def ran(program: str, asked: object, folder: Path) -> tuple[str, str]:
    """What a program prints that is given cases."""
    command = [sys.executable, "-c", program, json.dumps(asked)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], tuple[int, str, Path]]:
    """How each verb ends without each library, what it prints of that, and the folder that it was started in."""
    folders = {case: tmp_path_factory.mktemp("refused") for case in LACKING}
    asked = [(str(folder), library.split(" or "), NEEDING[verb][1]) for (verb, library), folder in folders.items()]
    done = json.loads(ran(REFUSED, asked, tmp_path_factory.mktemp("started"))[0].splitlines()[-1])
    return {case: (*each, folders[case]) for case, each in zip(LACKING, done, strict=True)}


@pytest.mark.parametrize(("verb", "library"), LACKING)
def test_a_verb_names_missing_libraries_before_it_begins(
    verb: str, library: str, refusals: dict[tuple[str, str], tuple[int, str, Path]]
) -> None:
    code, printed, folder = refusals[verb, library]
    assert code == 2, printed
    first, second = printed.splitlines()
    assert first.startswith("error [usage.not-installed]: ")
    assert f" needs {library}, which is not installed" in first
    assert second.startswith("  help: Install what is missing: pip install 'robotfmt[planning]', or run it with uvx")
    assert list(folder.iterdir()) == []


def test_the_page_is_shown_without_optional_libraries() -> None:
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
def test_the_api_names_missing_libraries(call: str, tmp_path: Path) -> None:
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


MORE = {"srdf": ["--report", "r.json"], "xrdf": ["--effort", "0.05"]}
"""What the verbs without coal are asked for too: what is tested does not depend on how well spheres fit."""


@pytest.fixture(scope="module")
def without_coal(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The folder in which verbs without coal did their work, and what each has printed."""
    folder = tmp_path_factory.mktemp("worked")
    verbs = ("xrdf", "srdf", "collisions")
    asked = [[*NEEDING[verb][1], "--samples", "200", "-v", *MORE.get(verb, [])] for verb in verbs]
    streams = (each.split("END\n") for each in ran(WORKED, asked, folder))
    return folder, {
        verb: "".join(each) for verb, each in zip((*verbs, "rest"), zip(*streams, strict=True), strict=True)
    }


@pytest.mark.parametrize("verb", ["xrdf", "srdf", "collisions"])
def test_without_coal_each_verb_does_its_work_and_reports_how(
    verb: str, without_coal: tuple[Path, dict[str, str]]
) -> None:
    folder, printed = without_coal
    assert "code 0\n" in printed[verb], printed[verb]
    assert printed[verb].count("[collisions.without-coal]") == 1
    assert verb == "collisions" or (folder / NEEDING[verb][1][-1]).stat().st_size > 500


def test_without_coal_the_json_report_has_the_note(without_coal: tuple[Path, dict[str, str]]) -> None:
    (done,) = json.loads((without_coal[0] / "r.json").read_text(encoding="utf-8"))["conversions"]
    (note,) = [each for each in done["diagnostics"] if each["code"] == "collisions.without-coal"]
    assert "coal, the collision library, is not installed; " in note["message"]
    assert "pip install 'robotfmt[coal]'" in note["help"]
