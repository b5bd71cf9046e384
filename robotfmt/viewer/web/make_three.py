"""Make three.js.gz, the parts of three.js that the page uses, in one module. Run it with npm to renew that file."""

from __future__ import annotations

import gzip
import json
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSIONS = {"three": "0.187.0", "esbuild": "0.28.2"}
ENTRY = """
export {
  BufferAttribute, BufferGeometry, Color, DirectionalLight, GridHelper, Group, HemisphereLight, IcosahedronGeometry,
  InstancedMesh, LessEqualDepth, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial,
  MOUSE, Object3D, PerspectiveCamera, Scene, SRGBColorSpace, Vector3, WebGLRenderer,
} from "three";
export { OrbitControls } from "three/addons/controls/OrbitControls.js";
export { TransformControls } from "three/addons/controls/TransformControls.js";
"""
BUNDLE = (
    "esbuild",
    "entry.js",
    "--bundle",
    "--minify",
    "--format=esm",
    "--target=es2022",
    "--legal-comments=none",
)


def main() -> None:
    """Write the bundle and its licence to the folder of this file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "package.json").write_text(json.dumps({"dependencies": VERSIONS}), encoding="utf-8")
        (folder / "entry.js").write_text(ENTRY, encoding="utf-8")
        subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=folder, check=True)
        subprocess.run(["npx", *BUNDLE, "--outfile=out.js"], cwd=folder, check=True)
        data = gzip.compress((folder / "out.js").read_bytes(), 9, mtime=0)
        (HERE / "three.js.gz").write_bytes(data)
        licence = folder / "node_modules" / "three" / "LICENSE"
        (HERE / "LICENSE.three").write_text(licence.read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main()
