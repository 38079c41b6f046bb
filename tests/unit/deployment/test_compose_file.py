"""What a compose file may use: files of the application, named volumes, ports; no part of the host."""

from pathlib import Path

import pytest
import yaml

from pytest_cookie.deployment.applications.compose_file import check_compose_file
from pytest_cookie.deployment.applications.manifest import ManifestError

USUAL = """
version: "3.8"
x-common: &common {restart: unless-stopped, environment: {NODE_ENV: production}}
services:
  web:
    <<: *common
    build: {context: ./server, dockerfile: Dockerfile, args: {VERSION: 2026-11-26}}
    ports: ["${APP_PUBLIC_PORT:-3000}:3000"]
    env_file: [.env]
    depends_on: {db: {condition: service_healthy}}
    volumes: ["./uploads:/app/uploads", "./nginx.conf:/etc/nginx/nginx.conf:ro", /app/node_modules]
  db:
    image: postgres:16
    environment: [POSTGRES_PASSWORD=x]
    volumes: ["data:/var/lib/postgresql/data", {type: volume, source: data, target: /d}]
    healthcheck: {test: [CMD, pg_isready], interval: 5s}
volumes: {data: }
networks: {default: {driver: bridge}}
"""


def check(tmp_path: Path, text: str) -> None:
    path = tmp_path / "compose.yaml"
    path.write_text(text)
    check_compose_file(path)


def test_usual_files_are_taken(tmp_path: Path):
    check(tmp_path, USUAL)


DANGEROUS_SERVICES = [
    {"privileged": True},
    {"network_mode": "host"},
    {"network_mode": "${NET}"},
    {"pid": "host"},
    {"ipc": "host"},
    {"userns_mode": "host"},
    {"cap_add": ["SYS_ADMIN"]},
    {"devices": ["/dev/sda"]},
    {"security_opt": ["seccomp:unconfined"]},
    {"volumes_from": ["container:other"]},
    {"external_links": ["other"]},
    {"extends": {"file": "/etc/x.yaml", "service": "a"}},
    {"volumes": ["/:/host"]},
    {"volumes": ["/var/run/docker.sock:/var/run/docker.sock"]},
    {"volumes": ["~/.ssh:/keys"]},
    {"volumes": ["../../:/up"]},
    {"volumes": ["./a/../../..:/up"]},
    {"volumes": ["${ROOT:-/}:/host"]},
    {"volumes": ["$MOUNT"]},
    {"volumes": [{"type": "bind", "source": "/", "target": "/host"}]},
    {"volumes": [{"type": "volume", "source": "/", "target": "/host"}]},
    {"volumes": [{"type": "bind", "source": "./$UP", "target": "/host"}]},
    {"env_file": "/root/.env"},
    {"env_file": [{"path": "../.env"}]},
    {"build": "../.."},
    {"build": {"context": ".", "dockerfile": "/etc/passwd"}},
    {"build": {"context": ".", "network": "host"}},
    {"build": {"context": ".", "additional_contexts": {"host": "/"}}},
    {"build": {"context": ".", "ssh": ["default"]}},
]


def test_the_machine_is_not_given_away(subtests, tmp_path: Path):
    for service in DANGEROUS_SERVICES:
        with subtests.test(repr(service)), pytest.raises(ManifestError, match="asks for more"):
            check(tmp_path, yaml.safe_dump({"services": {"web": {"image": "x"} | service}}))


DANGEROUS_RESOURCES = [
    {"volumes": {"data": {"driver_opts": {"type": "none", "o": "bind", "device": "/"}}}},
    {"volumes": {"data": {"external": True}}},
    {"volumes": {"data": {"name": "of-another-project"}}},
    {"networks": {"n": {"external": True}}},
    {"networks": {"n": {"driver": "host"}}},
    {"secrets": {"key": {"environment": "HOME"}}},
    {"secrets": {"key": {"file": "/root/.ssh/id_rsa"}}},
    {"configs": {"key": {"file": "../x"}}},
    {"include": ["/etc/x.yaml"]},
    {"services": {}},
]


def test_nor_by_what_services_share(subtests, tmp_path: Path):
    for more in DANGEROUS_RESOURCES:
        with subtests.test(repr(more)), pytest.raises(ManifestError, match="asks for more"):
            check(tmp_path, yaml.safe_dump({"services": {"web": {"image": "x"}}} | more))


@pytest.mark.parametrize(
    "text", ["a: [", "services: {web: {}}\n---\nservices: {web: {privileged: true}}\n", "[" * 5_000]
)
def test_what_is_no_single_document_is_told(tmp_path: Path, text: str):
    with pytest.raises(ManifestError, match="cannot be read"):
        check(tmp_path, text)


def test_aliases_cannot_multiply_without_end(tmp_path: Path):
    levels = [f"x-{n}: &n{n} [{', '.join([f'*n{n - 1}'] * 9) if n else '1'}]" for n in range(12)]
    with pytest.raises(ManifestError, match="aliases"):
        check(tmp_path, "\n".join([*levels, "services: {web: {image: x, environment: *n11}}"]))
    check(tmp_path, "x-all: &all {image: x}\nservices: {web: {<<: *all}, worker: *all}")
