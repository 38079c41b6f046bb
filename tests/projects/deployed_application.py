"""Applications of one file, deployed for a test; `deployer` is their fixture."""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import psutil
import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.deployment.applications.app_sandbox import APP_LIMITS
from pytest_cookie.deployment.applications.deployer import Application, ApplicationDeployer

LIMITS = replace(APP_LIMITS, tree_mb=300, process_mb=1_000, disk_mb=60, file_mb=40, files=3_000, processes=25, log_mb=1)
SERVER = """
import http.server, json, os, signal, smtplib, socket, subprocess, sys, threading, time
import urllib.parse, urllib.request
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        status, text = 200, "fine"
        try:
            if self.path != "/":
                text = str(react(self.path[1:]))
        except Exception as error:
            status, text = 418, f"{type(error).__name__}: {error}"
        body = text.encode()
        self.send_response(status)
        self.send_header("X-Cookie-Blocked", "spoofed")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *args): pass
def react(what):
    return what
"""
SERVE = "http.server.ThreadingHTTPServer(('127.0.0.1', int(os.environ['PORT'])), Handler).serve_forever()\n"
SQL = """
import pg8000.native
from urllib.parse import urlsplit
def sql(statement, database=None, user=None, then=None):
    url = urlsplit(os.environ["DATABASE_URL"])
    db = pg8000.native.Connection(user or url.username, host=url.hostname, port=url.port, password=url.password,
                                  database=database or url.path[1:], timeout=20)
    try:
        return db.run(statement) if then is None else (db.run(statement), db.run(then))
    finally:
        db.close()
"""


@pytest.fixture(scope="module")
def deployer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApplicationDeployer]:
    limits = replace(
        APP_LIMITS, tree_mb=300, process_mb=1_000, disk_mb=60, file_mb=40, files=3_000, processes=25, log_mb=1
    )
    deployer = ApplicationDeployer(
        tmp_path_factory.mktemp("store"), startup_seconds=60, limits=limits, database_disk_mb=160
    )
    yield deployer
    deployer.close()
    assert not sandboxes()


def sandboxes() -> set[int]:
    """Process ids of the sandboxes that this process started and that still run."""
    return {child.pid for child in psutil.Process().children(recursive=True) if child.name() == "bwrap"}


@dataclass
class Trial:
    """A deployed application."""

    deployment: Deployment
    application: Application | None

    def get(self, path: str, host: str = "artifact.localhost") -> tuple[int, str]:
        call = http.client.HTTPConnection(self.deployment.gateway.removeprefix("http://"), timeout=90)
        call.request("GET", f"http://{host}/{path}")
        answer = call.getresponse()
        body = answer.read().decode()
        assert answer.getheader("X-Cookie-Blocked") is None or host != "artifact.localhost"
        call.close()
        return answer.status, body

    @property
    def failure(self) -> str:
        assert self.deployment.build is not None
        found = self.deployment.build.failure
        return f"{found.kind}: {found.message}" if found else ""


@contextmanager
def deployed(deployer: ApplicationDeployer, folder: Path, server: str, **manifest: object) -> Iterator[Trial]:
    """An application of one file, with Python as its language."""
    folder.mkdir(exist_ok=True)
    (folder / "server.py").write_text(server)
    web = {"command": "exec python server.py", "port": 8000}
    (folder / "app.yaml").write_text(json.dumps({"processes": {"web": web}, **manifest}))
    key = ItemKey(case="trial", model="m", mode="html")
    artifact = Artifact(key=key, files=(), entry=None, digest="d")
    with deployer.deploy(artifact, folder, built=folder / "b", log=folder.parent / "deployment.log") as deployment:
        yield Trial(deployment, deployer.running.get(deployment.gateway))


def is_running(*command: str) -> bool:
    """Whether a process with this command line runs."""

    def is_it(process: psutil.Process) -> bool:
        try:
            return process.cmdline() == [*command]
        except psutil.Error:
            return False

    return any(is_it(one) for one in psutil.process_iter())
