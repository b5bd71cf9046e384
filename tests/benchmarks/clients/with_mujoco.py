"""MuJoCo: ten seconds at the keyframe ``home``, with the drives and the floor of the scene."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import numpy as np
from described import Findings, answer

SECONDS = 10.0


def hold(folder: Path) -> Findings:
    """Return the largest displacement in rad and m, at any time and at the end, and the bodies that touched."""
    mujoco = import_module("mujoco")
    model = mujoco.MjModel.from_xml_path(str(folder / "scene.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, model.key("home").id)
    start, moved, touching = data.qpos.copy(), np.zeros(model.nq), set[str]()
    for _ in range(round(SECONDS / model.opt.timestep)):
        mujoco.mj_step(model, data)
        moved = np.maximum(moved, abs(data.qpos - start))
        touching |= {named(model, contact) for contact in data.contact}
    turns = model.jnt_qposadr[model.jnt_type == mujoco.mjtJoint.mjJNT_HINGE]
    slides = model.jnt_qposadr[model.jnt_type == mujoco.mjtJoint.mjJNT_SLIDE]
    most = model.jnt(int(np.argmax(moved[model.jnt_qposadr]))).name if model.njnt else ""
    return {
        "rad": moved[turns].max(initial=0.0),
        "m": moved[slides].max(initial=0.0),
        "rad at the end": abs(data.qpos - start)[turns].max(initial=0.0),
        "most": most,
        "contacts": sorted(touching),
        "joints": int(model.njnt),
        "drives": int(model.nu),
        "finite": bool(np.isfinite(data.qpos).all()),
    }


def named(model: object, contact: object) -> str:
    """Return the names of the two bodies of a contact."""
    bodies = sorted(model.geom_bodyid[each] for each in contact.geom)  # type: ignore[attr-defined]
    return " / ".join(model.body(each).name for each in bodies)  # type: ignore[attr-defined]


if __name__ == "__main__":
    answer(hold)
