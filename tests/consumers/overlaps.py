"""The column of overlaps: the pairs of bodies that are in contact at the default pose, as each program finds them.

Only bodies whose shapes are all boxes, spheres, cylinders and capsules count: programs take other surfaces of meshes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from lxml import etree
from programs import oracle

from .contact import Contact, Pair
from .difference import Difference
from .looks import Looks

_DEEP = 1e-4
"""m: a contact that is less deep may be found by one program only."""
_SOLID = frozenset(("box", "sphere", "cylinder", "capsule"))
_WORDS = ("pose", "position", "rotation", "origin", "collision", "shape", "pair")


@dataclass(frozen=True)
class Overlaps:
    """The pairs of bodies in contact."""

    deep: frozenset[Pair]
    every: frozenset[Pair]
    """Those that only touch, too."""

    def renamed(self, names: Mapping[str, str]) -> Overlaps:
        """Return it with other names of bodies."""
        pairs = (
            frozenset(frozenset(names.get(it, it) for it in each) for each in its) for its in (self.deep, self.every)
        )
        return Overlaps(*pairs)


def _renamed(pairs: Iterable[Pair], names: Mapping[str, str]) -> frozenset[Pair]:
    return frozenset(frozenset(names.get(each, each) for each in pair) for pair in pairs)


def of_overlaps(
    before: Overlaps | None, after: Overlaps | None, contacts: Iterable[Contact | None], looks: Iterable[Looks | None]
) -> Iterator[Difference]:
    """Yield the pairs that one program only finds in contact, of those that may touch in both and have plain shapes."""
    touching, shapes = [each for each in contacts if each], [each for each in looks if each]
    if before is None or after is None or len(touching) < 2 or len(shapes) < 2:
        return
    counted = frozenset.intersection(*(each.touching - each.open for each in touching))
    plain = set.intersection(*({name for name, row in each.touched.items() if _is_plain(row)} for each in shapes))
    counted = frozenset(pair for pair in counted if pair <= plain)
    for pairs, words in (
        (before.deep - after.every, "in contact -> apart"),
        (after.deep - before.every, "apart -> in contact"),
    ):
        for one, other in sorted(map(sorted, pairs & counted)):
            yield Difference(one, f"with '{other}': {words}", _WORDS, other=other)


def _is_plain(row: Iterable[Any]) -> bool:
    return all(each.kind in _SOLID for each in row)


def _overlaps(contacts: Iterable[tuple[str, str, float]]) -> Overlaps:
    """Return the pairs of contacts, which have a depth in m."""
    found = [(frozenset((one, other)), depth) for one, other, depth in contacts]
    return Overlaps(frozenset(it for it, depth in found if depth > _DEEP), frozenset(it for it, _ in found))


def overlaps_of_mujoco(mujoco: Any, model: Any) -> Overlaps:
    """Return the contacts that MuJoCo finds, without those of the world."""
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    bodies = [[int(model.geom_bodyid[it]) for it in each.geom] for each in data.contact]
    names = [[model.body(it).name for it in each] for each in bodies]
    return _overlaps((one, other, -float(each.dist)) for (one, other), each in zip(names, data.contact, strict=True))


def overlaps_of_drake(path: Path, names: Mapping[int, str]) -> Overlaps | None:
    """Return the contacts that Drake finds in an SDF; None if it cannot read a mesh of it.

    Args:
        names: The names of the bodies, by their indices.
    """
    plants: Any = oracle("pydrake.multibody.plant")
    parsing: Any = oracle("pydrake.multibody.parsing")
    framework: Any = oracle("pydrake.systems.framework")
    builder = framework.DiagramBuilder()
    plant, scene = plants.AddMultibodyPlantSceneGraph(builder, 0.0)
    try:
        parsing.Parser(plant).AddModels(str(path))
        plant.Finalize()
        diagram = builder.Build()
        context = diagram.CreateDefaultContext()
        query = scene.get_query_output_port().Eval(scene.GetMyContextFromRoot(context))
        found = query.ComputePointPairPenetration()
    except RuntimeError:
        return None
    inspector = query.inspector()

    def body(shape: Any) -> str:
        index = int(plant.GetBodyFromFrameId(inspector.GetFrameId(shape)).index())
        return names.get(index, "")

    return _overlaps((body(each.id_A), body(each.id_B), float(each.depth)) for each in found)


def overlaps_of_pinocchio(path: Path, model: Any) -> Overlaps | None:
    """Return the contacts that pinocchio finds between the shapes of a URDF that are no meshes."""
    pinocchio: Any = oracle("pinocchio")
    document = etree.parse(path)
    for link in document.iterfind("link"):
        for shape in link.findall("collision"):
            if shape.find("geometry/mesh") is not None:
                link.remove(shape)
    text = etree.tostring(document, encoding="unicode")
    geometry = pinocchio.buildGeomFromUrdfString(model, text, pinocchio.GeometryType.COLLISION)
    geometry.addAllCollisionPairs()
    data, results = model.createData(), geometry.createData()
    pinocchio.computeCollisions(model, data, geometry, results, pinocchio.neutral(model), False)
    return _overlaps(_contacts(model, geometry, results))


def _contacts(model: Any, geometry: Any, results: Any) -> Iterator[tuple[str, str, float]]:
    for pair, found in zip(geometry.collisionPairs, results.collisionResults, strict=True):
        if found.isCollision():
            frames = (geometry.geometryObjects[each].parentFrame for each in (pair.first, pair.second))
            one, other = (model.frames[each].name for each in frames)
            yield one, other, abs(float(np.float64(found.getContact(0).penetration_depth)))
