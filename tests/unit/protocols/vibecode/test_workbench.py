"""The workbench: what commands do to the project's files, and browsers that end while a model looks."""

import io
import os
import tarfile
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_cookie.browser.errors import BrowserGoneError, PageGoneError
from pytest_cookie.generation.coding.project_paths import RefusedError
from pytest_cookie.generation.coding.workspace import Workspace
from pytest_cookie.protocols.vibecode.generation import workbench
from pytest_cookie.protocols.vibecode.generation.generator import SCAFFOLD
from pytest_cookie.protocols.vibecode.generation.workbench import Workbench


class Shell:
    """A command that leaves `files`, a link and a folder."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._files = files

    def run(self, command: str, seconds: float) -> tuple[int | None, str]:
        return 0, "done"

    def archive(self) -> io.BytesIO:
        target = io.BytesIO()
        with tarfile.open(fileobj=target, mode="w") as archive:
            for name, content in self._files.items():
                member = tarfile.TarInfo(name)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
            link = tarfile.TarInfo("store.py")
            link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
            archive.addfile(link)
        target.seek(0)
        return target

    def close(self) -> None: ...


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(SCAFFOLD, tmp_path / "project")


def test_files_that_a_command_changes_or_deletes_are_so_in_the_project(workspace: Workspace, tmp_path: Path):
    before = workspace.snapshot()
    kept = {path: content for path, content in before.items() if path not in ("migrate.py", "store.py")}
    left = {
        **kept, "server.py": b"new", "more/a.txt": b"a", "picture.bin": b"\xff", "node_modules/x.js": b"x",
        "../out.txt": b"o", "big.txt": b"x" * 500_000, "what?\udcff.txt": b"b",
    }  # fmt: skip
    bench = Workbench(workspace, SimpleNamespace(open_sources=lambda root: Shell(left)), None, tmp_path / "log")  # type: ignore[arg-type]
    told = bench.run("rm migrate.py", in_app=False)
    after = workspace.snapshot()
    assert set(before) - set(after) == {"migrate.py"}
    assert {path for path in after if after[path] != before.get(path)} >= {"server.py", "more/a.txt"}
    assert after["store.py"] == before["store.py"], "a link is not followed"
    assert not {"picture.bin", "node_modules/x.js", "../out.txt"} & set(after)
    assert "Changed files: server.py, more/a.txt" in told
    assert "Deleted files: migrate.py" in told
    assert "too many or have a name that is not allowed: picture.bin, ../out.txt, big.txt, what??.txt" in told
    assert "<<<DATA output" in told


def test_files_beyond_the_limit_are_left_out_without_a_walk_for_each(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    walks = [0]
    walk = os.walk

    def counting(*given, **named):
        walks[0] += 1
        return walk(*given, **named)

    monkeypatch.setattr(os, "walk", counting)
    left = workspace.snapshot() | {f"made/{number:04}.txt": b"x" for number in range(1_200)} | {"server.py": b"new"}
    bench = Workbench(workspace, SimpleNamespace(open_sources=lambda root: Shell(left)), None, tmp_path / "log")  # type: ignore[arg-type]
    walks[0] = 0
    told = bench.run("make", in_app=False)
    assert walks[0] <= 2
    assert len(workspace.paths()) == 1_000
    assert workspace.read_text("server.py") == "new", "files that are there can be changed"
    assert "and 1" in told.partition("not allowed: ")[2]
    assert workbench._MORE not in told
    monkeypatch.setattr(workbench, "_MAX_ENTRIES", 900)
    del left["server.py"]
    assert bench.run("make", in_app=False).endswith(workbench._MORE)
    assert workspace.exists("server.py"), "files beyond the limit are not deleted"
    workspace.delete("made/0000.txt")
    workspace.write_text("made/again.txt", "x")
    with pytest.raises(RefusedError, match="1,000 files"):
        workspace.write_text("made/more.txt", "x")


class Host:
    may_change_clock, clock, clock_note = True, "stepped", ""

    def __init__(self) -> None:
        self.renewed = 0

    def use_browser(self):
        return nullcontext()

    def renew(self) -> None:
        self.renewed += 1


@pytest.mark.parametrize(
    ("ends", "raised", "renewed"),
    [
        ([BrowserGoneError("killed")], None, 1),
        ([BrowserGoneError("killed"), BrowserGoneError("killed")], BrowserGoneError, 1),
        ([PageGoneError("crashed")], RefusedError, 1),
    ],
)
def test_a_browser_that_ends_is_replaced(workspace: Workspace, tmp_path: Path, ends, raised, renewed: int):
    class Looking(Workbench):
        def _address(self) -> str:
            return "http://127.0.0.1:9"

        def _look_once(self, settings, commands):
            if ends:
                raise ends.pop(0)
            return "seen", b"jpeg"

    host = Host()
    bench = Looking(workspace, None, host, tmp_path / "log")  # type: ignore[arg-type]
    with pytest.raises(raised) if raised else nullcontext():
        assert bench.browse(()) == ("seen", b"jpeg")
    assert host.renewed == renewed
