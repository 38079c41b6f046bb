"""`check_compose_file`: what a compose file may ask of this machine.

Docker starts containers as root, and a compose file can hand them the machine: its files, devices, network and other
containers. So only the keys listed here are allowed. Pure, except that it reads the file.
"""

import re
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import leads_out
from pytest_cookie.core.yaml_document import load_yaml
from pytest_cookie.deployment.applications.manifest import MAX_MANIFEST_BYTES, ManifestError, first_problem
from pytest_cookie.records.plain_tree import read_bounded_text

_VOLUME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,100}", re.ASCII)


def _inner(path: str) -> str:
    if "$" in path or path.startswith("~") or leads_out(path):
        raise ValueError(f"{path[:200]!r} is no path inside the application")
    return path


_Inner = Annotated[str, AfterValidator(_inner)]


def _mount(text: str) -> str:
    """`SOURCE:TARGET[:MODE]` or `TARGET`. A source is a named volume or `./path`."""
    source, colon, _ = text.partition(":")
    if "$" in text:
        raise ValueError(f"{text[:200]!r} may be any path: variables are not replaced here")
    if not colon or _VOLUME.fullmatch(source):
        return text
    if not source.startswith("."):
        raise ValueError(f"{source[:200]!r} is neither a named volume nor a path that begins with ./")
    _inner(source)
    return text


class _Listed(FrozenModel):
    """Docker ignores extensions (`x-…`), so they are left out."""

    model_config = ConfigDict(strict=False)

    @model_validator(mode="before")
    @classmethod
    def _without_extensions(cls, value: object) -> object:
        if not isinstance(value, dict):
            return value
        return {name: one for name, one in value.items() if not str(name).startswith("x-")}


class _Build(_Listed):
    context: _Inner = "."
    dockerfile: _Inner = "Dockerfile"
    dockerfile_inline: object = None
    args: object = None
    target: object = None
    labels: object = None
    shm_size: object = None
    platforms: object = None
    pull: object = None


class _Mount(_Listed):
    type: Literal["volume", "bind", "tmpfs"]
    source: str = ""
    target: str
    read_only: object = None
    tmpfs: object = None

    @model_validator(mode="after")
    def _stays_inside(self) -> "_Mount":
        if self.type == "bind" or not _VOLUME.fullmatch(self.source or "unnamed"):
            _inner(self.source)
        return self


class _EnvFile(_Listed):
    path: _Inner
    required: object = None


_ShortMount: TypeAlias = Annotated[str, AfterValidator(_mount)]


class _Service(_Listed):
    image: object = None
    build: _Inner | _Build | None = None
    env_file: _Inner | tuple[_Inner | _EnvFile, ...] = ()
    volumes: tuple[_ShortMount | _Mount, ...] = ()
    command: object = None
    entrypoint: object = None
    environment: object = None
    ports: object = None
    expose: object = None
    depends_on: object = None
    healthcheck: object = None
    networks: object = None
    network_mode: Literal["none", "bridge"] = "bridge"
    restart: object = None
    working_dir: object = None
    user: object = None
    init: object = None
    stop_signal: object = None
    stop_grace_period: object = None
    labels: object = None
    hostname: object = None
    container_name: object = None
    links: object = None
    tmpfs: object = None
    read_only: object = None
    shm_size: object = None
    mem_limit: object = None
    mem_reservation: object = None
    memswap_limit: object = None
    cpus: object = None
    pids_limit: object = None
    deploy: object = None
    platform: object = None
    pull_policy: object = None
    ulimits: object = None
    profiles: object = None
    stdin_open: object = None
    tty: object = None
    extra_hosts: object = None
    cap_drop: object = None
    secrets: object = None
    configs: object = None


class _NamedVolume(_Listed):
    driver: Literal["local"] = "local"
    labels: object = None


class _Network(_Listed):
    driver: Literal["bridge"] = "bridge"
    internal: object = None
    labels: object = None


class _File(_Listed):
    """A secret or a configuration file."""

    file: _Inner = ""
    content: object = None


class _ComposeFile(_Listed):
    version: object = None
    name: object = None
    services: dict[str, _Service] = Field(min_length=1)
    volumes: dict[str, _NamedVolume | None] | None = None
    networks: dict[str, _Network | None] | None = None
    secrets: dict[str, _File] | None = None
    configs: dict[str, _File] | None = None


def check_compose_file(path: Path) -> None:
    """Raise `ManifestError`, which names the place, if it asks for more than applications get."""
    try:
        if path.stat().st_size > MAX_MANIFEST_BYTES:
            raise ManifestError(f"{path.name} is larger than {MAX_MANIFEST_BYTES:,} bytes")
        _FILE.validate_python(load_yaml(read_bounded_text(path, MAX_MANIFEST_BYTES)))
    except ValidationError as error:
        problem = first_problem(error).replace("Extra inputs are not permitted", "is not offered")
        told = f"{path.name} asks for more of this machine than applications get: {problem}"
        raise ManifestError(told) from error
    except (OSError, ValueError) as error:
        raise ManifestError(f"{path.name} cannot be read: {error}") from error


_FILE = TypeAdapter(_ComposeFile)
