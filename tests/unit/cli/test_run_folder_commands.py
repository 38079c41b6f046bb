"""Every command that takes a run folder refuses links and pipes in it, and plays no forged journal back.

The arguments come from the parsers, so a new command or argument with a path must be entered here.
"""

import argparse
import multiprocessing
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_cookie.annotation.open_study import open_study
from pytest_cookie.cli import _parser
from pytest_cookie.llm.transport.shared_state import State
from pytest_cookie.protocols.run.model_access import STATE
from tests.annotated_run import write_run
from tests.forged_journal import forge_journal
from tests.unit.cli.test_foreign_traps import _serve

RUN, GOOD, OUT, NEW = "RUN", "GOOD", "OUT", "NEW"
MODELS = ("--model-a", "vendor/alpha", "--model-b", "vendor/alpha")
RUN_ARGUMENTS: dict[tuple[str, str], tuple[tuple[str, ...], ...]] = {
    ("report", "run"): (("report", RUN),),
    ("export", "run"): (("export", RUN), ("export", RUN, "--output", OUT)),
    ("judge", "run"): (("judge", RUN), ("judge", RUN, "--judge=openai/x")),
    ("merge", "out"): (("merge", RUN, GOOD),),
    ("merge", "runs"): (("merge", NEW, RUN),),
    ("compare", "a"): (("compare", RUN, GOOD, *MODELS),),
    ("compare", "b"): (("compare", GOOD, RUN, *MODELS),),
    ("bundle", "run"): (("bundle", RUN, "--output", OUT),),
    ("history", "runs"): (("history", RUN, GOOD),),
    ("gate", "run"): (("gate", RUN),),
    ("gate", "baseline"): (("gate", GOOD, "--baseline", RUN),),
    ("agree", "run"): (("agree", RUN, "PEOPLE"),),
    ("calibrate", "human"): (("calibrate", "--human", RUN),),
    ("annotate", "run"): (("annotate", RUN, "--export", OUT), ("annotate", RUN, "--list")),
    ("rebuilds", "run"): (("rebuilds", "--published", "PUBLISHED", "--run", RUN),),
    ("tasks", "run"): (("tasks", RUN),),
    ("workflows", "runs"): (("workflows", GOOD, RUN),),
    ("dataset tiers", "scores"): (("dataset", "tiers", GOOD, RUN, "--out", OUT),),
}
"""How to use each argument that may be a run folder."""
READS_ONLY_PLAIN_FILES = {("merge", NEW, RUN), ("annotate", RUN, "--list")}
"""These do not refuse a run with links. `merge` copies its plain files; `--list` reads its manifest alone."""
OTHER_ARGUMENTS: dict[str, set[str]] = {
    "check": {"output", "baseline", "storage"},
    "mcp": {"root"},
    "export": {"output"},
    "cases": {"path", "output"},
    "compare": {"json", "markdown", "html", "human"},
    "bundle": {"output"},
    "history": {"json", "html"},
    "gate": {"policy", "calibration", "json", "markdown", "junit"},
    "agree": {"human", "json"},
    "calibrate": {"cookie_cases", "output"},
    "annotate": {"token_file", "export", "import_files"},
    "rebuilds": {"labels", "cases", "published"},
    "workflows": {"people"},
    "dataset tasks": {"cases", "output", "reviewed"},
    "dataset classify-queries": {"cases", "out"},
    "dataset import": {"files", "out"},
    "dataset synthesize": {"out"},
    "dataset classify": {"pool", "out", "definitions"},
    "dataset validate": {"pool", "out", "definitions", "compare"},
    "dataset decide": {"files", "out", "arbitration"},
    "dataset tiers": {"families", "out"},
    "dataset record": {"out"},
    "dataset release": {"pool", "out", "checklists", "tiers"},
    "dataset draft-checklists": {"pool", "out", "examples"},
    **{
        f"dataset {step}": {"pool", "out"}
        for step in (
            "deduplicate", "check", "admit", "quality", "rebalance", "review", "contamination",
        )
    },
}  # fmt: skip
"""Paths that the user chooses and that are not run folders."""
COMMANDS = tuple(words for uses in RUN_ARGUMENTS.values() for words in uses)
ITEM = "items/case-0/vendor-alpha/html/1"
_SECONDS = 120


def _leaves(parser: argparse.ArgumentParser, words: tuple[str, ...] = ()) -> Iterator[tuple[str, argparse.Action]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from _leaves(below, (*words, name))
        else:
            yield " ".join(words), action


def test_every_path_of_every_command_is_known():
    found = {
        (command, action.dest)
        for command, action in _leaves(_parser())
        if action.type is Path or "run folder" in (action.help or "").lower() or action.metavar == "RUN"
    }
    others = {(command, dest) for command, names in OTHER_ARGUMENTS.items() for dest in names}
    assert found == RUN_ARGUMENTS.keys() | others
    assert not RUN_ARGUMENTS.keys() & others


def link_to(name: str) -> Callable[[Path, Path], None]:
    def set_trap(run: Path, outside: Path) -> None:
        place = run / name
        if place.exists():
            place.rename(outside / place.name)
        place.symlink_to(outside)

    return set_trap


def pipe_at(name: str) -> Callable[[Path, Path], None]:
    def set_trap(run: Path, outside: Path) -> None:
        (run / name).unlink(missing_ok=True)
        os.mkfifo(run / name)

    return set_trap


LINKS = {
    "artifact-link": link_to(f"{ITEM}/artifact"),
    "item-link": link_to(ITEM),
    "annotation-link": link_to("annotation"),
    "models-link": link_to("models"),
    "new-link": link_to("elsewhere"),
    "item-pipe": pipe_at(f"{ITEM}/verdict.json"),
    "answers-pipe": pipe_at("annotation/answers.sqlite-wal"),
    "records-pipe": pipe_at("records.jsonl"),
}


def databases(run: Path) -> list[Path]:
    """Every database that a run may have, made by what uses it."""
    open_study(run, [], {}).store.close()
    state = State(run / STATE)
    with state.transaction():
        pass
    state.close()
    return [run / "annotation" / "answers.sqlite", state.path]


class Server:
    """Another process that runs commands, so that one that hangs ends the test and not the suite."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("fork")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def run(self, words: list[str]) -> tuple[int, str]:
        self._ours.send(words)
        assert self._ours.poll(_SECONDS), f"{words} did not end"
        code, output = self._ours.recv()
        return code, output

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._ours.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    _parser()  # loaded before the fork
    server = Server()
    yield server
    server.end()


class Place:
    """A run with traps, a good one, and files outside of both."""

    def __init__(self, root: Path) -> None:
        self.root, self.outside = root, root / "outside"
        self.outside.mkdir(parents=True)
        self.run, self.good = (write_run(root / name, cases=1) for name in ("run", "good"))
        (self.outside / "victim.txt").write_text("mine")
        (root / "people.csv").write_text("case,model,rater,total\ncase-0,vendor/alpha,ann,5\n")
        (root / "published.csv").write_text("model,prompt,full_clip\nm,direct,0.5\n")

    def words(self, words: tuple[str, ...], number: int) -> list[str]:
        known = {
            RUN: self.run, GOOD: self.good, NEW: self.root / f"new-{number}", OUT: self.root / f"out-{number}",
            "PEOPLE": self.root / "people.csv", "PUBLISHED": self.root / "published.csv",
        }  # fmt: skip
        return [str(known.get(word, word)) for word in words]

    def state(self) -> dict[str, tuple[int, bytes]]:
        return {
            str(path): (path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
            for path in sorted(self.outside.rglob("*"))
        }


@pytest.mark.parametrize("trap", LINKS)
def test_links_and_pipes_are_refused_by_every_command(tmp_path: Path, server: Server, trap: str):
    place = Place(tmp_path)
    databases(place.run)
    LINKS[trap](place.run, place.outside)
    before = place.state()
    for number, words in enumerate(COMMANDS):
        code, output = server.run(place.words(words, number))
        assert place.state() == before, words
        if words not in READS_ONLY_PLAIN_FILES:
            assert code == 2, f"{words}: {output}"
            assert "contains entries that are not plain files" in output or words[:2] == ("merge", RUN), output


def test_no_command_plays_a_forged_journal_back(tmp_path: Path, server: Server):
    for number, words in enumerate(COMMANDS):
        place = Place(tmp_path / str(number))  # written for each, because commands change a run
        for count, database in enumerate(databases(place.run)):
            victim = place.outside / f"victim-{count}.txt"
            victim.write_text("mine")
            forge_journal(database, victim)
        before = place.state()
        code, output = server.run(place.words(words, number))
        assert place.state() == before, words
        assert code >= 0, f"{words}: {output}"
        assert "Traceback" not in output
