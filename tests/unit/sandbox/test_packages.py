"""The store of packages, with a fake npm and no registry."""

import json
import os
import platform
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pytest_cookie.core.errors import BuildError
from pytest_cookie.sandbox.builder import Builder, BuildSettings
from pytest_cookie.sandbox.lock_file import LockError
from pytest_cookie.sandbox.packages import PackageStore
from pytest_cookie.sandbox.project import Project, read_project
from pytest_cookie.sandbox.tools import NodeTools

NPM = """#!/bin/sh
echo "$PWD" >> "{log}"
{before}
mkdir -p node_modules/left-pad
echo 'module.exports = 1' > node_modules/left-pad/index.js
"""


class Npm:
    """A fake npm, first on `PATH`."""

    def __init__(self, folder: Path) -> None:
        self._program, self._log = folder / "npm", folder / "log"
        folder.mkdir()
        self.does("")

    def does(self, before: str) -> None:
        self._program.write_text(NPM.format(log=self._log, before=before))
        self._program.chmod(0o755)

    @property
    def runs(self) -> int:
        return len(self._log.read_text().splitlines()) if self._log.is_file() else 0


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Npm:
    npm = Npm(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    return npm


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "store"


def store(root: Path, **bounds: int) -> PackageStore:
    return PackageStore(root, NodeTools(Path("/usr/bin/node"), ()), **bounds)


def project(folder: Path, version: str = "1.0.0") -> Project:
    folder.mkdir(exist_ok=True)
    needs = {"left-pad": version}
    (folder / "package.json").write_text(json.dumps({"name": folder.name, "dependencies": needs}))
    packages = {"": {"dependencies": needs}, "node_modules/left-pad": {"version": version, "integrity": "sha512-AA=="}}
    (folder / "package-lock.json").write_text(json.dumps({"lockfileVersion": 3, "packages": packages}))
    return read_project(folder)


def entries(root: Path) -> list[str]:
    return sorted(path.name for path in root.iterdir() if path.is_dir())


def test_packages_are_installed_once_for_a_lock_file(npm: Npm, root: Path, tmp_path: Path):
    one = store(root).packages(project(tmp_path / "one"))
    same = store(root).packages(project(tmp_path / "another"))
    other = store(root).packages(project(tmp_path / "other", "1.1.0"))
    assert one == same != other
    assert one.names() == {"left-pad"}
    assert npm.runs == 2


def test_two_at_once_install_once(npm: Npm, root: Path, tmp_path: Path):
    npm.does("sleep 0.3")
    mine = project(tmp_path / "mine")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: store(root).packages(mine), range(4)))
    assert len(set(found)) == 1
    assert npm.runs == 1


def test_an_incomplete_installation_is_removed(npm: Npm, root: Path, tmp_path: Path):
    mine = project(tmp_path / "mine")
    npm.does("mkdir -p node_modules/half; echo 'the registry is away' >&2; exit 1")
    with pytest.raises(BuildError, match="the registry is away"):
        store(root).packages(mine)
    assert entries(root) == []
    npm.does("")
    assert store(root).packages(mine).names() == {"left-pad"}


@pytest.mark.parametrize("harm", ["lost", "longer", "more", "a link", "no inventory"])
def test_changed_packages_are_installed_again(npm: Npm, root: Path, tmp_path: Path, harm: str):
    mine = project(tmp_path / "mine")
    folder = store(root).packages(mine).folder
    assert folder is not None
    file = folder / "left-pad" / "index.js"
    match harm:
        case "lost":
            file.unlink()
        case "longer":
            file.chmod(0o644)
            file.write_text("module.exports = steal()\n")
        case "more":
            (folder / "left-pad" / "more.js").write_text("1")
        case "a link":
            file.unlink()
            file.symlink_to("/etc/passwd")
        case _:
            (folder.parent / "inventory.json").unlink()
    store(root).packages(mine)
    assert npm.runs == 2
    assert file.read_text() == "module.exports = 1\n"
    assert [path.name for path in file.parent.iterdir()] == ["index.js"]
    store(root).packages(mine)
    assert npm.runs == 2


def test_installed_files_are_read_only_and_can_be_removed(npm: Npm, root: Path, tmp_path: Path):
    folder = store(root).packages(project(tmp_path / "mine")).folder
    assert folder is not None
    file = folder / "left-pad" / "index.js"
    assert file.stat().st_mode & 0o777 == 0o444
    assert file.parent.stat().st_mode & 0o200


def test_a_hard_linked_file_keeps_its_mode(npm: Npm, root: Path, tmp_path: Path):
    (tmp_path / "theirs.js").write_text("1")
    npm.does(f"mkdir -p node_modules/linked && ln '{tmp_path}/theirs.js' node_modules/linked/index.js")
    before = (tmp_path / "theirs.js").stat().st_mode
    store(root).packages(project(tmp_path / "mine"))
    assert (tmp_path / "theirs.js").stat().st_mode == before


def test_packages_unused_for_a_day_make_room(npm: Npm, root: Path, tmp_path: Path):
    npm.does("mkdir -p node_modules/large && head -c 1000 /dev/zero > node_modules/large/a")
    bounded = store(root, most_bytes=2_500)
    keys = [bounded.packages(project(tmp_path / f"p{n}", f"1.0.{n}")).key for n in range(3)]
    assert len(entries(root)) == 3  # all are new, so none is removed
    days = 86_400
    for age, key in ((9, keys[0]), (5, keys[1])):
        os.utime(root / key, (time.time() - age * days,) * 2)
    (root / ".gone.1.part").mkdir()
    os.utime(root / ".gone.1.part", (time.time() - 2 * days,) * 2)
    bounded.packages(project(tmp_path / "p0", "1.0.0"))  # used again now
    last = bounded.packages(project(tmp_path / "p3", "1.0.3")).key
    assert entries(root) == sorted([keys[0], keys[2], last])


def test_packages_missing_in_a_lock_file_are_named_and_the_log_of_npm_is_complete(npm: Npm, root: Path, tmp_path: Path):
    lacking = [f"@esbuild/{system}-{cpu}" for system in ("aix", "linux") for cpu in ("arm64", "ia32", "x64")]
    said = [f"npm error Missing: {name}@0.25.12 from lock file" for name in lacking * 20]
    (tmp_path / "log.txt").write_text("\n".join(["npm error code EUSAGE", *said, "npm error the very end"]))
    npm.does(f"cat '{tmp_path}/log.txt' >&2; exit 1")
    mine = project(tmp_path / "mine")
    (mine.folder / "package.json").write_text(json.dumps(mine.manifest | {"scripts": {"build": "true"}}))
    told = Builder(BuildSettings(store=root)).build(mine.folder, tmp_path / "site")
    failure = told.build.failure
    assert failure is not None
    assert failure.kind == "lock_file"
    first = {"x86_64": "x64", "aarch64": "arm64"}[platform.machine()]
    assert f"package-lock.json: it does not contain @esbuild/linux-{first}@0.25.12, " in failure.message
    assert failure.message.endswith(" and 3 more")
    assert told.log.count("Missing: @esbuild/linux-x64@0.25.12 from lock file") == 20
    assert told.log.rstrip().endswith("the very end")


def test_packages_above_the_limit_are_the_projects_failure(npm: Npm, root: Path, tmp_path: Path):
    npm.does("mkdir -p node_modules/huge && head -c 9000 /dev/zero > node_modules/huge/a")
    with pytest.raises(LockError, match="the limit is"):
        store(root, most_of_one_bytes=5_000).packages(project(tmp_path / "mine"))
    assert entries(root) == []
