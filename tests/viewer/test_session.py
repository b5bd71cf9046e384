"""What is saved from a page: proved, in the right place, and nothing else is touched."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from real import FIXTURES
from visits import URDF, XRDF, arm, page, plain_page, post, reported, served, spheres

import robotfmt
from robotfmt.adapting import spell_out_pairs
from robotfmt.errors import ModelError, OutputError, UsageError
from robotfmt.hub.updating import revised
from robotfmt.model import IgnoredPair, Robot
from robotfmt.model.record import replace
from robotfmt.viewer.requests import Fit, Refused, Save
from robotfmt.viewer.session import Session, open_session
from robotfmt.xacro import Xacro

HAND = {"upper": [[0.0, 0.0, 0.1, 0.2]], "hand": [[0.0125, 0.0, -1e-05, 0.06]]}
UR10E = [str(FIXTURES / "ur10e" / f"ur10e{suffix}") for suffix in (".urdf", ".xrdf")]
TWO_SETS = XRDF.replace("format_version: 1.0", "format_version: 2.0").replace("collision:\n  geometry: g\n", "", 1)
CLONED = (
    TWO_SETS.replace("tool_frames", "world_collision: {geometry: w}\ntool_frames").replace(
        "my_own: {key: [1, 2]}\n", ""
    )
    + """  w:
    spheres:
      hand:
      - {center: [0, 0, 0], radius: 0.05}
    clone: [g]
"""
)


def saved(session: Session, spheres: dict[str, list[list[float]]]) -> list[str]:
    """Save spheres; returns what was said."""
    given = {name: tuple((x, y, z, r) for x, y, z, r in each) for name, each in spheres.items()}
    return session.save(Save(0, given))[1]


def spheres_of(robot: Robot, name: str) -> dict[str, list[list[float]]]:
    """The spheres of a set."""
    (found,) = (each for each in robot.sphere_sets if each.name == name)
    return {
        frame.frame: [[*sphere.center, sphere.radius or 0] for sphere in frame.spheres if sphere.center]
        for frame in found.frames
    }


# Where


def test_an_xrdf_is_changed_in_place(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    with served(open_session([documents], plain_page)) as site:
        answer = post(site, "/save", {"robot": 0, "spheres": HAND})
        assert answer.json["saved"] == "arm.xrdf"
        assert any("'upper' and 'hand' are adjacent, overlap by 159.2 mm" in each for each in answer.json["text"])
        text = (tmp_path / "arm.xrdf").read_text(encoding="utf-8")
        new = "      hand:\n      - {center: [0.0125, 0.0, -1.0e-05], radius: 0.06}\n"
        assert text == XRDF.replace("my_own:", f"{new}my_own:")
        assert reported(page(site))["robots"][0]["spheres"]["hand"] == [[0.0125, 0.0, -1e-05, 0.06]]
        assert post(site, "/save", {"robot": 0, "spheres": {"upper": [[0, 0, 0.1, 0.2]]}}).status == 200
        assert (tmp_path / "arm.xrdf").read_text(encoding="utf-8") == XRDF
    assert sorted(each.name for each in tmp_path.iterdir()) == ["arm.urdf", "arm.xrdf"]
    assert (tmp_path / "arm.urdf").read_text() == URDF


def test_unchanged_documents_are_not_written(tmp_path: Path) -> None:
    session = open_session([arm(tmp_path, ".urdf", ".xrdf")], plain_page)
    before = (tmp_path / "arm.xrdf").stat()
    assert saved(session, {"upper": [[0, 0, 0.1, 0.2]]}) == []
    assert (tmp_path / "arm.xrdf").stat() == before


def test_a_new_file_is_made_where_there_is_no_xrdf(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf")
    with served(open_session([documents], plain_page)) as site:
        assert reported(page(site))["server"]["save"] == "arm.xrdf"
        assert post(site, "/save", {"robot": 0, "spheres": HAND}).json["saved"] == "arm.xrdf"
        made = robotfmt.read(*documents, tmp_path / "arm.xrdf")
        assert spheres_of(made, "collision_spheres") == HAND
        uses = [made.world_collision, made.self_collision]
        assert [each.spheres for each in uses if each is not None] == ["collision_spheres"] * 2
        moved = {"upper": [[0.0, 0.0, 0.2, 0.2]]}
        assert post(site, "/save", {"robot": 0, "spheres": moved}).status == 200
        assert spheres_of(robotfmt.read(*documents, tmp_path / "arm.xrdf"), "collision_spheres") == moved
    assert sorted(each.name for each in tmp_path.iterdir()) == ["arm.urdf", "arm.xrdf"]


def test_a_new_file_is_the_same_as_that_of_convert(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    session = open_session([documents], plain_page, output=str(tmp_path / "new.xrdf"))
    saved(session, HAND)
    robotfmt.convert(
        documents,
        tmp_path / "converted.xrdf",
        edit=lambda _, **__: session.shown[0].robot,
        settings=robotfmt.Settings(),
    )
    assert (tmp_path / "new.xrdf").read_bytes() == (tmp_path / "converted.xrdf").read_bytes()
    assert (tmp_path / "arm.xrdf").read_text(encoding="utf-8") == XRDF
    assert "my_own:\n  key: [1, 2]" in (tmp_path / "new.xrdf").read_text(encoding="utf-8")


def test_no_existing_file_is_replaced(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf")
    (tmp_path / "arm.xrdf").write_text("mine")
    (tmp_path / "arm-2.xrdf").mkdir()
    session = open_session([documents], plain_page)
    assert session.saving.path == tmp_path / "arm-3.xrdf"
    session.saving.path.write_text("quicker")
    with pytest.raises(OutputError, match="already exists"):
        saved(session, HAND)
    assert session.saving.path.read_text() == "quicker"
    with pytest.raises(OutputError, match="already exists"):
        open_session([documents], plain_page, output=str(tmp_path / "arm.xrdf"))
    with pytest.raises(OutputError, match="already exists"):
        open_session([arm(tmp_path, ".urdf")], plain_page, output=str(tmp_path / "arm-2.xrdf"))
    with pytest.raises(UsageError, match=r"must end with \.xrdf"):
        open_session([documents], plain_page, output=str(tmp_path / "arm.urdf"))


def test_an_output_that_is_an_input_is_changed_in_place(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    (tmp_path / "link.xrdf").symlink_to("arm.xrdf")
    session = open_session([documents], plain_page, output=str(tmp_path / "link.xrdf"))
    saved(session, HAND)
    assert (tmp_path / "arm.xrdf").read_text(encoding="utf-8").startswith("# tuned by hand")
    assert (tmp_path / "link.xrdf").is_symlink()


def test_changes_of_another_program_are_not_overwritten(tmp_path: Path) -> None:
    session = open_session([arm(tmp_path, ".urdf", ".xrdf")], plain_page)
    path = tmp_path / "arm.xrdf"
    path.write_text(XRDF + "# mine\n")
    with pytest.raises(Refused, match="was changed by another program"):
        saved(session, HAND)
    assert path.read_text() == XRDF + "# mine\n"
    path.unlink()
    with pytest.raises(Refused, match="was changed by another program"):
        saved(session, HAND)
    assert not path.exists()


def test_a_failed_save_leaves_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_session([arm(tmp_path, ".urdf", ".xrdf")], plain_page)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with served(session) as site:
        monkeypatch.setattr("robotfmt.assets.files.os.fsync", full)
        answer = post(site, "/save", {"robot": 0, "spheres": HAND})
        assert answer.status == 422
        assert "No space left on device" in answer.words
        assert sorted(each.name for each in tmp_path.iterdir()) == ["arm.urdf", "arm.xrdf"]
        assert (tmp_path / "arm.xrdf").read_text(encoding="utf-8") == XRDF
        assert "hand" not in reported(page(site))["robots"][0]["spheres"]
        monkeypatch.undo()
        assert post(site, "/save", {"robot": 0, "spheres": HAND}).status == 200


def test_a_broken_robot_is_shown_and_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "broken.urdf"
    path.write_text(URDF.replace('<child link="hand"/>', '<child link="base"/>'))
    session = open_session([[str(path)]], plain_page)
    assert session.report.errors
    with pytest.raises(ModelError, match="nothing was written"):
        saved(session, {"upper": [[0.0, 0.0, 0.0, 0.1]]})
    assert [each.name for each in tmp_path.iterdir()] == ["broken.urdf"]


def test_only_the_first_robot_is_saved(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    with served(open_session([documents, UR10E], plain_page)) as site:
        assert [each["caption"] for each in reported(page(site))["robots"]] == [
            "arm.urdf + arm.xrdf",
            "ur10e.urdf + ur10e.xrdf",
        ]
        assert "only the first robot" in post(site, "/save", {"robot": 1, "spheres": {}}).words
        assert "no link 'upper'" in post(site, "/refit", {"robot": 1, "link": "upper"}).words


# What


def test_placeholder_spheres_and_the_order_of_spheres_stay(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    session = open_session([documents], plain_page)
    saved(session, {"hand": [[0, 0, 0, 1]], "upper": [[0, 0, 0.1, 0.3], [0, 0, 0.5, 0.4]]})
    assert spheres_of(robotfmt.read(*documents), "g") == {
        "upper": [[0, 0, 0.1, 0.3], [0, 0, 0.3, -1], [0, 0, 0.5, 0.4]],
        "hand": [[0, 0, 0, 1]],
    }
    saved(session, {"upper": [], "hand": []})
    assert spheres_of(robotfmt.read(*documents), "g") == {"upper": [[0, 0, 0.3, -1]]}
    saved(session, {})
    assert spheres_of(robotfmt.read(*documents), "g") == {"upper": [[0, 0, 0.3, -1]]}


def test_the_set_of_a_name(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    text = XRDF.replace(
        "my_own:", "  other:\n    spheres:\n      hand:\n      - {center: [0, 0, 0], radius: 0.1}\nmy_own:"
    )
    (tmp_path / "arm.xrdf").write_text(text)
    session = open_session([documents], plain_page, spheres="other")
    assert spheres(session.shown[0]) == {"hand": [[0, 0, 0, 0.1]]}
    saved(session, {"hand": [[0, 0, 0, 0.12]]})
    assert (tmp_path / "arm.xrdf").read_text() == text.replace("radius: 0.1}", "radius: 0.12}")
    with pytest.raises(UsageError, match="the sphere set 'others' does not exist"):
        open_session([documents], plain_page, spheres="others")
    assert open_session([documents[:1]], plain_page, spheres="mine").shown[0].spheres == "mine"


def test_spheres_of_a_clone_stay_in_their_set(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    (tmp_path / "arm.xrdf").write_text(CLONED)
    session = open_session([documents], plain_page)
    assert session.shown[0].spheres == "w"
    saved(session, {"hand": [[0, 0, 0, 0.07]], "upper": [[0, 0, 0, 0.1], [0, 0, 0.1, 0.2]]})
    assert (tmp_path / "arm.xrdf").read_text() == CLONED.replace(
        "      - {center: [0, 0, 0], radius: 0.05}\n",
        "      - {center: [0, 0, 0], radius: 0.07}\n      upper:\n      - {center: [0.0, 0.0, 0.0], radius: 0.1}\n",
    )
    robot = robotfmt.read(*documents)
    assert spheres_of(robot, "g") == {"upper": [[0, 0, 0.1, 0.2], [0, 0, 0.3, -1]]}
    assert spheres_of(robot, "w") == {"hand": [[0, 0, 0, 0.07]], "upper": [[0, 0, 0, 0.1]]}
    text = (tmp_path / "arm.xrdf").read_text()
    for other in ([], [[0, 0, 0.1, 0.21]], [[0, 0, 0, 0.1]]):
        with pytest.raises(Refused, match=r"'upper' belongs to the set 'g', .* --set 'g'"):
            saved(session, {"hand": [[0, 0, 0, 0.07]], "upper": other})
    saved(session, {"hand": [[0, 0, 0, 0.07]], "upper": [[0, 0, 0, 0.1], [0, 0, 0.1, 0.2]]})
    assert (tmp_path / "arm.xrdf").read_text() == text


def test_the_use_of_spheres_stays(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    text = XRDF.replace('self_collision:\n  geometry: "g"\n  ignore:\n    base: [upper]  # mine\n', "")
    (tmp_path / "arm.xrdf").write_text(text)
    saved(open_session([documents], plain_page), {"upper": [[0, 0, 0.1, 0.25]]})
    assert (tmp_path / "arm.xrdf").read_text() == text.replace("radius: 0.2}", "radius: 0.25}")


def test_a_real_robot(tmp_path: Path) -> None:
    """The joint of ``tool0`` is fixed, and the XRDF gives it a place holder."""
    documents = []
    for each in map(Path, UR10E):
        (tmp_path / each.name).write_bytes(each.read_bytes())
        documents.append(str(tmp_path / each.name))
    session = open_session([documents], plain_page)
    given = {name: [sphere for sphere in each if sphere[3] > 0] for name, each in spheres(session.shown[0]).items()}
    assert saved(session, given) == []
    assert (tmp_path / "ur10e.xrdf").read_bytes() == Path(UR10E[1]).read_bytes()
    given["tool0"] = [[0, 0, 0.01, 0.02]]
    saved(session, given)
    robot = robotfmt.read(*documents)
    assert spheres_of(robot, robot.sphere_sets[0].name)["tool0"] == [
        [0, 0, 0.12, -0.01],
        [0, 0, 0.01, 0.02],
    ]


def test_many_spheres(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    session = open_session([documents], plain_page)
    many = [[place / 1000, 0.0, 0.0, 0.01] for place in range(300)]
    saved(session, {"hand": many})
    assert spheres_of(robotfmt.read(*documents), "g")["hand"] == many


def test_only_one_save_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    running, most = [0], [0]
    real = revised

    def counted(*arguments: Any, **options: Any) -> object:
        running[0] += 1
        most[0] = max(most[0], running[0])
        try:
            return real(*arguments, **options)
        finally:
            running[0] -= 1

    monkeypatch.setattr("robotfmt.viewer.saving.revised", counted)
    with served(open_session([documents], plain_page)) as site:
        wanted = [{"upper": [[0, 0, 0, radius / 10]]} for radius in range(1, 9)]
        answers: list[int] = []
        threads = [
            Thread(target=lambda each=each: answers.append(post(site, "/save", {"robot": 0, "spheres": each}).status))
            for each in wanted
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    assert answers == [200] * 8
    assert most == [1]
    assert spheres_of(robotfmt.read(*documents), "g")["upper"] in [[*each["upper"], [0, 0, 0.3, -1]] for each in wanted]


# Pairs, limits, default positions, tool frames

SRDF = """<robot name="arm">
  <!-- kept -->
  <disable_collisions link1="upper" link2="hand" reason="Adjacent"/>
  <disable_default_collisions link="base"/>
</robot>
"""
SPHERES: dict[str, tuple[tuple[float, float, float, float], ...]] = {"upper": ((0.0, 0.0, 0.1, 0.2),)}


def opened(folder: Path, *suffixes: str) -> Session:
    """A session of an arm; with ``.srdf`` among the suffixes beside an SRDF."""
    if ".srdf" in suffixes:
        (folder / "arm.srdf").write_text(SRDF)
    documents = [*arm(folder, *(each for each in suffixes if each != ".srdf"))]
    return open_session([[*documents, *(str(folder / "arm.srdf") for each in suffixes if each == ".srdf")]], plain_page)


def text_of(folder: Path, suffix: str) -> str:
    return (folder / f"arm{suffix}").read_text(encoding="utf-8")


def test_limits_go_to_the_urdf_in_place(tmp_path: Path) -> None:
    session = opened(tmp_path, ".urdf", ".xrdf")
    names, text = session.save(Save(0, SPHERES, limits={"j1": {"lower": -0.5, "velocity": 2.0}}))
    assert names == ["arm.urdf"]
    assert text == []
    assert text_of(tmp_path, ".urdf") == URDF.replace('lower="-1"', 'lower="-0.5"').replace(
        'velocity="1"', 'velocity="2"'
    )
    assert text_of(tmp_path, ".xrdf") == XRDF
    joint = session.shown[0].robot.joint("j1")
    assert joint.limits.lower == -0.5
    assert session.save(Save(0, SPHERES, limits={"j1": {"lower": -0.5}})) == ([], [])


def test_rate_limits_are_saved_in_the_configuration_space_and_in_the_joint(tmp_path: Path) -> None:
    session = opened(tmp_path, ".urdf", ".xrdf")
    names, _ = session.save(Save(0, SPHERES, limits={"j1": {"acceleration": 15.0, "jerk": 90.0}}))
    assert sorted(names) == ["arm.urdf", "arm.xrdf"]
    assert text_of(tmp_path, ".urdf") == URDF.replace('acceleration="12"', 'acceleration="15"')
    assert text_of(tmp_path, ".xrdf") == XRDF.replace("[12]", "[15.0]").replace("[ 500 ]", "[ 90.0 ]")


def test_default_positions_and_tool_frames_go_to_the_xrdf(tmp_path: Path) -> None:
    session = opened(tmp_path, ".urdf", ".xrdf")
    names, text = session.save(Save(0, SPHERES, defaults={"j1": 0.25}, tools=("upper", "hand")))
    assert (names, text) == (["arm.xrdf"], [])
    assert text_of(tmp_path, ".xrdf") == XRDF.replace("1e-1", "0.25").replace('["hand"]', '["upper", "hand"]')
    session.save(Save(0, SPHERES, defaults={}, tools=("hand",)))
    robot = robotfmt.read(tmp_path / "arm.urdf", tmp_path / "arm.xrdf")
    assert robot.tool_frames == ("hand",)
    assert [each.values for each in robot.default_positions] == [(0.0,)]  # an XRDF has one for each controlled joint


def test_a_default_position_is_checked_against_the_new_limits(tmp_path: Path) -> None:
    session = opened(tmp_path, ".urdf", ".xrdf")
    with pytest.raises(Refused, match=r"default position 1\.5 of 'j1' is above the upper limit 1"):
        session.save(Save(0, SPHERES, defaults={"j1": 1.5}))
    names, text = session.save(Save(0, SPHERES, defaults={"j1": 1.5}, limits={"j1": {"upper": 2.0}}))
    assert (sorted(names), text) == (["arm.urdf", "arm.xrdf"], [])
    _, text = session.save(Save(0, SPHERES, limits={"j1": {"upper": 1.25}}))
    assert 'upper="1.25"' in text_of(tmp_path, ".urdf")


def test_pairs_of_an_xrdf_are_switched_on_and_off(tmp_path: Path) -> None:
    session = opened(tmp_path, ".urdf", ".xrdf")
    session.save(Save(0, SPHERES, pairs=(("base", "upper", "mine"), ("upper", "hand", "User"))))
    line = "    base: [upper]  # mine\n"
    assert text_of(tmp_path, ".xrdf") == XRDF.replace(line, f"{line}    upper: [hand]  # User\n")
    session.save(Save(0, SPHERES, pairs=(("upper", "hand", "User"),)))
    assert text_of(tmp_path, ".xrdf") == XRDF.replace(line, "    upper: [hand]  # User\n")


def test_pairs_of_an_srdf_are_switched_there(tmp_path: Path) -> None:
    session = opened(tmp_path, ".urdf", ".srdf")
    names, _ = session.save(Save(0, {}, pairs=(("base", "hand", "Unchecked"),)))
    assert names == ["arm.srdf"]
    text = text_of(tmp_path, ".srdf")
    assert "<!-- kept -->" in text
    assert "disable_collisions link1" not in text
    assert '<enable_collisions link1="base" link2="upper"/>' in text
    assert not (tmp_path / "arm.xrdf").exists()
    pairs = (("base", "hand", "Unchecked"), ("hand", "upper", "User"), ("base", "upper", "Unchecked"))
    session.save(Save(0, {}, pairs=pairs))
    assert "enable_collisions" not in text_of(tmp_path, ".srdf")
    assert '<disable_collisions link1="hand" link2="upper" reason="User"/>' in text_of(tmp_path, ".srdf")


def test_a_pair_of_both_documents_is_switched_in_both(tmp_path: Path) -> None:
    session = opened(tmp_path, ".urdf", ".xrdf", ".srdf")
    names, _ = session.save(Save(0, SPHERES, pairs=()))
    assert sorted(names) == ["arm.srdf", "arm.xrdf"]
    robot = robotfmt.read(*(tmp_path / f"arm{each}" for each in (".urdf", ".srdf", ".xrdf")))
    assert spell_out_pairs(robot).ignored_pairs == ()


def test_a_first_save_makes_an_xrdf_with_spheres_pairs_and_limits(tmp_path: Path) -> None:
    session = opened(tmp_path, ".urdf")
    wanted = Save(
        0,
        {"hand": ((0.0, 0.0, 0.0, 0.1),)},
        pairs=(("upper", "hand", "User"),),
        defaults={"j1": 0.5},
        tools=("upper",),
        limits={"j1": {"upper": 0.75}},
    )
    assert session.save(wanted)[0] == ["arm.urdf", "arm.xrdf"]
    robot = robotfmt.read(tmp_path / "arm.urdf", tmp_path / "arm.xrdf")
    assert robot.joint("j1").limits.upper == 0.75
    assert [(each.joint, each.values) for each in robot.default_positions] == [("j1", (0.5,))]
    assert robot.tool_frames == ("upper",)
    assert [(each.first, each.second, each.reason) for each in robot.ignored_pairs] == [("upper", "hand", "User")]


def test_several_documents_are_saved_together_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = opened(tmp_path, ".urdf", ".xrdf")
    wanted = Save(0, SPHERES, defaults={"j1": 0.25}, limits={"j1": {"upper": 0.75}})
    (tmp_path / "arm.xrdf").write_text(XRDF + "# mine\n")
    with pytest.raises(Refused, match="changed by another program"):
        session.save(wanted)
    assert text_of(tmp_path, ".urdf") == URDF
    assert session.shown[0].robot.joint("j1").limits.upper == 1


def test_the_session_gives_the_reason_if_nothing_can_be_changed_in_place(tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf")
    robotfmt.convert(documents, tmp_path / "arm.dae", edit=lambda robot, **_: with_pair(robot))
    session = open_session([[str(tmp_path / "arm.dae")]], plain_page)
    with pytest.raises(Refused, match=r"limits of 'j1' cannot be saved: it is from '.*arm\.dae', which cannot be"):
        session.save(Save(0, {}, limits={"j1": {"upper": 0.5}}))
    with pytest.raises(Refused, match=r"'hand' and 'upper' cannot be checked against each other again: it is from"):
        session.save(Save(0, {}, pairs=()))
    macro = tmp_path / "arm.urdf.xacro"
    macro.write_text(URDF.replace("<robot", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"'))
    settings = robotfmt.Settings(xacro=Xacro())
    session = open_session([[str(macro)]], plain_page, settings)
    assert [place.path.name for place in session.saving.places] == ["arm.xrdf"]


def with_pair(robot: Robot) -> Robot:
    return replace(robot, ignored_pairs=(IgnoredPair(first="upper", second="hand"),))


def test_all_links_are_fitted_within_a_budget(tmp_path: Path) -> None:
    session = opened(tmp_path, ".urdf")
    found = session.fit(Fit(0, 12))
    assert found.keys() == {"upper", "hand"}
    assert 2 <= sum(map(len, found.values())) <= 12
    assert session.shown[0].robot.sphere_sets == ()
    with pytest.raises(UsageError, match="too few"):
        session.fit(Fit(0, 1))
