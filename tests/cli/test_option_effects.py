"""An option does something, or it is refused: every option of every verb, with outputs of every kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from option_probes import ARM, FITTING, PROBES, Probe
from option_runs import ONCE, Done, Place, command, hurry, kinds, verbs, with_option

from robotfmt.cli import main
from robotfmt.cli.needs import GIVEN, VERB

OPTIONS = dict(verbs())
REFUSED = 2
IDLE = "has no effect"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    found = Place(tmp_path_factory.mktemp("robot"))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(found.folder)
        hurry(patch)
        yield found


@pytest.mark.parametrize("verb", OPTIONS)
def test_the_table_has_every_option(verb: str) -> None:
    assert not set(OPTIONS[verb]) - PROBES[verb].keys()


@pytest.mark.slow
@pytest.mark.parametrize("verb", OPTIONS)
def test_every_option_has_an_effect_or_is_refused(verb: str, place: Place) -> None:
    wrong = [each for name in OPTIONS[verb] for each in _wrong(verb, name, place)]
    assert not wrong, "\n".join(wrong)


def _wrong(verb: str, name: str, place: Place) -> Iterator[str]:
    """Yield what is wrong with an option: it has no effect, or it is refused although it has one."""
    probe, every = PROBES[verb][name], kinds(verb)
    if probe.why_not:
        return
    for kind in every if probe.every else [ONCE.get(verb, "xrdf" if len(every) > 1 else "")]:
        line = command(verb, probe, every[kind])
        before = place.run(line, twice=probe.exists)
        if before.code == REFUSED and IDLE in before.err:
            continue  # the verb, or what the option goes with, is refused for this output
        given = with_option(line, probe, before)
        after = place.run(given, twice=probe.exists)
        is_refused = after.code == REFUSED and name in after.err
        if not is_refused and after == before:
            yield f"{verb} {name} has no effect on {kind} ({before.code}): {before.err[:200]}"
        elif is_refused and IDLE in after.err and name not in FITTING and _differs(before, given, probe, place):
            yield f"{verb} {name} is refused for {kind}, but has an effect"


def _differs(before: Done, given: list[str], probe: Probe, place: Place) -> bool:
    """Return True if a refused option would have changed what is written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "robotfmt.cli.needs.refuse_idle", lambda options: [options.__dict__.pop(it, 0) for it in (GIVEN, VERB)]
        )
        after = place.run(given, twice=probe.exists)
    return after.code != REFUSED and (after.code, after.files) != (before.code, before.files)


def test_no_verify_leaves_out_the_proof(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robotfmt.hub.writing.prove", lambda *given: 1 / 0)
    assert place.run(["convert", ARM, "out.sdf"]).code == 70
    assert place.run(["convert", ARM, "out.sdf", "--no-verify"]).code == 0


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["convert", "{}", "out.urdf", "--budget", "5"], "--budget has no effect: no output stores collision spheres"),
        (["spheres", "fit", "{}", "-o", "out.urdf"], "'spheres fit' has no effect: no output stores collision spheres"),
        (["setup", "{}", "--for", "moveit", "--out-dir", "o", "--per-link", "3"], "moveit get no collision spheres"),
        (["srdf", "{}", "--update", "{}", "--tool", "tool"], "--update renews the pairs, and nothing else"),
        (["convert", "{}", "out.xml", "--meshes", "copy"], "--meshes has no effect: no output stores paths of mesh"),
        (["check", "{}", "--seed", "3"], "--seed has no effect: --collisions is not given"),
        (["info", "{}", "-O", "urdf.version=1.2"], "no document of the format urdf is written"),
        (["check", "{}", "-O", "urdf.version=1.2"], "urdf.version is about documents that are written"),
        (["convert", "{}", "out.xrdf", "--seed", "3"], "--seed has no effect: no spheres are fitted"),
        (["convert", "{}", "out.sdf", "--target", "curobo"], "--target has no effect: curobo reads xrdf, urdf, curobo"),
        (["info", "{}", "--json", "--tree"], "--tree has no effect: --json replaces what it changes"),
    ],
)
def test_what_is_refused_is_named_with_the_reason(
    given: list[str], says: str, place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([each.format(ARM) for each in given]) == REFUSED
    out, err = capsys.readouterr()
    assert says in (err or out)


def test_spheres_as_collision_geometry_are_fitted(place: Place) -> None:
    line = ["convert", ARM, "out.dae", "--budget", "5"]
    assert place.run(line).code == REFUSED
    assert place.run([*line, "-O", "collada.spheres=collision"]).code == 0


def test_numbers_of_spheres_are_those_of_collision_shapes(place: Place) -> None:
    few, many = (place.run(["edit", ARM, "--collisions", "spheres", "--budget", each, "-o", "o.urdf"]) for each in "38")
    assert (few.code, many.code) == (0, 0)
    assert few.files["o.urdf"] != many.files["o.urdf"]
