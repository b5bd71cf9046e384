"""Write SMURF models: the URDF of the robot, a file for each section, and the document that names them.

The sections have the names that both MARS and Phobos read, and the files those that Phobos gives them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import PurePath

from robotfmt.assets.output_folder import safe_name
from robotfmt.codes import PLACE_GONE
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.yaml.compose import Item, Tree, compose
from robotfmt.documents.yaml.values import escape, unescape
from robotfmt.model import Extension, Robot
from robotfmt.model.record import replace

from .adapting.loops import grouped_loops, locked, write_submechanisms
from .adapting.sensors import write_sensors
from .document.sections import TEXTS, numbered, without_number
from .parts.appearance import write_materials
from .parts.loops import DIRECTIONS
from .parts.motors import has_motor_limits, with_soft_limits, write_motors, write_poses
from .parts.pairs import write_collisions

_SECTIONS: dict[str, Callable[[Robot], list[tuple[str, Tree]]]] = {
    "motors": write_motors,
    "sensors": write_sensors,
    "collision": write_collisions,
    "materials": write_materials,
    "poses": write_poses,
    "submechanisms": write_submechanisms,
}
_FILES = {"collision": "collisions", "link": "links", "joint": "joints"}
"""The names of the files of sections, if these are others: those that Phobos gives them."""
_ROOT = "/"
_OF_LOOP = re.compile(r"/loop_constraints/[^/]*[^/\d]")
"""The place of a loop that the robot does not have: it is by name."""
_OF_PARTS = ("collision", "materials", "submechanisms")
"""The sections whose items need not be parts of the model: unrecognised content of them makes an item."""


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the documents of a model, adapted by :func:`robotfmt_smurf.adapt.adapt`."""
    urdf = urdf_name(context.output)
    context.write(urdf_part(robot), urdf, "urdf")
    made = Documents(robot, PurePath(context.output).stem)
    for each in made.unplaced:
        what = f"the place of {quoted(each.name)} in {quoted(each.place)} no longer exists"
        context.report.add(PLACE_GONE, what, each.origin)
    return {context.output: made.main(urdf), **made.files}


def urdf_name(output: str) -> str:
    """Return the path of the URDF of a model, from the folder of the model."""
    return f"urdf/{PurePath(output).stem}.urdf"


def urdf_part(robot: Robot) -> Robot:
    """Return the robot without what sections have: motors with their limits, sensors, loops, own extensions."""
    driven = {each.joint for each in robot.actuators}
    joints = tuple(
        with_soft_limits(each, None)
        if each.name in driven and has_motor_limits(each) and each.axes[0].soft is not None
        else each
        for each in robot.joints
    )
    foreign = tuple(each for each in robot.extensions if each.format != "smurf")
    return replace(robot, joints=joints, actuators=(), sensors=(), loops=(), extensions=foreign)


class Documents:
    """The documents of the sections of a robot."""

    def __init__(self, robot: Robot, stem: str) -> None:
        self._robot = robot
        self._own = [each for each in robot.extensions if each.format == "smurf"]
        self._texts = [each for each in self._own if each.place == _ROOT and each.name in TEXTS]
        self._paths: dict[str, str] = {}
        """The path of each place by names."""
        self.files: dict[str, bytes] = {}
        """The bytes of the files, by their names."""
        self.unplaced: list[Extension] = []
        """The unrecognised content without a place."""
        trees = {section: self._items(section) for section in _SECTIONS}
        self._note_loops()
        further = (_section(each) for each in self._own if each not in self._texts)
        for section in dict.fromkeys((*trees, *further)):
            self._add(section, trees.get(section, []), f"{stem}_{safe_name(_FILES.get(section, section))}.yml")

    def main(self, urdf: str) -> bytes:
        """Return the file that names the URDF and the files of all sections."""
        tree: dict[str, Tree] = {"modelname": Item(self._robot.name, default=True)}
        tree["files"] = [urdf, *self.files]
        return compose(tree, Robot(extensions=tuple(self._texts)), format="smurf")[0]

    def _add(self, section: str, items: list[Tree], name: str) -> None:
        """Make the file of a section, unless it is empty."""
        inside = [each for each in self._own if _section(each) == section and each not in self._texts]
        gone = [each for each in inside if _OF_LOOP.search(self._address(each.place))]
        self.unplaced += gone
        inside = [each for each in inside if each not in gone]
        if not items and not inside:
            return
        moved = [replace(each, place=self._address(each.place)) for each in inside]
        sources = {id(new): old for new, old in zip(moved, inside, strict=True)}
        tree = {section: Item(items, optional=True)}
        data, unplaced = compose(tree, Robot(extensions=tuple(moved)), format="smurf")
        self.unplaced += [sources[id(each)] for each in unplaced]
        self.files[name] = data

    def _items(self, section: str) -> list[Tree]:
        """Return the items of a section, those with only unrecognised content last, and note their paths."""
        counts = Counter[str]()
        found: dict[str, Tree] = {}
        for name, tree in _SECTIONS[section](self._robot):
            counts[name] += 1
            found[numbered(escape(name), counts[name])] = tree
        start = f"/{section}/"
        self._paths |= {f"{start}{step}": f"{start}{index}" for index, step in enumerate(found)}
        if section not in _OF_PARTS:
            return list(found.values())
        steps = (each.place.split("/")[2] for each in self._own if each.place.startswith(start))
        for step in dict.fromkeys(steps):
            if step not in found and not step.isdecimal():
                found[step] = {"name": unescape(without_number(step, found)) or None}
        self._paths |= {f"{start}{step}": f"{start}{index}" for index, step in enumerate(found)}
        return list(found.values())

    def _note_loops(self) -> None:
        """Note the paths of loops and of their constraints."""
        for key, loops in grouped_loops(self._robot):
            home = f"/submechanisms/{escape(key)}/loop_constraints"
            path = f"{self._paths[home.rpartition('/')[0]]}/loop_constraints"
            for number, loop in enumerate(loops):
                self._paths[f"{home}/{escape(loop.name)}"] = f"{path}/{number}"
                for place, index in enumerate(locked(loop)):
                    inner = f"constraint_axes/{DIRECTIONS[index]}"
                    written = f"{path}/{number}/constraint_axes/{place}"
                    self._paths[f"{home}/{escape(loop.name)}/{inner}"] = written

    def _address(self, place: str) -> str:
        """Return the path of a place by names."""
        steps = place.split("/")
        for count in range(len(steps), 2, -1):
            path = self._paths.get("/".join(steps[:count]))
            if path is not None:
                return "/".join((path, *steps[count:]))
        return place


def _section(extension: Extension) -> str:
    return unescape(extension.place.split("/")[1]) or extension.name
