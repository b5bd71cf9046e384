"""Write stages: of a robot, or of a world with a prim for each robot."""

from __future__ import annotations

from pathlib import PurePath

from robotfmt.codes import USAGE
from robotfmt.context import Context
from robotfmt.errors import UsageError
from robotfmt.model import Robot, World

from .document.crate import binary
from .document.layers import GEOMETRIES, layers_of
from .document.usda import Spec, text_of
from .parts.copies import SCENE
from .parts.images_written import with_images
from .parts.robots_written import RobotWriter
from .parts.worlds_written import WorldWriter, is_plain

_METADATA = {"kilogramsPerUnit": 1, "metersPerUnit": 1, "upAxis": "Z"}


def write(robot: Robot, context: Context) -> dict[str, bytes]:
    """Return the stage of a robot: as text, for ``.usdc`` in OpenUSD's binary form, for ``.usdz`` in an archive.

    Raises:
        UsageError: OpenUSD is not installed.
        OutputError: OpenUSD cannot make the binary form.
    """
    writer = RobotWriter(robot, context)
    return _files([writer.root(), *writer.meshes(), Spec("PhysicsScene", SCENE)], context)


def write_world(world: World, context: Context) -> dict[str, bytes]:
    """Return the stage of a world: a prim with one for each robot, and the joints between them.

    Raises:
        UsageError, OutputError: As for :func:`write`; the layers of Isaac Sim are those of one robot.
    """
    if is_plain(world):
        return write(world.robots[0].alone, context)
    if context.option("layout") != "file":
        message = "usd.layout=isaac is for one robot, and the output is a world"
        raise UsageError(USAGE, message, help="Choose one of its robots with --robot NAME.")
    return _files(list(WorldWriter(world, context).prims()), context)


def _files(prims: list[Spec], context: Context) -> dict[str, bytes]:
    """Return the files of a stage, given the prims at its top, the default one first."""
    suffix, images = PurePath(context.output).suffix.lower(), dict[str, bytes]()
    metadata = {"defaultPrim": prims[0].name, **_METADATA}
    if suffix == ".usdz":
        prims, images = with_images(prims, context)
    if context.option("layout") == "file":
        texts = {context.output: text_of(metadata, prims)}
    else:
        texts = layers_of(metadata, prims, context.output)
    made = {name: text.encode() for name, text in texts.items()}
    if GEOMETRIES in made:
        made[GEOMETRIES] = binary(made[GEOMETRIES], context)
    document = made.pop(context.output)
    if suffix == ".usdz":
        return {context.output: binary(document, context, {**made, **images})}
    return {context.output: binary(document, context) if suffix == ".usdc" else document, **made}
