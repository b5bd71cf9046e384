"""Programs by others that convert URDF to MJCF or MJCF to URDF, each in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SECONDS = 240


@dataclass(frozen=True)
class Rival:
    """A program, its packages in the index, and its command."""

    name: str
    packages: tuple[str, ...]
    command: Callable[[str, str, str], list[str]]
    """From a source, an output and the folder of the ROS packages to the arguments; the first one is a script."""


def _simple(source: str, out: str, _: str) -> list[str]:
    code = f"from mjcf_urdf_simple_converter import convert; convert({source!r}, {out!r})"
    return ["python", "-c", code]


TO_MJCF = (
    Rival("truerig", ("truerig",), lambda source, out, _: ["truerig", "convert", source, out]),
    Rival(
        "urdf2any",
        ("urdf2any", "pycollada"),
        lambda source, out, share: ["urdf2any", source, "-o", out, "--mesh-root", share, "--fix-base"],
    ),
    Rival(
        "urdf-mujoco-converter",
        ("urdf-mujoco-converter",),
        lambda source, out, share: [
            *("urdf-mujoco-converter", source, str(Path(out).parent / "out"), "--package"),
            *(f"example-robot-data={share}/example-robot-data", "--allow-convex-hull"),
        ],
    ),
    Rival(
        "urdf-to-mjcf",
        ("urdf-to-mjcf",),
        lambda source, out, _: ["urdf-to-mjcf", source, "-o", out, "-ct", "mesh", "--skip-mesh-postprocess"],
    ),
    Rival(
        "robot-format-converter",
        ("robot-format-converter",),
        lambda source, out, _: [
            "robot-convert",
            "convert",
            "--source",
            "urdf",
            "--target",
            "mjcf",
            source,
            out,
        ],
    ),
)
TO_URDF = (
    Rival("truerig", ("truerig",), lambda source, out, _: ["truerig", "convert", source, out]),
    Rival("mjcf-urdf-simple-converter", ("mjcf-urdf-simple-converter",), _simple),
    Rival(
        "robot-format-converter",
        ("robot-format-converter",),
        lambda source, out, _: [
            "robot-convert",
            "convert",
            "--source",
            "mjcf",
            "--target",
            "urdf",
            source,
            out,
        ],
    ),
)


def installed(rival: Rival, folder: Path) -> Path | None:
    """Return the folder of the scripts of a rival, installed on first use; None where that fails."""
    home = folder.absolute() / rival.name
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    if not home.is_dir():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        done = subprocess.run(
            [scripts / "python", "-m", "pip", "install", "--quiet", *rival.packages],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            sys.stderr.write(f"{rival.name} cannot be installed: {done.stderr.strip()[-200:]}\n")
    return scripts if (scripts / rival.command("", "out/x", "")[0]).exists() else None


def run(rival: Rival, scripts: Path, source: Path, out: Path, share: Path) -> tuple[Path | None, float]:
    """Run a rival; return its document, None without one, and the CPU seconds that it took."""
    script, *rest = rival.command(str(source), str(out), str(share))
    surroundings = {
        **os.environ,
        "ROS_PACKAGE_PATH": str(share),
        "AMENT_PREFIX_PATH": str(share.parent),
        "NO_COLOR": "1",
    }
    surroundings.pop("PYTHONPATH", None)
    start = _cpu()
    try:
        subprocess.run(
            [scripts / script, *rest],
            capture_output=True,
            timeout=SECONDS,
            env=surroundings,
            cwd=out.parent,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, _cpu() - start
    found = [out] if out.is_file() else sorted(out.parent.glob(f"**/*{out.suffix}"))
    return (found[0] if found else None), _cpu() - start


def _cpu() -> float:
    """Return the CPU seconds of all programs that were run and ended."""
    times = os.times()
    return times.children_user + times.children_system


@dataclass(frozen=True)
class Cell:
    """A cell of a table, and how good it is."""

    column: str
    text: str
    worth: float
    """Higher is better; equal for values that no robot notices."""


def row_of(name: str, cells: Sequence[Cell]) -> str:
    """Return a row of a table."""
    return f"| {' | '.join((name, *(each.text for each in cells)))} |"


def verdict(ours: Sequence[Cell], others: Mapping[str, Sequence[Cell]]) -> str:
    """Return in which columns another program is better, or that none is."""
    better = [
        f"{name}: {theirs.column} {theirs.text}, robotfmt {own.text}"
        for name, row in others.items()
        for own, theirs in zip(ours, row, strict=True)
        if theirs.worth > own.worth
    ]
    if not others:
        return "No other program was run."
    return "Better than robotfmt: " + ("; ".join(better) if better else "none, in no column") + "."
