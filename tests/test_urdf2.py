"""The page on the wishes of URDF 2: its table is what formats declare, and its commands do what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import robotfmt
from robotfmt.cli import main
from robotfmt.facts import facts
from robotfmt.formats import Carries, Feature, find

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "urdf2.md").read_text(encoding="utf-8")
FEATURES = {
    "several robots": Feature.ROBOTS,
    "places of robots": Feature.PLACEMENT,
    "attachments: joints between robots": Feature.WORLD_JOINTS,
    "gravity": Feature.GRAVITY,
    "closed loops": Feature.LOOPS,
    "groups": Feature.GROUPS,
    "named states": Feature.STATES,
    "default positions": Feature.DEFAULT_POSITIONS,
    "sensors": Feature.SENSORS,
    "motors": Feature.ACTUATORS,
    "transmissions": Feature.TRANSMISSIONS,
    "controllers": Feature.CONTROLLERS,
}
WORDS = {Carries.FULL: "yes", Carries.PARTIAL: "part", Carries.NONE: "-"}
FACTS: dict[str, str | tuple[str, ...]] = {
    "closed loops": "loop/",
    "groups": "group/",
    "sensors": "sensor/",
    "named states": "state/",
    "motors": ("actuator/", "transmission/"),
    "several robots": "robot/",
    "attachments": "joint/",
    "modules": "link/",
}
"""What the output of a command must have, for each wish."""
COMMANDS = re.findall(r"^\| ([\w ]+) \| [^|]+ \| [^|]+ \| `robotfmt (convert [^`]+)` \|$", TEXT, re.MULTILINE)


def test_the_table_is_what_formats_declare() -> None:
    rows = [line.strip("| ").split(" | ") for line in TEXT.splitlines() if line.startswith("| ")]
    names = rows[0][1:]
    table = {row[0]: row[1:] for row in rows[1:] if row[0] in FEATURES and len(row) == len(rows[0])}
    assert table == {wish: [WORDS[find(name).holds(feature)] for name in names] for wish, feature in FEATURES.items()}


def test_every_feature_of_the_page_has_a_command() -> None:
    assert {wish for wish, _ in COMMANDS} == set(FACTS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which each command runs once, in a folder of its own."""
    return tmp_path_factory.mktemp("urdf2")


@pytest.mark.parametrize(("wish", "command"), COMMANDS, ids=lambda each: each.split(" out/")[-1][:40])
def test_the_documented_commands_give_urdf_2(wish: str, command: str, folder: Path) -> None:
    out = folder / str([each for _, each in COMMANDS].index(command))
    words = [each.replace("out/", f"{out}/") for each in shlex.split(command)]
    words = [str(ROOT / each) if each.startswith("fixtures/") else each for each in words]
    assert out.exists() or main([*words, "-q"]) == 0
    path = next(each for each in words if each.startswith(str(out)))
    whole = robotfmt.read_world(path) if wish == "several robots" else _read(path, words[1])
    assert any("/".join(fact.path).startswith(FACTS[wish]) for fact in facts(whole))


def _read(path: str, source: str) -> robotfmt.Robot | robotfmt.World:
    if path.endswith(".srdf"):
        return robotfmt.read(source, path)
    return robotfmt.read_world(path) if "cell.sdf" in path else robotfmt.read(path)
