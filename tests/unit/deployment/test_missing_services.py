"""Missing programs are reported before a run, with advice; drivers need different ones."""

import re
from pathlib import Path

import pytest

from pytest_cookie.core.errors import BuildError, DeploymentError
from pytest_cookie.deployment.applications import missing_services as here
from pytest_cookie.deployment.applications.deployer import choose_services
from pytest_cookie.deployment.applications.manifest import AppManifest, read_manifest

BOTH = frozenset({"postgres", "mail"})


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    def lack(tools):
        raise BuildError("bubblewrap is missing; install it (apt-get install bubblewrap)")

    monkeypatch.setattr(here, "find_bubblewrap", lack)
    monkeypatch.setattr(here.postgres, "find_postgres", lambda: None)
    monkeypatch.setattr(here.mail, "is_installed", lambda: False)
    monkeypatch.setenv("PATH", str(tmp_path))


def put_docker(folder: Path, script: str) -> None:
    (folder / "docker").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "docker").chmod(0o755)


def test_the_sandbox_needs_its_programs_and_those_of_the_services():
    told = "\n".join(here.missing_services(BOTH))
    assert all(word in told for word in ("install bubblewrap", "install postgresql", "pytest-cookie[apps]"))
    assert len(here.missing_services(frozenset())) == 1


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (None, "install Docker with its plugin compose"),
        ("[ $1 = compose ] && echo unknown command >&2 && exit 1", "install its plugin compose: unknown command"),
        ("[ $1 = version ] && echo Cannot connect >&2 && exit 1; exit 0", "start its server, .*: Cannot connect"),
        ("exit 0", None),
    ],
)
def test_containers_need_only_docker(tmp_path: Path, script: str | None, told: str | None):
    if script is not None:
        put_docker(tmp_path, script)
    missing = here.missing_services(BOTH, "compose")
    assert len(missing) == (told is not None)
    assert re.search(told or "^$", "".join(missing))


def test_an_application_starts_without_what_it_can_do_without_and_not_without_the_rest():
    processes = {"web": {"command": "true", "port": 8000}}
    can = AppManifest.model_validate({"processes": processes, "optional_services": ["mail", "payments"]})
    assert choose_services(can).services == ("payments",)
    must = AppManifest.model_validate({"processes": processes, "services": ["mail"]})
    with pytest.raises(DeploymentError, match=r"pip install 'pytest-cookie\[apps\]'"):
        choose_services(must)


def test_a_file_that_does_not_say_what_the_application_needs_needs_nothing(tmp_path: Path):
    (tmp_path / "Procfile").write_text("web: node server.js\n")
    manifest = read_manifest(tmp_path)
    assert manifest.services == ()
    assert set(manifest.optional_services) == {"postgres", "mail", "payments"}
