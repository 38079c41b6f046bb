"""Run folders from elsewhere that hold traps: no command touches anything outside of them, and every command ends."""

import contextlib
import io
import json
import multiprocessing
import os
import shutil
import socket
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from pytest_cookie.cli import main
from pytest_cookie.records.item import ItemFolder
from tests.synthetic_run import write_synthetic_run
from tests.unit.judging.evidence_builders import artifact as make_artifact
from tests.unit.judging.evidence_builders import case as make_case

SECRET = "the contents of a file that is none of theirs"
_SECONDS = 120
_REFUSED = "contains entries that are not plain files or folders"

Trap = Callable[[Path, Path], None]


def _swap(run: Path, name: str, target: Path | str) -> None:
    """Replaces a file or folder by a link, and moves it to the link's target."""
    place, target = run / name, Path(target)
    if place.exists():
        place.rename(target)
    place.symlink_to(target)


def _link(name: str, to: str) -> Trap:
    return lambda run, outside: _swap(run, name, outside / to)


def _item(run: Path) -> Path:
    """An item that is complete, with pictures."""
    return next(path.parents[2] for path in sorted(run.glob("items/moth*/*/*/*/evidence/static/*.png")))


def _item_link(name: str, to: str) -> Trap:
    return lambda run, outside: _swap(_item(run), name, outside / to)


def _pipe(name: str) -> Trap:
    def set_trap(run: Path, outside: Path) -> None:
        (run / name).unlink(missing_ok=True)
        os.mkfifo(run / name)

    return set_trap


def _item_pipe(name: str) -> Trap:
    return lambda run, outside: _pipe(name)(_item(run), outside)


def _device(run: Path, outside: Path) -> None:
    place = next(_item(run).rglob("*.png"))
    place.unlink()
    place.symlink_to("/dev/zero")


def _socket(run: Path, outside: Path) -> None:
    here = Path.cwd()
    os.chdir(_item(run))  # the address of a socket may not be long
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("case.sock")
    finally:
        os.chdir(here)


def _relative_link(run: Path, outside: Path) -> None:
    """One that stays inside, at first sight."""
    (_item(run) / "artifact" / "up").symlink_to("../../../../../../outside")


TREE_TRAPS: dict[str, Trap] = {
    "data": _link("data", "kept"),
    "assets": _link("assets", "kept"),
    "export": _link("export", "kept"),
    "index": _link("index.html", "page.html"),
    "records": _link("records.jsonl", "records.jsonl"),
    "manifest": _link("manifest.json", "manifest.json"),
    "manifest-pipe": _pipe("manifest.json"),
    "records-pipe": _pipe("records.jsonl"),
    "plan": _link("planned.txt", "planned.txt"),
    "lock": _link("run.lock", "secret.txt"),
    "lock-pipe": _pipe("run.lock"),
    "items": _link("items", "items"),
    "models": _link("models", "kept"),
    "item-record": _item_link("record.json", "record.json"),
    "item-record-pipe": _item_pipe("record.json"),
    "item-artifact-pipe": _item_pipe("artifact.json"),
    "item-verdicts": _item_link("verdicts", "verdicts"),
    "item-page": _item_link("index.html", "page.html"),
    "item-evidence": _item_link("evidence", "evidence"),
    "item-log-pipe": _item_pipe("deployment.log"),
    "device": _device,
    "socket": _socket,
    "relative-link": _relative_link,
}
COMMANDS: dict[str, list[str]] = {
    "report": ["report", "RUN"],
    "export": ["export", "RUN"],
    "judge": ["judge", "RUN"],
    "merge": ["merge", "OUT", "RUN"],
}


@pytest.fixture(scope="module")
def written_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run to copy. Commands are used once, so that forked processes do not load them again."""
    root = tmp_path_factory.mktemp("written")
    run = write_synthetic_run(root / "run")
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for command in ("report", "judge"):
            main([command, str(shutil.copytree(run, root / command))])
    return run


class Place:
    """A foreign run, and files outside that no command may touch."""

    def __init__(self, root: Path, written_run: Path) -> None:
        self.root, self.outside = root, root / "outside"
        (self.outside / "kept").mkdir(parents=True)
        for name in ("secret.txt", "page.html", "kept/mine.js", "kept/item-0.css", "kept/records.csv"):
            (self.outside / name).write_text(SECRET)
        self.run = shutil.copytree(written_run, root / "run")

    def command(self, name: str) -> tuple[int, str]:
        """The exit code and output of one command."""
        [(_, code, output)] = self.commands([name])
        return code, output

    def commands(self, names: Iterable[str]) -> Iterator[tuple[str, int, str]]:
        """Run the commands one by one in another process, which is ended if one hangs: name, exit code, output."""
        words = {"RUN": self.run, "OUT": self.root / "out"}
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs,))
        process.start()
        theirs.close()
        try:
            for name in names:
                ours.send([str(words.get(word, word)) for word in COMMANDS[name]])
                code, output = ours.recv() if ours.poll(_SECONDS) else (-1, f"{name} did not end")
                yield name, code, output
        finally:
            process.kill()
            process.join()
            ours.close()

    def state(self) -> dict[str, tuple[bytes, int]]:
        """All that is outside: its content, and when it was last changed."""
        return {
            path.relative_to(self.outside).as_posix(): (
                path.read_bytes() if path.is_file() else b"",
                path.stat().st_mtime_ns,
            )
            for path in sorted(self.outside.rglob("*"))
        }


def _serve(pipe: Connection) -> None:
    while True:
        arguments = pipe.recv()
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            try:
                code = main(arguments)
            except BaseException as error:  # noqa: BLE001 - the test prints it
                code = -2
                output.write(f"raised {error!r}")
        pipe.send((code, output.getvalue()))


@pytest.fixture
def place(tmp_path: Path, written_run: Path) -> Place:
    return Place(tmp_path, written_run)


@pytest.mark.parametrize("trap", TREE_TRAPS)
def test_no_trap_leads_a_command_out_of_a_run(place: Place, trap: str):
    """`test_run_folder_commands.py` tries some of these traps on every other command."""
    TREE_TRAPS[trap](place.run, place.outside)
    before = place.state()
    for name, code, output in place.commands(("report", "merge")):
        assert place.state() == before, name
        if name == "merge":  # copies plain files and names the others
            assert code in (0, 2), output
            assert not _holding_the_secret(place.root / "out")
        else:
            assert code == 2, f"{name}: {output}"
            assert _REFUSED in output, name
            assert f"pytest-cookie merge NEW {place.run}" in output, name
            assert f"cp -rL {place.run} COPY" in output, name


def _edit(path: Path, change: Callable[[dict[str, object]], None]) -> None:
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


@pytest.mark.parametrize("folder", ["../outside", "/OUTSIDE", "items/../../outside/kept/a", ".", "data", "items/a/b/c"])
def test_a_record_that_lies_elsewhere_is_not_followed(place: Place, folder: str):
    named = folder.replace("/OUTSIDE", str(place.outside))
    _edit(_item(place.run) / "record.json", lambda record: record.update(folder=named))
    lines = (place.run / "records.jsonl").read_text().splitlines()
    moved = [json.dumps(json.loads(line) | {"folder": named}) for line in lines]
    (place.run / "records.jsonl").write_text("\n".join(moved) + "\n")
    before = place.state()
    for name, code, output in place.commands(("export", "report", "judge", "merge")):
        assert place.state() == before
        assert code in (0, 2), output
        if name != "export":
            assert "item is skipped" in output or "lies in" in output


@pytest.mark.parametrize("way", ["../../../../../../outside/secret.txt", "OUTSIDE/secret.txt"])
def test_files_that_a_record_names_are_not_read_elsewhere(place: Place, way: str):
    named = way.replace("OUTSIDE", str(place.outside))
    item = _item(place.run)

    def lead_out(evidence: dict[str, object]) -> None:
        trace = evidence["trace"]
        assert isinstance(trace, dict)
        for step in trace["steps"]:
            step["screenshot"] = named

    _edit(item / "evidence" / "evidence.json", lead_out)
    ItemFolder(item).write_case(make_case())
    ItemFolder(item).write_artifact(make_artifact())
    _edit(item / "artifact.json", lambda artifact: artifact.update(entry=named))
    before = place.state()
    for _, code, output in place.commands(("report", "judge")):
        assert place.state() == before
        assert code in (0, 2), output
        assert not _holding_the_secret(place.run)
        pages = "".join(path.read_text() for path in place.run.rglob("index.html"))
        assert "leads out of its folder" in pages + output


def test_an_endless_records_file_is_read_to_its_limit(place: Place):
    with (place.run / "records.jsonl").open("r+b") as file:
        file.truncate(20_000_000_000)  # a hole: it takes no room
    code, output = place.command("export")
    assert code in (0, 2)
    assert "longer than 64 MB" in output


def test_a_huge_record_is_read_to_its_limit(place: Place):
    with (_item(place.run) / "record.json").open("r+b") as file:
        file.truncate(20_000_000_000)
    code, output = place.command("report")
    assert code == 0
    assert "is larger than 64 MB" in output


def test_a_run_folder_that_is_a_link_itself_is_the_users_choice(place: Place):
    latest = place.root / "latest"
    latest.symlink_to(place.run)
    place.run = latest
    code, output = place.command("report")
    assert code == 0, output


def _holding_the_secret(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]
