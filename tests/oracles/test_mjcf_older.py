"""The last MuJoCo before 3.4 loads what is written for MuJoCo 4.0: it runs in an environment of its own."""

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
    """The Python of an environment with the older version."""
    folder = tmp_path_factory.mktemp("older")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    done = subprocess.run([python, "-m", "pip", "install", "--quiet", OLDER], capture_output=True, text=True)
    if done.returncode:
        message = f"{OLDER} cannot be installed: {done.stderr.strip().splitlines()[-1:]}"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    return python


@pytest.mark.slow
def test_the_older_version_loads_it(older: Path, tmp_path: Path) -> None:
    sources = [path for path in example_robots() if path.name in ROBOTS]
    sources += [FIXTURES / "mjcf" / "leg.xml", FIXTURES / "arm6" / "arm6.urdf"]
    written = [tmp_path / f"{path.stem}.xml" for path in sources]
    for source, out in zip(sources, written, strict=True):
        robotfmt.convert([source], [out], edit=repair_inertia)
    done = subprocess.run([older, "-c", LOAD, *written], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.strip() == OLDER.partition("==")[2], done.stderr
