"""The table of clients, and the setup of a robot for some of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path

from .. import codes
from ..diagnostics import Report, nearest_or_all
from ..errors import UsageError
from ..model import Robot
from ..model.record import Record
from ..planning import PlanOptions
from ..planning.plan import Progress
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


class Client(Record, kw_only=False):
    """A program that robots are set up for."""

    title: str
    contents: Callable[[Described], Folder]
    """Return the contents of its folder."""
    spheres: bool = False
    """True if it uses collision spheres."""


CLIENTS: Mapping[str, Client] = {
    "moveit": Client("MoveIt 2", moveit),
    "roboplan": Client("roboplan", roboplan),
    "pyroki": Client("pyroki", pyroki, spheres=True),
    "vamp": Client("VAMP", vamp, spheres=True),
    "curobo": Client("cuRobo", curobo, spheres=True),
    "cumotion": Client("cuMotion", cumotion, spheres=True),
    "isaacsim": Client("Isaac Sim", isaacsim, spheres=True),
    "mujoco": Client("MuJoCo", mujoco),
    "drake": Client("Drake", drake),
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
    has_spheres = any(each.spheres for each in wanted.values())
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
