"""``robotfmt.toml`` and ``[tool.robotfmt]``: which file counts, and what it changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from real import BROKEN, FIXTURES

from robotfmt.cli import configuration, main

ROBOT = '<robot name="r"><material name="spare"><color rgba="1 0 0 1"/></material><link name="a"/></robot>'
"""A robot with one note: robot.unused-material."""
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _forget() -> None:
    configuration.nearest_known.clear()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("arm.urdf", "old/arm.urdf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(ROBOT, encoding="utf-8")
    return tmp_path


def found(capsys: Capture, *arguments: str) -> dict[str, list[str]]:
    """The codes that a check reports, by document."""
    main(["check", *arguments, "--json", "-q"])
    robots = json.loads(capsys.readouterr().out)["robots"]
    return {each["documents"][-1]: [it["code"] for it in each["findings"]] for each in robots}


def test_without_a_configuration_all_is_reported(here: Path, capsys: Capture) -> None:
    assert found(capsys, ".") == {
        "arm.urdf": ["robot.unused-material"],
        "old/arm.urdf": ["robot.unused-material"],
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("robotfmt.toml", 'ignore = ["robot.unused-material"]'),
        ("robotfmt.toml", 'ignore = ["robot"]'),
        ("robotfmt.toml", 'select = ["urdf"]'),
        ("robotfmt.toml", '[per-file-ignores]\n"*.urdf" = ["robot"]'),
        ("pyproject.toml", '[tool.robotfmt]\nignore = ["robot.unused-material"]'),
        ("robotfmt.toml", '[tool.robotfmt]\nignore = ["robot.unused-material"]'),
        ("pyproject.toml", '[tool.robotfmt.per-file-ignores]\n"**/*.urdf" = ["robot.unused-material"]'),
    ],
)
def test_ignored_codes_are_not_reported(name: str, text: str, here: Path, capsys: Capture) -> None:
    (here / name).write_text(text)
    assert found(capsys, ".") == {"arm.urdf": [], "old/arm.urdf": []}
    assert found(capsys, "arm.urdf", "--isolated") == {"arm.urdf": ["robot.unused-material"]}


def test_files_have_rules_of_their_own(here: Path, capsys: Capture) -> None:
    (here / "robotfmt.toml").write_text('[per-file-ignores]\n"old/" = ["robot"]\n')
    assert found(capsys, ".") == {"arm.urdf": ["robot.unused-material"], "old/arm.urdf": []}


def test_the_nearest_file_counts_alone(here: Path, capsys: Capture) -> None:
    (here / "pyproject.toml").write_text('[tool.robotfmt]\nignore = ["robot"]\n')
    (here / "old" / "pyproject.toml").write_text('[project]\nname = "not-robotfmt"\n')
    assert found(capsys, ".") == {"arm.urdf": [], "old/arm.urdf": []}
    configuration.nearest_known.clear()
    (here / "old" / "robotfmt.toml").write_text("")
    assert found(capsys, ".") == {"arm.urdf": [], "old/arm.urdf": ["robot.unused-material"]}


def test_robotfmt_toml_wins_over_pyproject_toml(here: Path, capsys: Capture) -> None:
    (here / "pyproject.toml").write_text('[tool.robotfmt]\nignore = ["robot"]\n')
    (here / "robotfmt.toml").write_text("ignore = []\n")
    assert found(capsys, "arm.urdf") == {"arm.urdf": ["robot.unused-material"]}


def test_one_file_for_all(here: Path, capsys: Capture) -> None:
    (here / "old" / "strict.toml").write_text('ignore = ["robot"]\n[per-file-ignores]\n"*" = ["urdf"]\n')
    assert found(capsys, "arm.urdf", "--config", "old/strict.toml") == {"arm.urdf": []}
    assert main(["check", "arm.urdf", "--config", "none.toml"]) == 3
    assert "none.toml: error [file.missing]" in capsys.readouterr().err


def test_options_count_before_the_configuration(here: Path, capsys: Capture) -> None:
    (here / "robotfmt.toml").write_text('select = ["urdf"]\n')
    assert found(capsys, "arm.urdf", "--only", "robot") == {"arm.urdf": ["robot.unused-material"]}
    assert found(capsys, "arm.urdf", "--only", "robot", "--ignore", "robot.unused-material") == {"arm.urdf": []}


def test_excluded_files_are_checked_only_where_they_are_named(here: Path, capsys: Capture) -> None:
    (here / "robotfmt.toml").write_text('exclude = ["old/"]\n')
    assert list(found(capsys, ".")) == ["arm.urdf"]
    assert list(found(capsys, "old/arm.urdf")) == ["old/arm.urdf"]


def test_packages_serve_every_verb(here: Path, capsys: Capture) -> None:
    (here / "robotfmt.toml").write_text('packages = { parts = "meshes" }\n')
    (here / "meshes").mkdir()
    (here / "meshes" / "part.stl").write_bytes((FIXTURES / "arm6" / "meshes" / "base.stl").read_bytes())
    mesh = '<visual><geometry><mesh filename="package://parts/part.stl"/></geometry></visual>'
    (here / "old" / "arm.urdf").write_text(f'<robot name="r"><link name="a">{mesh}</link></robot>')
    assert main(["resolve", "old/arm.urdf"]) == 0
    assert main(["convert", "old/arm.urdf", "out.dae", "-q"]) == 0
    assert main(["resolve", "old/arm.urdf", "--isolated"]) == 1
    assert main(["resolve", "old/arm.urdf", "--package", "parts=old"]) == 1, "an option counts more"


def test_several_targets_are_checked_at_once(here: Path, capsys: Capture) -> None:
    ur10e = [str(FIXTURES / "ur10e" / f"ur10e.{suffix}") for suffix in ("urdf", "xrdf")]

    def codes(*arguments: str) -> list[str]:
        main(["check", *ur10e, "--json", "-q", *arguments])
        (robot,) = json.loads(capsys.readouterr().out)["robots"]
        return sorted(f"{it['code']} {it.get('line')} {it['message']}" for it in robot["findings"])

    each = [codes("--target", name) for name in ("curobo", "isaacsim")]
    assert each[0] != each[1]
    assert codes("--target", "curobo,isaacsim") == sorted({*each[0], *each[1]})
    (here / "robotfmt.toml").write_text('targets = ["curobo", "isaacsim"]\n')
    assert codes("--config", "robotfmt.toml") == sorted({*each[0], *each[1]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'ignroe = ["robot"]',
            "robotfmt.toml:1: error [configuration.unknown-key]: the configuration has no key 'ignroe'",
        ),
        ('ignroe = ["robot"]', "; did you mean 'ignore'?"),
        (
            "\n\nfail-on = 3",
            "robotfmt.toml:3: error [configuration.bad-value]: 'fail-on' must be one of error, ",
        ),
        ('select = "robot"', "'select' must be a list of strings, not 'robot'"),
        ("per-file-ignores = 3", "'per-file-ignores' must be a table of lists of codes, not 3"),
        ("baseline = []", "'baseline' must be a string, not []"),
        ('packages = { all = "/" }', "'all' is outside of the project, and has no package.xml: '/'"),
        (
            'exclude = ["*a*a*a*a*"]',
            "'exclude' must be patterns as in .gitignore, with up to 4 stars each",
        ),
        (
            "[per-file-ignores]\n'\\' = []",
            "'per-file-ignores' must be patterns as in .gitignore",
        ),
        ("packages = 3", "'packages' must be a table of folders, not 3"),
        (
            '[packages]\nparts = "none"',
            "robotfmt.toml:2: error [configuration.bad-value]: the folder of package 'parts'",
        ),
        (
            'select = ["robot.cylce"]',
            "robotfmt.toml:1: error [code.unknown]: the code 'robot.cylce' does not exist; did you mean",
        ),
        (
            'targets = ["curbo"]',
            "robotfmt.toml:1: error [format.bad-option]: no program is called 'curbo'; did you mean 'curobo'",
        ),
        ("[a]\nb = c", "robotfmt.toml:2: error [configuration.syntax]: not well-formed TOML: Invalid value"),
        ("a = '\udcff'", "[configuration.syntax]"),
    ],
)
def test_mistakes_in_a_configuration_are_reported_with_their_place(
    text: str, message: str, here: Path, capsys: Capture
) -> None:
    (here / "robotfmt.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert main(["check", "arm.urdf"]) == 2
    assert message in capsys.readouterr().err


def test_a_key_is_found_in_its_own_table(here: Path, capsys: Capture) -> None:
    text = '[tool.ruff.lint]\nselct = ["E"]\n\n[tool.robotfmt]\nignore = []\nselct = ["robot"]\n'
    (here / "pyproject.toml").write_text(text)
    assert main(["check", "arm.urdf"]) == 2
    assert capsys.readouterr().err.startswith("pyproject.toml:6: error [configuration.unknown-key]")


@pytest.mark.parametrize(
    ("document", "fail_on", "code"),
    [
        ("robot/robot.cycle.urdf", "error", 1),
        ("robot/robot.cycle.urdf", "never", 0),
        ("robot/robot.inertia-triangle.urdf", "error", 0),
        ("robot/robot.inertia-triangle.urdf", "warning", 1),
        ("robot/robot.root-inertia.urdf", "warning", 0),
        ("robot/robot.root-inertia.urdf", "note", 1),
        ("robot/sound.urdf", "note", 0),
        ("documents/file.empty.urdf", "never", 3),
    ],
)
def test_when_a_check_fails(document: str, fail_on: str, code: int, here: Path) -> None:
    path = str(BROKEN / document)
    assert main(["check", path, "--fail-on", fail_on, "-q"]) == code
    (here / "robotfmt.toml").write_text(f'fail-on = "{fail_on}"\n')
    assert main(["check", path, "--config", "robotfmt.toml", "-q"]) == code


def test_content_that_is_passed_through_does_not_fail_a_check(here: Path) -> None:
    (here / "arm.urdf").write_text('<robot name="r"><link name="a"/><cover/></robot>')
    assert main(["check", "arm.urdf", "--fail-on", "note"]) == 0


def test_an_unreadable_document_cannot_be_ignored(here: Path, capsys: Capture) -> None:
    (here / "robotfmt.toml").write_text('ignore = ["xml", "file"]\n')
    (here / "arm.urdf").write_text("<robot")
    assert main(["check", "arm.urdf"]) == 3
    assert "xml.syntax" in capsys.readouterr().out


def test_both_files_at_once_are_refused_with_the_cure(here: Path, capsys: Capture) -> None:
    (here / "robotfmt.toml").write_text('ignore = []\n[tool.robotfmt]\nselect = ["robot"]\n')
    assert main(["check", "arm.urdf"]) == 2
    message, help = capsys.readouterr().err.splitlines()
    assert "no key 'tool'" in message
    assert help.startswith("  help: Remove the line [tool.robotfmt]")
    (here / "robotfmt.toml").write_text("[tool.ruff]\n")
    configuration.nearest_known.clear()
    assert main(["check", "arm.urdf"]) == 2, "a table of another program does not hide a mistake"


@pytest.mark.parametrize("name", ["robotfmt.toml", "pyproject.toml"])
def test_the_examples_in_the_docs_can_be_used(name: str, here: Path, capsys: Capture) -> None:
    page = (FIXTURES.parent / "docs" / "check.md").read_text(encoding="utf-8")
    examples = {each.partition("\n")[0]: each.partition("```")[0] for each in page.split("```toml\n")[1:]}
    (here / name).write_text(examples[f"# {name}"])
    (here / "src" / "arm_description").mkdir(parents=True)
    assert found(capsys, ".") == {"arm.urdf": ["robot.unused-material"]}
