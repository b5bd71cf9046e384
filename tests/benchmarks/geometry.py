"""How long the meshes inside a COLLADA robot take, and how much memory, beside pycollada and bare lxml.

    python tests/benchmarks/geometry.py [MEGABYTES]

A robot is made for this in a temporary folder: links one behind the other, each with a bumpy ball of triangles with
normals and texture coordinates. Each reader runs in processes of its own; the quickest of several counts, in CPU time,
imports included. lxml parses and no more; pycollada loads the document and gives every surface of its scene as
triangles; robotfmt reads the robot and every surface of its links, with normals and texture coordinates, without
("bare", which is all that spheres, checks and comparisons ask for), and no surfaces at all.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

TURNS = 3
LINKS = 20
BYTES_OF_A_TRIANGLE = 82
NAMESPACE = "http://www.collada.org/2008/03/COLLADASchema"
ROBOTFMT = """
import robotfmt
from pathlib import Path
from robotfmt.context import Source
from robotfmt.diagnostics import Report
from robotfmt.formats import find
from robotfmt.mesh import surface
from robotfmt.settings import Settings
format, data = find("collada"), Path(path).read_bytes()
context = context_for(format, Settings(), Report(), path, format.versions[0])
context.assets.provide(path, data)
robot = format.read(Source(path, data), None, context)
for link in robot.links:
    for geometry in link.visuals:
        count += len(surface(geometry, context, looks={}).corners)
"""
READERS = {
    "lxml": """
from lxml import etree
etree.parse(path, etree.XMLParser(huge_tree=True))
""",
    "pycollada": """
import collada
scene = collada.Collada(path).scene
for geometry in scene.objects("geometry"):
    for surface in geometry.primitives():
        triangles = surface.triangleset() if hasattr(surface, "triangleset") else surface
        count += len(triangles.vertex[triangles.vertex_index])
""",
    "robotfmt, no surfaces": """
import robotfmt
robotfmt.read(path)
""",
    "robotfmt, bare": ROBOTFMT.format("False"),
    "robotfmt": ROBOTFMT.format("True"),
}
PROGRAM = """
import resource, sys, time
path, count = sys.argv[1], 0
begin = time.process_time()
{}
seconds = time.process_time() - begin
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, count)
"""


def document(megabytes: float) -> Iterator[str]:
    """The text of a robot of about this size, piece by piece."""
    rows = max(2, round(math.sqrt(megabytes * 1e6 / LINKS / BYTES_OF_A_TRIANGLE / 2)))
    yield f'<?xml version="1.0"?>\n<COLLADA xmlns="{NAMESPACE}" version="1.5.0">\n'
    yield "<asset><created>2000-01-01T00:00:00Z</created><modified>2000-01-01T00:00:00Z</modified>"
    yield '<unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>\n<library_geometries>\n'
    for number in range(LINKS):
        yield from ball(number, rows)
    yield '</library_geometries>\n<library_kinematics_models><kinematics_model id="kmodel0"><technique_common>\n'
    for number in range(1, LINKS):
        yield f'<joint sid="joint{number}" name="joint{number}">'
        yield '<revolute sid="axis0"><axis>0 0 1</axis></revolute></joint>\n'
    yield '<link sid="link0" name="link0">'
    for number in range(1, LINKS):
        yield f'<attachment_full joint="kmodel0/joint{number}"><translate>0 0 1</translate>'
        yield f'<link sid="link{number}" name="link{number}">'
    yield "</link></attachment_full>" * (LINKS - 1) + "</link>\n</technique_common></kinematics_model>"
    yield '</library_kinematics_models>\n<library_visual_scenes><visual_scene id="scene"><node id="all" name="all">\n'
    for number in range(LINKS):
        yield f'<node id="v{number}" name="link{number}"><translate>0 0 {min(number, 1)}</translate>'
        yield f'<instance_geometry url="#g{number}"/>'
    yield "</node>" * LINKS + "\n</node></visual_scene></library_visual_scenes>\n"
    yield '<scene><instance_visual_scene url="#scene"/></scene>\n</COLLADA>\n'


def ball(number: int, rows: int) -> Iterator[str]:
    """A geometry: a ball of so many rows and columns of pairs of triangles."""
    points: list[float] = []
    normals: list[float] = []
    texture: list[float] = []
    for i in range(rows + 1):
        for j in range(rows + 1):
            u, v = j / rows, i / rows
            across, up = 2 * math.pi * u, math.pi * v
            normal = (math.sin(up) * math.cos(across), math.sin(up) * math.sin(across), math.cos(up))
            radius = 0.5 + 0.01 * math.sin(7 * across + number)
            normals += normal
            points += [radius * each for each in normal]
            texture += [u, v]
    yield f'<geometry id="g{number}" name="ball{number}"><mesh>\n'
    yield (
        source(number, "p", points, "XYZ") + source(number, "n", normals, "XYZ") + source(number, "t", texture, "ST")
    )
    yield f'<vertices id="g{number}-v"><input semantic="POSITION" source="#g{number}-p"/></vertices>\n'
    yield f'<triangles count="{2 * rows * rows}"><input semantic="VERTEX" source="#g{number}-v" offset="0"/>'
    yield f'<input semantic="NORMAL" source="#g{number}-n" offset="1"/>'
    yield f'<input semantic="TEXCOORD" source="#g{number}-t" offset="2" set="0"/><p>'
    for i in range(rows):
        for j in range(rows):
            a, b = i * (rows + 1) + j, (i + 1) * (rows + 1) + j
            yield "".join(f"{k} {k} {k} " for k in (a, b, a + 1, a + 1, b, b + 1))
    yield "</p></triangles></mesh></geometry>\n"


def source(number: int, kind: str, values: list[float], axes: str) -> str:
    """A source of numbers in six digits."""
    name, count = f"g{number}-{kind}", len(values)
    text = " ".join(f"{each:.6g}" for each in values)
    params = "".join(f'<param name="{axis}" type="float"/>' for axis in axes)
    return (
        f'<source id="{name}"><float_array id="{name}-array" count="{count}">{text}</float_array>'
        f'<technique_common><accessor source="#{name}-array" count="{count // len(axes)}" stride="{len(axes)}">'
        f"{params}</accessor></technique_common></source>\n"
    )


def measure(reader: str, path: Path, cache: Path) -> tuple[float, float, int]:
    """Seconds, megabytes at the peak, and triangles."""
    program = PROGRAM.format(reader)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(cache)
    best = (math.inf, math.inf, 0)
    for _ in range(TURNS):
        done = subprocess.run(
            [sys.executable, "-c", program, str(path)],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        )
        seconds, memory, count = done.stdout.split()
        best = min(best, (float(seconds), float(memory), int(count)))
    return best


def main(megabytes: float) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "robot.dae")
        path.write_text("".join(document(megabytes)))
        size = path.stat().st_size / 1e6
        found = {name: measure(reader, path, Path(folder)) for name, reader in READERS.items()}
    peer = found["pycollada"]
    print(f"{size:.1f} MB")
    print(f"{'reader':22} {'seconds':>8} {'of pycollada':>13} {'peak MB':>8} {'of pycollada':>13} {'triangles':>10}")
    for name, (seconds, memory, count) in found.items():
        print(f"{name:22} {seconds:8.2f} {seconds / peer[0]:13.2f} {memory:8.0f} {memory / peer[1]:13.2f} {count:10}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0)
