"""What a program of the test extra refuses is an error for it, and what it loads is none."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import loading_programs
import pytest
from faulty_robots import SUFFIXES, meshes
from libsdformat import read_with_libsdformat
from loading_programs import MODULES

from robotfmt.diagnostics import Severity
from robotfmt.hub.checking import check
from robotfmt.settings import Settings
from robotfmt.targets import TARGETS

READ = {
    "mujoco": (".urdf", ".xml"),
    "pinocchio": (".urdf", ".xml"),
    "drake": (".urdf", ".xml", ".sdf"),
    "bullet": (".urdf",),
    "gazebo": (".urdf", ".sdf"),
}
_CASES = [
    pytest.param(program, suffix, name, id=f"{program}-{suffix[1:]}-{name}")
    for program, suffixes in READ.items()
    for suffix in suffixes
    for name in SUFFIXES[suffix]
]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faults")
    for name, data in meshes().items():
        (folder / name).write_bytes(data)
    for suffix, texts in SUFFIXES.items():
        for name, text in texts.items():
            (folder / f"{name}{suffix}").write_text(text, encoding="utf-8")
    return folder


@cache
def refused(program: str, suffix: str, folder: Path) -> set[str]:
    """The documents that a program refuses; one that ends it is refused, and the others follow in a new process."""
    pending, found = [str(folder / f"{name}{suffix}") for name in SUFFIXES[suffix]], set[str]()
    while pending:
        if program == "gazebo":
            return {Path(each).stem for each in pending if not read_with_libsdformat(Path(each))[0].get("ok")}
        script = loading_programs.__file__
        command = [sys.executable, script, program, *pending]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=folder)
        lines = [each.split(" ", 1) for each in done.stdout.splitlines() if each.startswith(("refused /", "loads /"))]
        found |= {Path(name).stem for verdict, name in lines if verdict == "refused"}
        pending = pending[len(lines) :]
        if pending:
            found.add(Path(pending.pop(0)).stem)
    return found


@pytest.mark.parametrize(("program", "suffix", "name"), _CASES)
def test_what_a_program_refuses_is_an_error_for_it(program: str, suffix: str, name: str, documents: Path) -> None:
    if program in MODULES and find_spec(MODULES[program]) is None:
        pytest.skip(f"{program} is not installed")
    (done,) = check(documents / f"{name}{suffix}", settings=Settings(target=program))
    errors = {each.code for each in done.report if each.severity is Severity.ERROR}
    is_refused = name in refused(program, suffix, documents)
    assert bool(errors) is is_refused, errors or f"{TARGETS[program].title} refuses it"


def test_a_sound_robot_has_no_error_for_any_program(documents: Path) -> None:
    for program in TARGETS:
        (done,) = check(documents / "sound.urdf", settings=Settings(target=program))
        codes = [each.code for each in done.report.errors]
        assert codes == (["target.refused"] if program == "vamp" else []), program
