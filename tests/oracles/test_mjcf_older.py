"""The last MuJoCo before 3.4 loads what is written for MuJoCo 4.0: it runs in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from real import FIXTURES, example_robots

import robotfmt
from robotfmt.inertia import repair_inertia

OLDER = "mujoco==3.3.7"
ROBOTS = ("solo12.urdf", "allegro_right_hand.urdf", "panda.urdf")
LOAD = "import sys, mujoco; [mujoco.MjModel.from_xml_path(path) for path in sys.argv[1:]]; print(mujoco.__version__)"


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the older version alone: what it requires is that of this environment."""
    folder = tmp_path_factory.mktemp("older")
    options = ("--quiet", "--no-deps", "--no-compile", "--target", folder)
    done = subprocess.run([sys.executable, "-m", "pip", "install", *options, OLDER], capture_output=True, text=True)
    if done.returncode:
        message = f"{OLDER} cannot be installed: {done.stderr.strip().splitlines()[-1:]}"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    return folder


@pytest.mark.slow
def test_the_older_mujoco_loads_written_documents(older: Path, tmp_path: Path) -> None:
    sources = [path for path in example_robots() if path.name in ROBOTS]
    sources += [FIXTURES / "mjcf" / "leg.xml", FIXTURES / "arm6" / "arm6.urdf"]
    written = [tmp_path / f"{path.stem}.xml" for path in sources]
    for source, out in zip(sources, written, strict=True):
        robotfmt.convert(source, out, edit=lambda robot, report, **_: repair_inertia(robot, report=report))
    command = [sys.executable, "-c", LOAD, *map(str, written)]
    environment = {**os.environ, "PYTHONPATH": str(older)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == OLDER.partition("==")[2], done.stderr
