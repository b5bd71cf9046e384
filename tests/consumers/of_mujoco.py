"""A robot as MuJoCo has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from programs import oracle

from .behaviour import Axis, Behaviour, Body
from .contact import contact_of_mujoco
from .couplings import couplings_of_mujoco
from .difference import NAMELESS, Array, Values
from .drives import drives_of_mujoco
from .gravity import gravity_of_mujoco
from .looks_of_programs import looks_of_mujoco
from .overlaps import overlaps_of_mujoco
from .sensing_of_mujoco import cameras_of_mujoco, lights_of_mujoco, sensors_of_mujoco
from .states import states_of_mujoco


def of_mujoco(path: Path) -> Behaviour:
    """Return what MuJoCo has of an MJCF.

    Raises:
        ValueError: MuJoCo refuses it.
    """
    mujoco: Any = oracle("mujoco")
    model = mujoco.MjModel.from_xml_path(str(path))
    bodies = {model.body(each).name: each for each in range(1, model.nbody) if model.body(each).name}
    one, free = _joints(mujoco, model)
    data = mujoco.MjData(model)

    def place(values: Values) -> dict[str, Array]:
        mujoco.mj_resetData(model, data)
        for name, value in values.items():
            data.qpos[model.jnt_qposadr[one[name]]] += value
        mujoco.mj_kinematics(model, data)
        return {name: _pose(data, each) for name, each in bodies.items()}

    return Behaviour(
        {name: _body(mujoco, model, each) for name, each in bodies.items()},
        {name: _axis(model, each) for name, each in one.items()},
        place,
        floating=free,
        states=states_of_mujoco(model, one),
        drives=drives_of_mujoco(mujoco, model),
        couplings=couplings_of_mujoco(mujoco, model),
        gravity=gravity_of_mujoco(mujoco, model),
        contact=contact_of_mujoco(mujoco, model),
        overlaps=overlaps_of_mujoco(mujoco, model),
        looks=looks_of_mujoco(mujoco, model),
        cameras=cameras_of_mujoco(model),
        sensors=sensors_of_mujoco(mujoco, model),
        lights=lights_of_mujoco(mujoco, model),
        plugins={},
    )


def _joints(mujoco: Any, model: Any) -> tuple[dict[str, int], frozenset[str]]:
    one, free = {}, set()
    for each in range(model.njnt):
        if _type(mujoco, model, each) == "mjJNT_FREE":
            free.add(model.body(model.jnt_bodyid[each]).name)
        elif _type(mujoco, model, each) in ("mjJNT_HINGE", "mjJNT_SLIDE"):
            one[model.joint(each).name or f"{NAMELESS}{each}"] = each
    return one, frozenset(free - _welded(mujoco, model))


def _welded(mujoco: Any, model: Any) -> set[str]:
    """Return the roots of bodies that are welded to bodies of others: what programs with joints do not call free."""
    welds = [
        each
        for each in range(model.neq)
        if model.eq_type[each] == int(mujoco.mjtEq.mjEQ_WELD)
        and model.eq_active0[each]
        and model.eq_objtype[each] == int(mujoco.mjtObj.mjOBJ_BODY)
    ]
    ends = ((int(model.eq_obj1id[each]), int(model.eq_obj2id[each])) for each in welds)
    roots = ((model.body_rootid[one], model.body_rootid[other]) for one, other in ends if one and other)
    return {model.body(other).name for one, other in roots if one != other}


def _type(mujoco: Any, model: Any, joint: int) -> str:
    return str(mujoco.mjtJoint(int(model.jnt_type[joint])).name)


def _body(mujoco: Any, model: Any, each: int) -> Body:
    turned = np.zeros(9)
    mujoco.mju_quat2Mat(turned, model.body_iquat[each])
    axes = turned.reshape(3, 3)
    inertia = axes @ np.diag(model.body_inertia[each]) @ axes.T
    return Body(float(model.body_mass[each]), model.body_ipos[each].copy(), inertia)


def _axis(model: Any, each: int) -> Axis:
    lower, upper = model.jnt_range[each] if model.jnt_limited[each] else (-np.inf, np.inf)
    zero = model.qpos0[model.jnt_qposadr[each]]  # MuJoCo counts values from ref, others from the pose that is drawn
    dof = model.jnt_dofadr[each]
    return Axis(
        lower=float(lower - zero),
        upper=float(upper - zero),
        damping=float(np.ravel(model.dof_damping[dof])[0]),
        friction=float(model.dof_frictionloss[dof]),
        armature=float(model.dof_armature[dof]),
        effort=float(model.jnt_actfrcrange[each][1]) if model.jnt_actfrclimited[each] else None,
    )


def _pose(data: Any, each: int) -> Array:
    found = np.eye(4)
    found[:3, :3] = data.xmat[each].reshape(3, 3)
    found[:3, 3] = data.xpos[each]
    return found
