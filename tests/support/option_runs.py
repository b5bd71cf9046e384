"""Commands with and without an option, run in this process on a robot that spheres are not really fitted to."""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import sys
import zlib
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from option_probes import ARM, CODES, HEAVY, MANY, SRDF, XRDF, Probe, lay
from real import WORLDS

from robotfmt import cli, formats, planning
from robotfmt.collision_shapes.measure import measured
from robotfmt.diagnostics import Report
from robotfmt.model import CollisionSphere, CollisionUse, FrameSpheres, Robot, SphereSet
from robotfmt.model.json import to_json
from robotfmt.model.record import replace
from robotfmt.selfcollision import Classes, PairClass, classify
from robotfmt.spheres import LinkMeasure
from robotfmt.spheres.fitting.made import Made
from robotfmt.spheres.surface import Choice

SECONDS = re.compile(r"\d+(\.\d+)? s\b|\"(seconds|control|pose|pairs|spheres|overlaps)\": [\d.]+")
CODE = re.compile(r"\[([a-z_]+\.[a-z-]+)\]")
CONVERTING = ("convert", "xrdf", "srdf", "edit", "spheres fit")
PLANNING = ("xrdf", "srdf", "setup")


class Done(NamedTuple):
    """What became of a command."""

    code: int
    out: str
    err: str
    files: dict[str, bytes]


class Place:
    """A folder with the robot, which every command leaves as it was."""

    def __init__(self, folder: Path) -> None:
        lay(folder)
        shutil.copytree(WORLDS, folder / "worlds")
        self.folder, self._laid = folder, {each: _content(each) for each in folder.rglob("*")}

    def run(self, arguments: Sequence[str], *, twice: bool = False) -> Done:
        """Run a command; if asked, a second time with what the first one wrote."""
        if twice:
            self._run([each for each in arguments if each != "--overwrite"])
        code, out, err = self._run(arguments)
        files = {str(each.relative_to(self.folder)): data for each, data in self._written()}
        for each in sorted(self.folder.rglob("*"), reverse=True):
            if each not in self._laid:
                each.rmdir() if each.is_dir() else each.unlink()
        for each, data in self._laid.items():
            if data is not None and each.read_bytes() != data:
                each.write_bytes(data)
        return Done(code, SECONDS.sub("", out), SECONDS.sub("", err), files)

    def _written(self) -> Iterator[tuple[Path, bytes]]:
        for each in sorted(self.folder.rglob("*")):
            data = _content(each)
            if data is not None and data != self._laid.get(each):
                yield each, data

    def _run(self, arguments: Sequence[str]) -> tuple[int, str, str]:
        out, err = StringIO(), StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = cli.main(list(arguments))
            except SystemExit as stop:  # argparse
                code = int(stop.code or 0)
        return code, out.getvalue(), err.getvalue()


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


# Command lines


def verbs(parser: argparse.ArgumentParser | None = None, name: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield every verb, and the names of its options."""
    parser = parser or cli.parser()
    nested = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    for each in nested:
        for verb, inner in each.choices.items():
            yield from verbs(inner, f"{name} {verb}".strip())
    if not nested:
        yield name, [_long(each) for each in parser._actions if each.option_strings and each.dest != "help"]


def _long(action: argparse.Action) -> str:
    return next((each for each in action.option_strings if each.startswith("--")), action.option_strings[0])


def kinds(verb: str) -> dict[str, str]:
    """Return what a verb can write: the names of outputs by format, or clients."""
    if verb in CONVERTING:
        known = {each.name: f"out{each.suffixes[0]}" for each in formats.all_formats() if each.writes}
        return {name: each for name, each in known.items() if verb == "convert" or name in DIFFERENT}
    if verb == "setup":
        return {each: each for each in ("moveit", "pyroki", "vamp", "curobo", "mujoco", "drake")}
    return {"": ""}


DIFFERENT = ("urdf", "mjcf", "collada", "srdf", "xrdf", "joint_limits", "world")
"""Formats no two of which store the same; verbs that do more than to convert are tried with these."""
ONCE = {"srdf": "srdf", "setup": "vamp", "edit": "urdf"}
"""The kind of output for options that are about reading; an XRDF where nothing else is named."""
COMMANDS: dict[str, tuple[str, ...]] = {
    "spheres measure": (ARM, XRDF, "--samples", "50"),
    "spheres front": (ARM, "--link", "upper", "--counts", "2", "--weights", "1"),
    "diff": (MANY, HEAVY),
    "expand": ("store/inner/rods/plain.urdf.xacro", "one:=1", "other:=2"),
    "explain": ("xrdf.cspace-assumed",),
    "formats": (),
    "new-format": ("mine",),
    "render": (ARM, XRDF, "-o", "out.png", "--size", "40x30"),
    "view": (ARM, XRDF),
}
"""The command of verbs that have no outputs of several kinds; its documents come first."""


def command(verb: str, probe: Probe, output: str) -> list[str]:
    """Return the command line without the option."""
    if verb not in CONVERTING and verb != "setup":
        given = COMMANDS.get(verb, (ARM,))
        rest = given[next((at for at, each in enumerate(given) if each.startswith("-")), len(given)) :]
        files = (*probe.files, *probe.files)[:2] if verb == "diff" else probe.files
        return [*verb.split(), *(files or given[: len(given) - len(rest)]), *rest, *probe.beside]
    files = probe.files or ((ARM, SRDF) if verb == "edit" else (ARM,))
    if verb == "setup":
        return [verb, *files, "--for", output, "--out-dir", "out", *probe.beside]
    operation = ("--prefix", "") if verb == "edit" else ()
    return [*verb.split(), *files, *operation, *probe.beside, "-o", output]


def codes_of(done: Done) -> str:
    """Return the codes of all findings."""
    return ",".join(sorted(set(CODE.findall(done.err))))


def with_option(line: Sequence[str], probe: Probe, before: Done) -> list[str]:
    """Return a command line with the option."""
    return [*line, *(codes_of(before) if each == CODES else each for each in probe.given)]


# What would take long


def fitted(robot: Robot, *, checked: Any = None, **given: Any) -> Robot:
    """Return a robot with a sphere for each link whose radius depends on the options of the fit."""
    plain = {name: each for name, each in given.items() if name not in ("report", "settings", "progress", "workers")}
    radius = 0.01 + zlib.crc32(repr(sorted(plain.items(), key=str)).encode()) % 1000 / 1e5
    sphere = CollisionSphere(center=(0.0, 0.0, 0.0), radius=round(radius, 6))
    frames = tuple(FrameSpheres(frame=each.name, spheres=(sphere,)) for each in robot.links if each.collisions)
    name = given.get("name", "collision_spheres")
    uses = (each or CollisionUse(spheres=name) for each in (robot.world_collision, robot.self_collision))
    sets = (*(each for each in robot.sphere_sets if each.name != name), SphereSet(name=name, frames=frames))
    world, own = uses
    return replace(robot, sphere_sets=sets, world_collision=world, self_collision=own)


def classes(robot: Robot, *, samples: int, seed: int, **given: Any) -> Classes:
    """Return the classes of pairs by few poses; whether pairs of other links always touch depends on the options."""
    found = classify(robot, samples=5, searching=False, visuals=bool(given.get("visuals")), settings=given["settings"])
    kind = PairClass.ALWAYS if (samples + seed) % 2 else PairClass.SOMETIMES
    pairs = (each if each.kind is PairClass.ADJACENT else replace(each, kind=kind) for each in found.pairs)
    return replace(found, pairs=tuple(pairs), samples=samples, seed=seed)


def choices(robot: Robot, link: str, *, report: Any, settings: Any, **given: Any) -> Iterator[Choice]:
    """Yield the choices for a link, whose cost depends on the options."""
    del report, settings
    robot.link_by_name[link]
    measure = LinkMeasure(**dict.fromkeys(LinkMeasure.__dataclass_fields__, 0))  # type: ignore[arg-type]
    cost = zlib.crc32(repr((link, sorted(given.items()))).encode()) % 1000
    yield Choice(None, replace(measure, link=link, protrusion=cost / 1000), 0.0)


def once(function: Any) -> Any:
    """Return a function that always returns what it returned first."""
    found: list[Any] = []

    def first(*given: Any) -> Any:
        if not found:
            found.append(function(*given))
        return found[0]

    return first


class Remembered:
    """A function of planning that works once for each robot and options, whatever is written afterwards."""

    def __init__(self, function: Any) -> None:
        self._function, self._known = function, dict[tuple[str, str], tuple[Any, Report]]()

    def __call__(self, robot: Robot, options: Any, *, report: Report, **given: Any) -> Any:
        """Return the plan, and report as the first time."""
        key = (to_json(robot), repr(options))
        if key not in self._known:
            found = Report()
            self._known[key] = self._function(robot, options, report=found, **given), found
        plan, found = self._known[key]
        report.extend(found)
        return plan


def hurry(patch: pytest.MonkeyPatch) -> None:
    """Fit no spheres, plan each thing once, start no programs, and show no pages."""
    import robotfmt.viewer.page
    import robotfmt.viewer.server

    for place in ("robotfmt.spheres", "robotfmt.collision_shapes.making"):
        patch.setattr(f"{place}.fit", fitted)
    patch.setattr("robotfmt.planning.preparing.made_for", lambda robot, **given: Made(fitted(robot, **given), {}))
    for name in ("prepare", "describe"):
        remembered = Remembered(getattr(planning, name))
        patch.setattr(planning, name, remembered)
        patch.setattr(f"robotfmt.setup.description.{name}", remembered)
    for place in ("robotfmt.planning.pairs", "robotfmt.validation.collisions"):
        patch.setattr(f"{place}.classify", classes)
    for place in ("robotfmt.planning.preparing", "robotfmt.planning.stuck"):
        patch.setattr(f"{place}.POSES", 10)
    patch.setattr("robotfmt.collision_shapes.links.measured", once(measured))
    patch.setattr("robotfmt.spheres.surface.front", choices)
    patch.setattr("robotfmt.load.comparing.installed", lambda format: [])
    patch.setattr("robotfmt.cli.planning_options.USUAL_SAMPLES", 20)
    patch.setattr("webbrowser.open", lambda url: sys.stdout.write(f"browser: {url}\n"))
    patch.setattr(robotfmt.viewer.server, "Site", Site)
    patch.setattr(robotfmt.viewer.page, "make_page", lambda shown, **given: "")


class Site:
    """A server that ends at once."""

    def __init__(self, session: Any, port: int) -> None:
        self.session, self.known, self.url = session, None, f"http://there:{port}"

    def __enter__(self) -> None:
        for each in self.session.shown:
            sys.stdout.write(f"{each.caption} {each.spheres}\n")
        sys.stdout.write(f"{self.session._pose}\n")

    def __exit__(self, *error: object) -> None:
        pass

    def url_for_once(self) -> str:
        """The address."""
        return self.url

    def serve_forever(self) -> None:
        """Answer nothing."""
