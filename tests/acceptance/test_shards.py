"""The shards of a run have no item in common, and together they have all items."""

import json
from collections.abc import Callable

import pytest

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.records.shard import Shard
from tests.acceptance.conftest import Project

Collected = Callable[..., list[str]]


def test_shards_split_what_was_selected_also_in_workers(collected: Collected):
    selecting = ("--model=sample/polished", "--model=sample/flawed", "-k", "not games", "--cookie-repeats=2")
    whole = collected(*selecting)
    first, second, third = (collected(*selecting, f"--cookie-shard={index}/3") for index in (1, 2, 3))
    assert sorted(first + second + third) == sorted(whole)
    assert first == [name for name in whole if name in first]
    assert all((first, second, third))
    assert collected(*selecting, "--cookie-shard=2/3", "-n2") == second


def run(project: Project, *arguments: str, folder: str = "run") -> pytest.RunResult:
    """Without a process of its own: no item runs."""
    options = ("--cookie-cases", "cases.yaml", "--cookie-run", folder, "-p", "no:cacheprovider")
    return project.pytester.runpytest_inprocess(*options, *arguments)


def collected_names(result: pytest.RunResult) -> list[str]:
    return [line.partition("::")[2] for line in result.outlines if "::" in line]


def test_the_environment_shards_whoever_uses_us_and_says_so(project: Project, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CIRCLE_NODE_INDEX", "1")
    monkeypatch.setenv("CIRCLE_NODE_TOTAL", "2")
    project.page("good.html")
    for number in range(8):
        project.case(f"page-{number}", "good.html")
    sharded = run(project, "--collect-only")
    sharded.stdout.fnmatch_lines(["cookie: shard 2/2, set by CircleCI", "*/8 tests collected (* deselected)*"])
    everything = run(project, "--collect-only", "--cookie-shard=off")
    everything.stdout.fnmatch_lines(["*8 tests collected in *"])
    everything.stdout.no_fnmatch_line("cookie: shard*")
    project.pytester.makepyfile("def test_mine(): pass\ndef test_other(): pass\n")
    unused = project.pytester.runpytest_inprocess("-p", "no:cacheprovider", "--collect-only")
    unused.stdout.fnmatch_lines(["*2 tests collected in *"])


def test_tests_of_the_users_own_are_split_by_the_item_that_they_ask_for(project: Project):
    project.page("good.html")
    for number in range(8):
        project.case(f"page-{number}", "good.html")
    mine = str(project.pytester.makepyfile("def test_mine(artifact): pass\ndef test_other(): pass\n"))
    one, two = (collected_names(run(project, mine, "--collect-only", "-q", f"--cookie-shard={i}/2")) for i in (1, 2))
    assert set(one) & set(two) == {"test_other"}
    assert len(set(one) | set(two)) == 9
    assert min(len(one), len(two)) > 1


@pytest.mark.parametrize("workers", ["0", "1"])
def test_an_empty_shard_is_no_error_and_leaves_word(project: Project, workers: str):
    project.page("good.html")
    project.case("only-page", "good.html")
    key = ItemKey(case="only-page", model="ready", mode="html")
    empty = next(index for index in (1, 2) if not Shard(index=index, count=2).holds(key))
    result = run(project, f"--cookie-shard={empty}/2", "-n", workers)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines([f"shard {empty}/2: 0 of 1 item: the shard is empty, which is not an error"])
    manifest = json.loads((project.path / "run" / "manifest.json").read_text())
    assert (manifest["shard"], manifest["planned"], manifest["whole"]) == (f"{empty}/2", 0, 1)
    assert project.records() == []


def test_a_shard_of_nothing_is_what_nothing_is(project: Project):
    project.page("good.html")
    project.case("only-page", "good.html")
    nothing = run(project, "--cookie-shard=1/2", "-k", "nosuchthing", folder="nothing")
    assert nothing.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert not (project.path / "nothing").exists()
