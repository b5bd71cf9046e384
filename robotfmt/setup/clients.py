"""The table of clients, and the setup of a robot for some of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from .. import codes
from ..diagnostics import Report, nearest_or_all
from ..errors import UsageError
from ..model import Robot
from ..model.record import Record
from ..planning import PlanOptions
from ..selfcollision.course import Progress
from ..settings import Settings
from .description import Described, described
from .drake import drake
from .folder import Folder, lay
from .moveit import moveit
from .mujoco import mujoco
from .planners import cumotion, curobo, isaacsim
from .pyroki import pyroki
from .roboplan import roboplan
from .vamp import vamp

Part: TypeAlias = Literal["arms", "home", "pairs", "spheres"]
"""What options of a setup concern: groups of joints, the home pose, ignored pairs, collision spheres."""


class Client(Record, kw_only=False):
    """A program that robots are set up for."""

    title: str
    contents: Callable[[Described], Folder]
    """Return the contents of its folder."""
    uses: tuple[Part, ...]
    """What it uses of the description, besides the robot itself."""


CLIENTS: Mapping[str, Client] = {
    "moveit": Client("MoveIt 2", moveit, ("arms", "home", "pairs")),
    "roboplan": Client("roboplan", roboplan, ("arms", "home", "pairs")),
    "pyroki": Client("pyroki", pyroki, ("arms", "home", "pairs", "spheres")),
    "vamp": Client("VAMP", vamp, ("arms", "home", "pairs", "spheres")),
    "curobo": Client("cuRobo", curobo, ("arms", "home", "pairs", "spheres")),
    "cumotion": Client("cuMotion", cumotion, ("arms", "home", "pairs", "spheres")),
    "isaacsim": Client("Isaac Sim", isaacsim, ("arms", "home", "pairs", "spheres")),
    "mujoco": Client("MuJoCo", mujoco, ("arms", "home", "pairs")),
    "drake": Client("Drake", drake, ("arms", "home", "pairs")),
}


def setup(
    robot: Robot,
    clients: Collection[str],
    folder: Path,
    options: PlanOptions | None = None,
    *,
    report: Report | None = None,
    settings: Settings | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
    workers: int | None = None,
) -> dict[str, tuple[Path, ...]]:
    """Write what clients need of a robot: for one client into a folder, for several into a folder of it for each.

    Args:
        robot: The robot; what its documents give stays.
        clients: The names of clients, of :data:`CLIENTS`.
        folder: The folder, which is created.
        options: Tools, base, home pose, samples, spheres.
        report, settings: Where the findings go; where meshes are, limits.
        overwrite: True to replace existing files.
        progress, workers: As for :func:`robotfmt.planning.prepare`.

    Returns:
        The paths of the files of each client.

    Raises:
        UsageError: A client is unknown; an option names an unknown part; a library is not installed.
        ModelError, OutputError: The robot has errors; a file exists already, or cannot be written.
    """
    report, settings = report if report is not None else Report(), settings or Settings()
    wanted = {name: _client(name) for name in clients}
    has_spheres = any("spheres" in each.uses for each in wanted.values())
    given, work = options or PlanOptions(), partial(described, report=report, settings=settings)
    found = work(robot, given, spheres=has_spheres, progress=progress, workers=workers)
    places = {name: folder / name if len(wanted) > 1 else folder for name in wanted}
    return {
        name: lay(each.contents(found), places[name], report, settings, overwrite=overwrite)
        for name, each in wanted.items()
    }


def _client(name: str) -> Client:
    if name not in CLIENTS:
        raise UsageError(codes.USAGE, f"no client is called '{name}'{nearest_or_all(name, CLIENTS)}")
    return CLIENTS[name]
