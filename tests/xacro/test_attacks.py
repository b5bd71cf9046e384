"""Documents that mean harm: each of these has worked against xacro itself."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from programs import needs

import robotfmt
from robotfmt import Report, Settings
from robotfmt.assets.resolver import Assets
from robotfmt.errors import InputError, RobotfmtError
from robotfmt.limits import Limits

pytestmark = [pytest.mark.slow, needs("xacro")]
HEAD = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
CLASSES = "().__class__.__base__.__subclasses__()"
SYSTEM = f"[c for c in {CLASSES} if c.__name__ == '_wrap_close'][0].__init__.__globals__['system']"
MODULES = f"[c for c in {CLASSES} if c.__name__ == 'catch_warnings'][0]()._module.sys.modules"
OS = f"{MODULES}['os']"


def document(folder: Path, text: str) -> Path:
    """A xacro file."""
    path = folder / "robot.xacro"
    path.write_text(f"{HEAD}\n{text}\n</robot>\n", encoding="utf-8")
    return path


def expression(text: str) -> str:
    """An expression that xacro's own check does not look into, because it is in a lambda."""
    return f'<link name="${{(lambda: {text})()}}"/>'


def expand(path: Path, **limits: int) -> RobotfmtError:
    """What expanding a document ends with."""
    with pytest.raises(InputError) as caught:
        robotfmt.expand(path, settings=Settings(limits=Limits(**limits)))
    assert caught.value.exit_code == 3
    return caught.value


ESCAPES = {
    "a shell": f"{SYSTEM}('touch OWNED')",
    "a shell by another way": f"{OS}.system('touch OWNED')",
    "a program": f"{OS}.execv('/bin/sh', ['sh', '-c', 'touch OWNED'])",
    "a program beside": f"{OS}.posix_spawn('/bin/sh', ['sh', '-c', 'touch OWNED'], dict())",
    "a copy": f"{OS}.fork()",
    "writing": f"{OS}.open('OWNED', 66)",
    "removing": f"{OS}.remove('victim')",
    "renaming": f"{OS}.rename('victim', 'OWNED')",
    "linking": f"{OS}.symlink('/etc/passwd', 'OWNED')",
    "ending others": f"{OS}.kill({OS}.getppid(), 15)",
    "reading": f"{OS}.open('/etc/passwd', 0)",
    "listing": f"{OS}.listdir('/etc')",
    "a module": f"{MODULES}['builtins'].__import__('socket')",
    "a library": f"{MODULES}['builtins'].__import__('ctypes')",
    "code of functions": "(lambda: 0).__code__",
}


@pytest.mark.parametrize("name", ESCAPES)
def test_ways_out_of_expressions_lead_nowhere(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "victim").write_text("mine", encoding="utf-8")
    error = expand(document(tmp_path, expression(ESCAPES[name])))
    assert error.code.slug == "xacro.refused"
    assert error.diagnostic.line == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["robot.xacro", "victim"]


@pytest.mark.parametrize(
    "text",
    [
        "<link name=\"${xacro.load_yaml('/etc/passwd')}\"/>",
        "<link name=\"${xacro.load_yaml('../../../../../../../../etc/passwd')}\"/>",
        '<xacro:include filename="/etc/passwd"/>',
        '<xacro:include filename="/etc/passwd" optional="true"/>',
        '<xacro:include filename="/etc/*.conf"/>',
        '<xacro:include filename="/proc/self/environ"/>',
        '<xacro:include filename="link.xacro"/>',
        '<xacro:include filename="../beside.xacro"/>',
    ],
)
def test_files_elsewhere_are_not_read(text: str, tmp_path: Path) -> None:
    (tmp_path / "beside.xacro").write_text("<robot/>", encoding="utf-8")
    here = tmp_path / "a" / "b"
    here.mkdir(parents=True)
    (here / "link.xacro").symlink_to("/etc/passwd")
    assert expand(document(here, text)).code.slug == "xacro.refused"


def test_files_elsewhere_are_read_where_that_is_allowed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    here = tmp_path / "here"
    elsewhere.mkdir()
    here.mkdir()
    (elsewhere / "leg.xacro").write_text(f'{HEAD}<link name="leg"/></robot>', encoding="utf-8")
    path = document(here, f'<xacro:include filename="{elsewhere}/leg.xacro"/>')
    assert expand(path).code.slug == "xacro.refused"
    allowed = Settings(assets=Assets(roots=[elsewhere]))
    assert b'<link name="leg"/>' in robotfmt.expand(path, settings=allowed)
    (here / "leg.xacro").symlink_to(elsewhere / "leg.xacro")  # as workspaces link what they install
    linked = document(here, '<xacro:include filename="leg.xacro"/>')
    assert b'<link name="leg"/>' in robotfmt.expand(linked)


EXPONENTIAL = "\n".join(
    f'<xacro:macro name="m{each}"><xacro:m{each + 1}/><xacro:m{each + 1}/></xacro:macro>' for each in range(40)
)
SLOW = {
    "power": '<link name="${9**9**8}"/>',
    "loop": '<link name="${max(0 for a in range(10**6) for b in range(10**6))}"/>',
    "macros": f'{EXPONENTIAL}<xacro:macro name="m40"><link name="a"/></xacro:macro><xacro:m0/>',
    "sleep": expression(f"{MODULES}['time'].sleep(1000)"),
}


@pytest.mark.parametrize("name", SLOW)
def test_endless_documents_are_stopped(name: str, tmp_path: Path) -> None:
    start = time.monotonic()
    error = expand(document(tmp_path, SLOW[name]), xacro_seconds=1)
    assert error.code.slug == "xacro.too-slow"
    assert time.monotonic() - start < 10


@pytest.mark.parametrize(
    "text", ["${'a' * 10**10}", "${len(list(range(10**9)))}", "${[list(range(10**6)) for a in range(10**3)]}"]
)
def test_memory_is_limited(text: str, tmp_path: Path) -> None:
    error = expand(document(tmp_path, f'<link name="{text}"/>'), xacro_memory=300_000_000)
    assert error.code.slug == "xacro.too-large"
    assert "xacro_memory" in error.diagnostic.message
    assert error.diagnostic.line == 2


def test_the_expansion_is_limited(tmp_path: Path) -> None:
    lines = ['<xacro:property name="s" value="${\'a\' * 10**5}"/>', *['<link name="${s}"/>'] * 100]
    path = document(tmp_path, "\n".join(lines))
    assert len(robotfmt.expand(path)) > 10_000_000
    error = expand(path, xacro_bytes=9_000_000)
    assert error.code.slug == "xacro.too-large"
    assert "xacro_bytes" in error.diagnostic.message


@pytest.mark.parametrize(
    "text",
    [
        '<xacro:include filename="robot.xacro"/>',
        '<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>',
        '<xacro:property name="a" value="${b}"/><xacro:property name="b" value="${a}"/><link name="${a}"/>',
    ],
)
def test_recursive_definitions_are_reported(text: str, tmp_path: Path) -> None:
    error = expand(document(tmp_path, text))
    assert (error.code.slug, error.diagnostic.line) == ("xacro.endless", 2)


def test_entities_do_not_grow(tmp_path: Path) -> None:
    entities = '<!ENTITY a0 "x">' + "".join(f'<!ENTITY a{each + 1} "{f"&a{each};" * 10}">' for each in range(10))
    path = tmp_path / "robot.xacro"
    path.write_text(f'<!DOCTYPE robot [{entities}]><robot name="&a10;"/>', encoding="utf-8")
    assert expand(path).code.slug == "xml.syntax"


def test_the_environment_stays_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN", "secret")
    report = Report()
    text = robotfmt.expand(document(tmp_path, expression(f"str(dict({OS}.environ))")), report=report)
    assert b"secret" not in text
    assert b"TOKEN" not in text


FORGERIES = (
    r"",
    r"x\x0a",
    r"[]\x0a",
    r"\x7b\x22kind\x22:1,\x22body\x22:0\x7d\x0a",
    r"\x7b\x22body\x22:-1\x7d\x0a",
)


@pytest.mark.parametrize("answer", FORGERIES)
def test_invalid_answers_of_the_child_are_reported(answer: str, tmp_path: Path) -> None:
    reported = f"[{OS}.write(1, '{answer}'.encode()), {OS}._exit(0)]"
    error = expand(document(tmp_path, expression(reported)))
    assert error.code.slug == "xacro.failed"
    assert error.diagnostic.message.startswith("the process that expands the document")
