"""`AppManifest`: the processes of an application, how they start and which services they need.

Read from `app.yaml`; without one, from a compose file, a `Procfile` or `package.json`.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError, field_validator

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.yaml_document import load_yaml
from pytest_cookie.records.plain_tree import read_bounded_text

ServiceName = Literal["postgres", "mail", "payments"]
MANIFEST = "app.yaml"
USUAL_PORT = 8_000
COMPOSE_FILES = ("compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml")
MAX_MANIFEST_BYTES = 200_000
_VARIABLE = r"^[A-Za-z_][A-Za-z0-9_]{0,99}$"
_PROCESS_NAME = r"^[\w .:-]{1,60}$"
_ALL: tuple[ServiceName, ...] = ("postgres", "mail", "payments")
"""The services of an application whose file lists none."""
_IMAGES: tuple[tuple[str, ServiceName], ...] = (
    ("postgres", "postgres"),
    ("mailhog", "mail"),
    ("mailpit", "mail"),
    ("maildev", "mail"),
    ("localstripe", "payments"),
    ("stripe", "payments"),
)


class ManifestError(Exception):
    """The application does not describe how it starts, or not correctly. This is its own fault."""


class Process(FrozenModel):
    """One process of an application."""

    command: str = Field(min_length=1, max_length=2_000)
    """A line for `sh`."""
    port: int | None = Field(default=None, ge=1_024, le=65_535)
    """Port on the loopback interface that it listens on. Null for a process without one."""
    health: str = Field(default="/", pattern=r"^/\S{0,199}$")
    """Path that answers below status 500 once the process is ready."""
    folder: InnerPath = "."
    """Folder to start in."""
    environment: dict[Annotated[str, Field(pattern=_VARIABLE)], str] = {}
    """Its own variables. `$NAME` or `${NAME}` is replaced by a variable that the deployment gives."""


class AppManifest(FrozenModel):
    """How an application starts: the file `app.yaml`."""

    processes: dict[Annotated[str, Field(pattern=_PROCESS_NAME)], Process] = Field(min_length=1, max_length=8)
    """The processes by name. Browsers reach `web`, or else the first one with a port."""
    setup: tuple[Annotated[str, Field(min_length=1, max_length=20_000)], ...] = Field(default=(), max_length=20)
    """Commands before the first start, such as migrations, seed data and builds. Their result is the seeded state."""
    services: tuple[ServiceName, ...] = ()
    """The services that it needs."""
    optional_services: tuple[ServiceName, ...] = ()
    """Services that it may use. It starts without those that this machine does not have."""
    python_packages: tuple[str, ...] = Field(default=(), max_length=40)
    """Distributions that its Python programs import, from the environment that runs pytest."""

    @field_validator("processes")
    @classmethod
    def _has_port(cls, processes: dict[str, Process]) -> dict[str, Process]:
        if all(process.port is None for process in processes.values()):
            raise ValueError("no process has a port")
        return processes

    @property
    def web(self) -> Process:
        """The process that browsers reach."""
        with_port = {name: process for name, process in self.processes.items() if process.port}
        return with_port.get("web") or next(iter(with_port.values()))


def read_manifest(folder: Path) -> AppManifest:
    """The manifest of the application in `folder`. Raises `ManifestError`."""
    readers: tuple[tuple[str, Callable[[str], Mapping[str, object]]], ...] = (
        (MANIFEST, _parse_yaml),
        *((name, _from_compose) for name in COMPOSE_FILES),
        ("Procfile", _from_procfile),
        ("package.json", _from_package),
    )
    for name, read in readers:
        path = folder / name
        if path.is_file():
            try:
                if path.stat().st_size > MAX_MANIFEST_BYTES:
                    raise ManifestError(f"{name} is larger than {MAX_MANIFEST_BYTES:,} bytes")
                return AppManifest.model_validate(dict(read(read_bounded_text(path, MAX_MANIFEST_BYTES))))
            except ValidationError as error:
                raise ManifestError(f"{name}: {first_problem(error)}") from error
            except (OSError, ValueError, RecursionError) as error:
                raise ManifestError(f"{name} cannot be read: {error}") from error
    raise ManifestError(f"no {MANIFEST}, compose file, Procfile or package.json says how the application starts")


def first_problem(error: ValidationError) -> str:
    """The first problem and its place, on one line."""
    problem = error.errors(include_url=False)[0]
    return f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}"


def _parse_yaml(text: str) -> Mapping[str, object]:
    value = load_yaml(text)
    if not isinstance(value, dict):
        raise ManifestError("not a mapping")
    return value


def _from_procfile(text: str) -> Mapping[str, object]:
    lines = (re.fullmatch(r"([A-Za-z0-9_-]+)\s*+:\s*+(\S.*)", line.strip()) for line in text.splitlines())
    commands = {line[1]: line[2] for line in lines if line}
    setup = [commands.pop("release")] if "release" in commands else []
    processes = {
        name: {"command": command} | ({"port": USUAL_PORT} if name == "web" else {})
        for name, command in commands.items()
    }
    return {"processes": processes, "setup": setup, "optional_services": _ALL}


def _from_package(text: str) -> Mapping[str, object]:
    try:
        scripts = load_json(text).get("scripts") or {}
    except (ValueError, AttributeError) as error:
        raise ManifestError(f"package.json is not an object in JSON: {error}") from error
    if not isinstance(scripts, dict) or not isinstance(scripts.get("start"), str):
        raise ManifestError("package.json has no script `start`")
    setup = [f"npm run {name}" for name in ("build", "migrate", "seed") if name in scripts]
    web = {"command": scripts["start"], "port": USUAL_PORT}
    return {"processes": {"web": web}, "setup": setup, "optional_services": _ALL}


def _from_compose(text: str) -> Mapping[str, object]:
    """Services with a `command` are processes; images of databases and mail catchers are services of ours."""
    listed = _parse_yaml(text).get("services")
    if not isinstance(listed, dict):
        raise ManifestError("the compose file has no services")
    processes: dict[str, object] = {}
    services: list[str] = []
    for name, one in listed.items():
        if not isinstance(one, dict):
            raise ManifestError(f"services.{name} is not a mapping")
        image = str(one.get("image") or "").lower()
        ours = next((service for word, service in _IMAGES if word in image), None)
        if ours:
            services.append(ours)
        else:
            processes[str(name)] = _compose_process(str(name), one)
    return {"processes": processes, "services": list(dict.fromkeys(services))}


def _compose_process(name: str, one: Mapping[str, object]) -> Mapping[str, object]:
    command = one.get("command")
    if isinstance(command, list):
        command = " ".join(f"'{part}'" for part in command)
    if not isinstance(command, str):
        raise ManifestError(
            f"services.{name} has no command; without Docker its image cannot run: add one, or an {MANIFEST}"
        )
    build = one.get("build")
    folder = build.get("context", ".") if isinstance(build, dict) else build or "."
    process: dict[str, object] = {"command": command, "environment": _compose_environment(one.get("environment"))}
    process["folder"] = str(folder).removeprefix("./").rstrip("/") or "."
    if port := _compose_port(one.get("ports")):
        process["port"] = port
    return process


def _compose_environment(value: object) -> dict[str, str]:
    if isinstance(value, dict):
        return {str(name): str(one if one is not None else "") for name, one in value.items()}
    pairs = [str(line).partition("=") for line in value] if isinstance(value, list) else []
    return {name: one for name, _, one in pairs}


def _compose_port(value: object) -> int | None:
    """The port in the container: `8080:80/tcp` is 80."""
    for line in value if isinstance(value, list) else []:
        text = str(line.get("target", "") if isinstance(line, dict) else line)
        if found := re.search(r"(?<!\d)(\d+)(?:/tcp)?$", text):
            return int(found[1])
    return None
