"""The catalogue of codes: each is explained, helps, is raised by a document, and not by one that is right."""

from __future__ import annotations

import re
import shlex
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from real import BROKEN

import robotfmt
from robotfmt import formats
from robotfmt.cli import main
from robotfmt.diagnostics import Report
from robotfmt.errors import UsageError
from robotfmt.formats.catalogue import all_codes
from robotfmt.formats.imports import Plugin
from robotfmt.model import Frame, Joint, JointType, Link, Pose, Robot
from robotfmt.model.record import replace

ELSEWHERE = {
    "usd.frame": "needs a robot made with the library; tests/formats/usd/test_writer.py",
    "usd.not-written": "needs a process that fails; tests/formats/usd/test_writer.py",
    "usd.not-installed": "needs an environment without usd-core; tests/formats/usd/test_reader.py",
    "choreonoid.frame": "no reader makes joints on frames; tests/formats/choreonoid/test_adapt.py",
    "choreonoid.joint-order": "needs a robot made with the library; tests/formats/choreonoid/test_adapt.py",
    "collada.effort": "needs a robot made with the library; tests/formats/collada/test_words.py",
    "collada.frame": "no reader makes frames; below",
    "collada.open-loop": "needs a robot made with the library; tests/formats/collada/test_open_ends.py",
    "collada.renamed": "needs a robot made with the library; tests/formats/collada/test_words.py",
    "collada.scene-name": "needs a world made with the library; tests/worlds/test_collada.py",
    "collisions.without-coal": "needs an environment without coal; tests/selfcollision/test_check.py",
    "robot.rest-unchecked": "needs an environment without coal; tests/test_rest.py",
    "document.alone": "needs a call without the hub; tests/worlds/test_json.py",
    "world.formula-lost": "needs a robot made with the library; tests/worlds/test_json.py",
    "mjcf.loop": "needs a loop of a COLLADA document; tests/formats/mjcf/test_writer.py",
    "mjcf.joint-type": "needs a robot made with the library; tests/formats/mjcf/test_writer.py",
    "mjcf.frame": "needs a robot made with the library; tests/formats/mjcf/test_writer.py",
    "mjcf.not-coupled": "needs a robot made with the library; tests/formats/mjcf/test_writer.py",
    "mjcf.open-loop": "needs a robot made with the library; tests/formats/mjcf/test_writer.py",
    "mjcf.several-roots": "needs a robot made with the library; tests/formats/mjcf/test_writer.py",
    "mjcf.unwritable-range": "needs a robot made with the library; tests/formats/mjcf/test_writer.py",
    "openrave.assumed-direction": "needs a robot made with the library; tests/formats/openrave/test_writer.py",
    "openrave.assumed-limits": "needs a robot made with the library; tests/formats/openrave/test_writer.py",
    "openrave.frame-end": "needs a robot made with the library; tests/formats/openrave/test_writer.py",
    "openrave.open-loop": "needs a robot made with the library; tests/formats/openrave/test_writer.py",
    "openrave.scene-name": "needs a world made with the library; tests/formats/openrave/test_writer.py",
    "convert.assumed-axis": "needs a robot made with the library; tests/formats/sdf/test_adapt.py",
    "sdf.frame-end": "no reader makes joints on frames; below",
    "sdf.open-loop": "needs a robot made with the library; tests/formats/sdf/test_adapt.py",
    "planning.joint-renamed": "tests/setup/test_roboplan.py",
    "planning.velocity-assumed": "tests/setup/test_pyroki.py",
    "planning.more-spheres": "needs a robot made with the library; tests/planning/test_stuck.py",
    "planning.pair-too-near": "needs a robot made with the library; tests/planning/test_stuck.py",
    "planning.pair-unmoved": "needs a robot made with the library; tests/planning/test_prepare.py",
    "spheres.flat-base": "needs a robot made with the library; tests/spheres/test_usual_number.py",
    "spheres.divided": "tests/spheres/test_fit_robot.py",
    "spheres.out-of-memory": "tests/spheres/test_fit_robot.py",
    "usage.not-installed": "tests/test_requirements.py",
    "file.format-not-read": "needs a format that can only be written; below",
    "file.format-not-written": "needs a format that can only be read; below",
    "format.no-function": "needs a package with a fault; tests/test_functions_of_formats.py",
    "format.two-of-one-name": "needs two packages that bring one format; below",
    "internal.false-claim": "tests/test_sabotage.py",
    "internal.fault": "tests/test_sabotage.py",
    "internal.unexplained-difference": "tests/test_sabotage.py",
    "urdf.frame": "no reader makes frames; below",
    "xacro.not-installed": "tests/xacro/test_expand.py",
    "xrdf.said-twice": "needs a robot made with the library; tests/formats/xrdf/test_adapt.py",
    "xrdf.several-values": "needs a robot made with the library; tests/formats/xrdf/test_adapt.py",
}
"""Codes that no document raises, and where they are tested."""
LEAST_WORDS = 25
NEEDS = {"collisions": "coal", "planning": "coal", "usd": "pxr", "xacro": "xacro"}
"""Folders of documents, and what must be installed for the commands that are shown there."""


def cases() -> Iterator[tuple[str, str, str, Path]]:
    """Each code, a command that raises it, one that does not, and the folder they run in."""
    for table in sorted(BROKEN.glob("*/cases.md")):
        for line in table.read_text(encoding="utf-8").splitlines():
            row = re.fullmatch(r"\| `([a-z0-9._-]+)` \| `(.+?)` \| `(.+?)` \|", line)
            if row is not None:
                yield row.group(1), row.group(2), row.group(3), table.parent


CASES = list(cases())
FITTING = ("planning", "spheres")
"""Folders whose commands fit spheres, which takes seconds."""


def run(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code of a command, and all it says."""
    program, *arguments = shlex.split(command)
    assert program == "robotfmt"
    code = main(arguments)
    printed = capsys.readouterr()
    return code, printed.out + printed.err


@pytest.fixture(scope="session")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copies of all folders; a copy for each test would be 35,000 files."""
    return shutil.copytree(BROKEN, tmp_path_factory.mktemp("broken") / "copies")


@pytest.fixture
def here(folder: Path, copies: Path) -> Iterator[Path]:
    """The copy of a folder, which is as before after the test."""
    copy = copies / folder.name
    before = contents(copy)
    yield copy
    after = contents(copy)
    for path in sorted(after.keys() - before.keys(), reverse=True):
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()
    for path in before:
        if after.get(path) != before[path]:
            shutil.copy2(folder / path.relative_to(copy), path)


def contents(folder: Path) -> dict[Path, tuple[float, int] | None]:
    """What is in a folder, with the time and the size of each file."""
    found = ((path, path.stat()) for path in folder.rglob("*"))
    return {path: (it.st_mtime, it.st_size) if stat.S_ISREG(it.st_mode) else None for path, it in found}


@pytest.mark.parametrize(
    ("code", "raises", "silent", "folder"),
    [pytest.param(*each, id=each[0], marks=[pytest.mark.slow] if each[3].name in FITTING else []) for each in CASES],
)
def test_a_code_is_raised_where_it_should_be_and_only_there(
    code: str,
    raises: str,
    silent: str,
    folder: Path,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    assert code in all_codes()
    if folder.name in FITTING:
        request.getfixturevalue("shared_fits")
    if folder.name in NEEDS:
        pytest.importorskip(NEEDS[folder.name])
    monkeypatch.chdir(here)
    assert f"[{code}]" in run(raises, here, capsys)[1]
    exit_code, printed = run(silent, here, capsys)
    assert f"[{code}]" not in printed
    assert exit_code == 0


def test_every_code_has_a_case() -> None:
    assert {each[0] for each in CASES} ^ set(ELSEWHERE) == set(all_codes())
    assert len(CASES) == len({each[0] for each in CASES})


@pytest.mark.parametrize("slug", all_codes())
def test_a_code_is_explained_and_helps(slug: str) -> None:
    assert len(all_codes()[slug].explanation.split()) >= LEAST_WORDS
    assert all_codes()[slug].help


@pytest.mark.parametrize(
    ("suffix", "code"), [(".urdf", "urdf.frame"), (".dae", "collada.frame"), (".sdf", "sdf.frame-end")]
)
def test_a_joint_on_a_frame(suffix: str, code: str, tmp_path: Path) -> None:
    frame = Frame(name="mount", parent="base", pose=Pose((0.0, 0.0, 0.1)))
    joint = Joint(name="joint", type=JointType.FIXED, parent="mount", child="arm")
    robot = Robot(name="r", links=(Link(name="base"), Link(name="arm")), joints=(joint,), frames=(frame,))
    report = Report()
    robotfmt.write(robot, tmp_path / f"robot{suffix}", report=report)
    assert {each.subject for each in report.having(code)} == {"joint/joint/parent", "joint/joint/position"}


def test_a_format_that_cannot_do_what_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one_way = {
        "reader": replace(formats.find("urdf"), name="reader", suffixes=(".r",), write=None),
        "writer": replace(formats.find("urdf"), name="writer", suffixes=(".w",), read=None),
    }
    monkeypatch.setattr(formats, "all_formats", lambda: tuple(one_way.values()))
    sound = BROKEN / "robot" / "sound.urdf"
    with pytest.raises(UsageError) as caught:
        robotfmt.convert(sound, tmp_path / "robot.r")
    assert caught.value.code.slug == "file.format-not-written"
    other = tmp_path / "sound.w"
    other.write_bytes(sound.read_bytes())
    with pytest.raises(UsageError) as caught:
        robotfmt.read(other)
    assert caught.value.code.slug == "file.format-not-read"


def test_two_packages_that_bring_one_format(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [Plugin("urdf", f"{name}:FORMAT") for name in ("one", "two")]
    monkeypatch.setattr(formats, "installed", lambda group: entries)
    with pytest.raises(UsageError) as caught:
        formats._installed.__wrapped__()
    assert caught.value.code.slug == "format.two-of-one-name"
    assert "'one:FORMAT' and 'two:FORMAT'" in str(caught.value)
