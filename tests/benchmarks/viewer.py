"""How quickly the page of an arm with 135 000 triangles opens and turns, beside a bare page of three.js.

The bare page has the same three.js, packed in the same way, and the visual meshes of the arm as binary STL in base64;
it draws them where they are, each with one material, and does nothing else. Both are timed in Chromium with software
rendering, from the navigation until the pixels of the first frame can be read. ``python tests/benchmarks/viewer.py``
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from base64 import b64encode
from importlib import resources
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent / "support"))

from browser import opened
from real import example_robots

from robotfmt import read
from robotfmt.context import Context
from robotfmt.kinematics.forward import forward_kinematics
from robotfmt.mesh import stl_bytes
from robotfmt.model import Robot
from robotfmt.surfaces import surface
from robotfmt.surfaces.loading import placed
from robotfmt.viewer.page import make_page
from robotfmt.viewer.shown import Shown

ROUNDS = 3
BARE = """<!doctype html><canvas width=1400 height=900></canvas>
<script type="application/json" id="meshes">$meshes</script>
<script>
(async () => {
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes("$three")]).stream().pipeThrough(new DecompressionStream("gzip"));
  const code = await new Response(stream).arrayBuffer();
  const T = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const renderer = new T.WebGLRenderer({ canvas: document.querySelector("canvas"), antialias: true });
  const scene = new T.Scene(), camera = new T.PerspectiveCamera(35, 14 / 9, 0.01, 100);
  scene.add(new T.HemisphereLight(0xffffff, 0x888888, 2), new T.DirectionalLight(0xffffff, 2));
  for (const text of JSON.parse(document.getElementById("meshes").textContent)) {
    const view = new DataView(bytes(text).buffer), count = view.getUint32(80, true);
    const places = new Float32Array(9 * count), normals = new Float32Array(9 * count);
    for (let i = 0; i < count; i++)
      for (let k = 0; k < 9; k++) {
        places[9 * i + k] = view.getFloat32(84 + 50 * i + 12 + 4 * k, true);
        normals[9 * i + k] = view.getFloat32(84 + 50 * i + 4 * (k % 3), true);
      }
    const shape = new T.BufferGeometry();
    shape.setAttribute("position", new T.BufferAttribute(places, 3));
    shape.setAttribute("normal", new T.BufferAttribute(normals, 3));
    scene.add(new T.Mesh(shape, new T.MeshLambertMaterial()));
  }
  camera.up.set(0, 0, 1);
  camera.position.set(2, 1.6, 1.2);
  camera.lookAt(0, 0, 0.5);
  window.draw = () => requestAnimationFrame(() => renderer.render(scene, camera));
  window.bare = { renderer, camera };
  renderer.render(scene, camera);
  performance.mark("first-frame");
})();
</script>
"""
FIRST = """
const done = arguments[0];
const look = () => {
  if (performance.getEntriesByName("first-frame").length === 0) return void setTimeout(look, 1);
  const renderer = window.bare?.renderer ?? window.robotfmt.stage.renderer;
  renderer.getContext().readPixels(0, 0, 1, 1, 6408, 5121, new Uint8Array(4));
  done(performance.now());
};
look();
"""
TURNING = """
const done = arguments[0];
const { renderer, camera } = window.bare ?? window.robotfmt.stage;
const draw = window.draw ?? (() => window.robotfmt.stage.draw(true));
const pixel = new Uint8Array(4), times = [];
const turn = () => {
  renderer.getContext().readPixels(0, 0, 1, 1, 6408, 5121, pixel);
  times.push(performance.now());
  if (times.length > 30) return done(10000 / (times.at(-1) - times.at(-11)));
  camera.position.applyAxisAngle(camera.up, 0.05);
  camera.lookAt(0, 0, 0.5);
  draw();
  requestAnimationFrame(turn);
};
turn();
"""


def surfaces(robot: Robot) -> list[bytes]:
    """The visual meshes of a robot where they are, as STL."""
    context, found = Context(), []
    for link, pose in forward_kinematics(robot).items():
        for geometry in robot.link_by_name[link].visuals:
            triangles = surface(geometry, context)
            if triangles is not None:
                here = placed(triangles, geometry).moved(pose[:3, :3], pose[:3, 3])
                found.append(stl_bytes(here))
    return found


def main() -> None:
    """Print what was measured."""
    path = next(each for each in example_robots() if each.name == "panda.urdf")
    robot = read(path)
    meshes = surfaces(robot)
    three = (resources.files("robotfmt.viewer") / "web" / "three.js.gz").read_bytes()
    bare = BARE.replace("$three", b64encode(three).decode())
    bare = bare.replace("$meshes", json.dumps([b64encode(each).decode() for each in meshes]))
    page = make_page([Shown(robot=robot, caption="panda", context=Context())], title="panda")
    triangles = sum(int(np.frombuffer(each[80:84], dtype="<u4")[0]) for each in meshes)
    size = sum(map(len, meshes))
    print(f"{path.name}: {triangles} triangles, {size / 1e6:.2f} MB of STL")
    print(f"page {len(page) / 1e6:.2f} MB ({len(page) / size:.2f} of its meshes), bare page {len(bare) / 1e6:.2f} MB")
    with tempfile.TemporaryDirectory() as name, opened(Path(name) / "browser") as driver:
        for title, text in (("page", page), ("bare", bare)):
            (Path(name) / f"{title}.html").write_text(text, encoding="utf-8")
        times: dict[str, list[float]] = {"page": [], "bare": []}
        frames: dict[str, list[float]] = {"page": [], "bare": []}
        for _ in range(ROUNDS + 1):  # the first one is for the caches
            for title in times:
                driver.get((Path(name) / f"{title}.html").as_uri())
                times[title].append(driver.execute_async_script(FIRST))
                frames[title].append(driver.execute_async_script(TURNING))
    first = {title: statistics.median(each[1:]) for title, each in times.items()}
    turning = {title: statistics.median(each[1:]) for title, each in frames.items()}
    ratio = first["page"] / first["bare"]
    print(f"first frame: page {first['page']:.0f} ms, bare {first['bare']:.0f} ms, ratio {ratio:.2f}")
    print(f"turning: page {turning['page']:.1f}, bare {turning['bare']:.1f} frames a second")


if __name__ == "__main__":
    main()
