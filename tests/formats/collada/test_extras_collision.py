"""Pairs that are not checked, flags of links, and geometry for collisions alone."""

from __future__ import annotations

import pytest
from extras import (
    SPOT,
    Loaded,
    chain,
    compact,
    document,
    injected,
    load,
    plain,
    robot,
    written,
)

from robotfmt.model import Box, Geometry, IgnoredPair, Purpose, Robot
from robotfmt.model.record import replace
from robotfmt_collada.parts.body import Ids
from robotfmt_collada.parts.pairs import read_collision, write_collision, write_visibility

PARAMETER = '<newparam sid="off"><bool>false</bool></newparam>'
EXAMPLE = """
<extra type="collision">
  <technique profile="OpenRAVE">
    <bind_instance_geometry type="environment" link="linka" url="#linka_env0"/>
    <bind_instance_geometry type="environment" link="linka" url="#linka_env1"/>
    <bind_instance_geometry type="self" link="linka" url="#linka_self"/>
    <bind_instance_geometry type="environment" link="linkb" url="#linkb_env0"/>
    <ignore_link_pair link0="linka" link1="linkb"/>
    <link_collision_state link="linka"><bool>true</bool></link_collision_state>
  </technique>
</extra>"""
NAMES = ("linka_env0", "linka_env1", "linka_self", "linkb_env0")
GEOMETRIES = "".join(f'<geometry id="{name}"><mesh/></geometry>' for name in NAMES)


def _load(model: str = "", system: str = "", instance: str = "") -> tuple[tuple[IgnoredPair, ...], Loaded]:
    geometries = f"<library_geometries>{GEOMETRIES}</library_geometries>"
    kinematics = chain("linka", "j", "linkb", "k", "linkc", inside=model)
    loaded = load(document(kinematics, system=system, instance=instance, root=geometries))
    return read_collision(loaded.body, loaded.extras), loaded


def _extra(inside: str, kind: str = "collision") -> str:
    return f'<extra type="{kind}"><technique profile="OpenRAVE">{inside}</technique></extra>'


def _state(what: str, value: str, link: str = "linka") -> str:
    return f'<link_{what}_state link="{link}">{value}</link_{what}_state>'


def _geometries(loaded: Loaded, link: str) -> list[tuple[str | None, Purpose]]:
    return [(getattr(each.shape, "uri", None), each.purpose) for each in loaded.body.links[link].collisions]


def test_the_example_of_the_text() -> None:
    pairs, loaded = _load(EXAMPLE)
    assert pairs == (IgnoredPair(first="LINKA", second="LINKB"),)
    environment, own = Purpose.ENVIRONMENT, Purpose.SELF
    assert _geometries(loaded, "LINKA") == [
        ("#linka_env0", environment),
        ("#linka_env1", environment),
        ("#linka_self", own),
    ]
    assert _geometries(loaded, "LINKB") == [("#linkb_env0", environment)]
    mirrors = [draft.mirrors_visuals for draft in loaded.body.links.values()]
    assert mirrors == [False, False, True]
    assert [draft.enabled for draft in loaded.body.links.values()] == [True, None, None]
    assert loaded.left() == [] and loaded.codes == []


def test_one_geometry_bound_for_both_uses_is_against_everything() -> None:
    binds = "".join(
        f'<bind_instance_geometry type="{use}" link="linka" url="#linka_self" material="#m"/>'
        for use in ("environment", "self", "self", "environment", "self")
    )
    _, loaded = _load(_extra(binds))
    both, own = Purpose.COLLISION, Purpose.SELF
    assert _geometries(loaded, "LINKA") == [
        ("#linka_self", both),
        ("#linka_self", both),
        ("#linka_self", own),
    ]
    assert loaded.left() == []


@pytest.mark.parametrize(
    "value", ["<bool>false</bool>", "<bool>0</bool>", "<param>off</param>", "<int>0</int>", "false"]
)
@pytest.mark.parametrize("what", ["collision", "visible"])
def test_every_spelling_of_a_flag(what: str, value: str) -> None:
    _, loaded = _load(PARAMETER + _extra(_state(what, value)))
    draft = loaded.body.links["LINKA"]
    assert (draft.enabled, draft.visible) == ((False, None) if what == "collision" else (None, False))
    assert [name for _, name, _ in loaded.left() if name != "newparam"] == []


def test_flags_of_several_levels_count_together() -> None:
    yes, no = "<bool>true</bool>", "<bool>false</bool>"
    model = _extra(_state("collision", yes) + _state("collision", no, "linkb") + _state("visible", yes))
    system = _extra(_state("collision", yes) + _state("collision", yes, "linkb"))
    instance = _extra(_state("collision", no) + _state("visible", yes, "linkc")) + _extra(
        _state("visible", no), "visible"
    )
    _, loaded = _load(model, system, instance)
    assert [draft.enabled for draft in loaded.body.links.values()] == [False, False, None]
    assert [draft.visible for draft in loaded.body.links.values()] == [False, None, True]
    assert loaded.left() == []


def test_the_same_pair_at_two_levels_is_one() -> None:
    pair = '<ignore_link_pair link0="kmodel0/linka" link1="linkb"/>'
    turned = '<ignore_link_pair link0="linkb" link1="linka"/>'
    pairs, loaded = _load(_extra(pair), _extra(turned))
    assert pairs == (IgnoredPair(first="LINKA", second="LINKB"),)
    assert loaded.left() == []


@pytest.mark.parametrize(
    "inside",
    [
        '<ignore_link_pair link0="linka" link1="nil"/>',
        '<bind_instance_geometry type="self" link="nil" url="#linka_self"/>',
        '<bind_instance_geometry type="self" link="linka" url="#nil"/>',
        _state("collision", "<bool>true</bool>", "nil"),
        _state("collision", "<param>nil</param>"),
        _state("collision", "<bool>maybe</bool>"),
    ],
)
def test_unresolved_references_stay_and_are_reported(inside: str) -> None:
    pairs, loaded = _load(_extra(inside))
    assert pairs == ()
    assert len(loaded.left()) == 1
    assert len(loaded.codes) == 1
    assert all(not draft.collisions and draft.enabled is None for draft in loaded.body.links.values())


def test_other_groups_of_geometry_stay() -> None:
    _, loaded = _load(_extra('<bind_instance_geometry type="drawn" link="linka" url="#linka_self"/>'))
    assert [name for _, name, _ in loaded.left()] == ["bind_instance_geometry"]
    assert loaded.body.links["LINKA"].mirrors_visuals


def test_everything_unknown_survives() -> None:
    hidden = _extra(_state("visible", "<bool>false</bool>"), "visible")
    geometries = f"<library_geometries>{GEOMETRIES}</library_geometries>"
    text = document(chain("linka", "j", "linkb", inside=EXAMPLE), system=hidden, root=geometries)
    for where, changed in injected(text):
        loaded = load(changed)
        read_collision(loaded.body, loaded.extras)
        assert SPOT in repr(loaded.left()), where


# Writing

BOX = Geometry(shape=Box((1.0, 1.0, 1.0)), purpose=Purpose.COLLISION)


def _model() -> Robot:
    links = list(robot().links)
    links[0] = replace(links[0], visuals=(BOX,), visible=False)
    links[1] = replace(links[1], visuals=(BOX,), collisions=(BOX, replace(BOX, purpose=Purpose.ENVIRONMENT)))
    links[2] = replace(links[2], enabled=False, visible=True)
    pairs = (IgnoredPair(first="l0", second="l2"), IgnoredPair(first="l1", second="l0"))
    return Robot(links=tuple(links), joints=robot().joints, ignored_pairs=pairs)


def test_a_camera_is_written_as_the_specification_has_it() -> None:
    model = _model()
    node = write_collision(model, Ids(model), {("l1", 0): "geom7", ("l1", 1): "geom8"})
    assert plain(node) == compact("""
    <extra type="collision"><technique profile="OpenRAVE">
      <bind_instance_geometry type="environment" link="kmodel0/link1" url="#geom7" material="mat0"/>
      <bind_instance_geometry type="self" link="kmodel0/link1" url="#geom7" material="mat0"/>
      <bind_instance_geometry type="environment" link="kmodel0/link1" url="#geom8" material="mat0"/>
      <ignore_link_pair link0="kmodel0/link0" link1="kmodel0/link2"/>
      <ignore_link_pair link0="kmodel0/link1" link1="kmodel0/link0"/>
      <link_collision_state link="kmodel0/link0"><bool>false</bool></link_collision_state>
      <link_collision_state link="kmodel0/link1"><bool>true</bool></link_collision_state>
      <link_collision_state link="kmodel0/link2"><bool>false</bool></link_collision_state>
      <link_collision_state link="kmodel0/link3"><bool>true</bool></link_collision_state>
      <link_visible_state link="kmodel0/link0"><bool>false</bool></link_visible_state>
      <link_visible_state link="kmodel0/link2"><bool>true</bool></link_visible_state>
    </technique></extra>""")
    assert plain(write_visibility(model, Ids(model))) == compact("""
    <extra type="visible"><technique profile="OpenRAVE">
      <link_visible_state link="kmodel0/link0"><bool>false</bool></link_visible_state>
      <link_visible_state link="kmodel0/link2"><bool>true</bool></link_visible_state>
    </technique></extra>""")
    assert write_visibility(robot(), Ids(robot())) is None


def test_reads_back_equal() -> None:
    model = _model()
    ids = Ids(model)
    bound = {("l1", 0): "linka_env0", ("l1", 1): "linka_env0"}
    collision, visibility = write_collision(model, ids, bound), write_visibility(model, ids)
    assert collision is not None and visibility is not None
    text = written(model, ids, model=[collision], system=[visibility]).decode()
    geometries = f"<library_geometries>{GEOMETRIES}</library_geometries></COLLADA>"
    loaded = load(text.replace("</COLLADA>", geometries))
    assert read_collision(loaded.body, loaded.extras) == model.ignored_pairs
    drafts = loaded.body.links
    assert [each.visible for each in drafts.values()] == [link.visible for link in model.links]
    assert [each.enabled for each in drafts.values()] == [False, True, False, True]
    assert [each.purpose for each in drafts["l1"].collisions] == [Purpose.COLLISION, Purpose.ENVIRONMENT]
    assert loaded.left() == []
