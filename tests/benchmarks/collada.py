"""URDF to COLLADA and back beside ROS's converters, each in a process of its own, in one run.

    python tests/benchmarks/collada.py FOLDER...

Every ``.urdf`` in the folders is converted to ``.dae``, every ``.dae`` to ``.urdf``, by ``urdf_to_collada`` and
``collada_to_urdf`` of Debian's collada-urdf-tools and by ``robotfmt convert``. What comes out is read by robotfmt and
held against the source:

* handled: the program ends with 0, and there is a robot with links
* wrong inertias: links whose tensor about the centre of mass, in the link's axes, is another, out of those with one
* misplaced: links that stand elsewhere at random joint values
* lost collisions: links whose collision geometry is not there, or is taken from the visual one though it was another
* seconds: CPU time of all processes
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import robotfmt
from robotfmt import Robot, RobotfmtError
from robotfmt.kinematics.forward import forward_kinematics, sample
from robotfmt.model import Link
from robotfmt.model.pose import IDENTITY

ROS = Path("/usr/lib/collada_urdf")
SECONDS = 300
COLUMNS = (
    "files",
    "handled",
    "links",
    "inertias",
    "wrong inertias",
    "misplaced",
    "collisions",
    "lost collisions",
)

Command = Callable[[Path, Path], list[str]]
ROBOTFMT = (sys.executable, "-m", "robotfmt", "convert", "--quiet")

PROGRAMS: dict[str, dict[str, Command]] = {
    ".urdf": {
        "urdf_to_collada": lambda source, result: [f"{ROS}/urdf_to_collada", str(source), str(result)],
        "robotfmt": lambda source, result: [*ROBOTFMT, str(source), str(result)],
    },
    ".dae": {
        # Its long option of the output does not work.
        "collada_to_urdf": lambda source, result: [
            *(f"{ROS}/collada_to_urdf", str(source), "-O", str(result)),
            *("--mesh_output_dir", str(result.parent), "--mesh_prefix", str(result.parent)),
        ],
        "robotfmt": lambda source, result: [*ROBOTFMT, str(source), str(result), "--meshes", "copy"],
    },
}


def main(folders: list[str]) -> None:
    """Print the tables."""
    for suffix, other in ((".urdf", ".dae"), (".dae", ".urdf")):
        files = sorted({path for folder in folders for path in Path(folder).rglob(f"*{suffix}")})
        sources = {path: robot for path in files if (robot := read(path)) is not None and robot.links}
        found: dict[str, Counter[str]] = {name: Counter() for name in PROGRAMS[suffix]}
        for path, robot in sources.items():
            for name, command in PROGRAMS[suffix].items():
                found[name].update(trial(path, robot, command, other))
        print(
            f"\n{suffix} to {other}: {len(sources)} files, {len(files) - len(sources)} that robotfmt reads no robot in"
        )
        print(" " * 18 + "".join(f"{column:>17}" for column in (*COLUMNS, "CPU seconds")))
        for name, counts in found.items():
            numbers = "".join(f"{counts[column]:17}" for column in COLUMNS)
            print(f"{name:18}{numbers}{counts['milliseconds'] / 1000:17.1f}", flush=True)


def trial(path: Path, robot: Robot, command: Command, suffix: str) -> Counter[str]:
    """What became of one file."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / f"{path.stem}{suffix}"
        begin = children_seconds()
        ended_well = run(path, command(path, result), folder)
        counts = Counter(files=1, milliseconds=round(1000 * (children_seconds() - begin)))
        back = read(result) if ended_well and result.exists() else None
        if back is not None and back.links:
            counts.update(handled=1, **compared(robot, back))
    return counts


def run(source: Path, command: list[str], folder: str) -> bool:
    """Whether a program ends with 0; it is told where the packages are, and leaves its files in the folder."""
    packages = as_packages(source, Path(folder) / "packages")
    surroundings = {**os.environ, "TMPDIR": folder, "HOME": folder, "ROS_PACKAGE_PATH": str(packages)}
    try:
        done = subprocess.run(command, env=surroundings, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def as_packages(source: Path, folder: Path) -> Path:
    """Packages as rospack finds them: the folders around a file by their own names, whatever they call themselves."""
    for each in source.parents:
        if (each / "package.xml").exists():
            package = folder / each.name
            package.mkdir(parents=True)
            (package / "package.xml").write_text(f"<package><name>{each.name}</name></package>")
            for content in each.iterdir():
                if content.is_dir():
                    (package / content.name).symlink_to(content)
    return folder


def children_seconds() -> float:
    """CPU time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def read(path: Path) -> Robot | None:
    """A robot, or None if there is none that can be read."""
    try:
        return robotfmt.read(path)
    except RobotfmtError:
        return None


def compared(robot: Robot, back: Robot) -> Counter[str]:
    """How the links of a robot came through."""
    links = {link.name: link for link in back.links}
    stray = {name for name, distance in distances(robot, back) if distance > 1e-4}
    counts: Counter[str] = Counter()
    for link in robot.links:
        found = links.get(link.name) or Link(name=link.name)
        counts.update(links=1, misplaced=int(link.name in stray or link.name not in links))
        tensor = tensor_of(link)
        if tensor is not None:
            counts.update({"inertias": 1, "wrong inertias": int(not same_tensor(tensor, tensor_of(found)))})
        if link.collisions:
            counts.update({"collisions": 1, "lost collisions": int(not keeps_collisions(link, found))})
    return counts


def tensor_of(link: Link) -> np.ndarray | None:
    """The tensor of a link's inertia about its centre of mass, in the link's axes."""
    tensor = link.inertial.link_inertia if link.inertial is not None else None
    return np.array(tensor) if tensor is not None and np.any(tensor) else None


def same_tensor(a: np.ndarray, b: np.ndarray | None) -> bool:
    """Whether two tensors are the same, as far as six decimals tell."""
    return b is not None and np.allclose(a, b, rtol=0, atol=2e-6 + 1e-3 * np.abs(a).max())


def keeps_collisions(link: Link, found: Link) -> bool:
    """Whether there is collision geometry, and whether it is other than the visual one where it was."""
    is_other, stays_other = [shapes(each.visuals) != shapes(each.collisions) for each in (link, found)]
    return len(found.collisions) >= len(link.collisions) and stays_other >= is_other


def shapes(geometries: tuple[robotfmt.model.Geometry, ...]) -> list[object]:
    """What geometry is, and where; a pose that is not said is that of the link."""
    poses = [each.pose or IDENTITY for each in geometries]
    return [(each.shape, pose.matrix, pose.xyz) for each, pose in zip(geometries, poses, strict=True)]


def distances(robot: Robot, back: Robot) -> Iterator[tuple[str, float]]:
    """How far from where it was each link stands, at random values of the joints."""
    values = {name: value for name, value in sample(robot, 10).items() if value.shape[1] == 1}
    known = {joint.name for joint in back.joints}
    ours = forward_kinematics(robot, values)
    try:
        theirs = forward_kinematics(back, {name: value for name, value in values.items() if name in known})
    except RobotfmtError:
        theirs = {}
    for name, poses in ours.items():
        yield name, float(np.abs(poses - theirs[name]).max()) if name in theirs else np.inf


if __name__ == "__main__":
    main(sys.argv[1:])
