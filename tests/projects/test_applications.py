"""Applications in the sandbox with their services: what works, and what hostile ones cannot do."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import psutil
import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.deployment.applications import postgres
from pytest_cookie.deployment.applications.app_sandbox import APP_LIMITS
from pytest_cookie.deployment.applications.deployer import Application, ApplicationDeployer
from pytest_cookie.deployment.applications.missing_services import missing_services
from pytest_cookie.deployment.applications.running import AppFaultError, RunningApplication

MISSING = missing_services(frozenset({"postgres", "mail"}))
pytestmark = pytest.mark.skipif(bool(MISSING), reason="; ".join(MISSING))

SERVER = """
import http.server, json, os, signal, smtplib, socket, subprocess, sys, threading, time, urllib.request
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
def sql(statement, database=None, user=None):
    url = urlsplit(os.environ["DATABASE_URL"])
    db = pg8000.native.Connection(user or url.username, host=url.hostname, port=url.port, password=url.password,
                                  database=database or url.path[1:], timeout=20)
    try:
        return db.run(statement)
    finally:
        db.close()
"""


@pytest.fixture(scope="module")
def deployer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApplicationDeployer]:
    limits = replace(APP_LIMITS, tree_mb=300, process_mb=1_000, disk_mb=60, file_mb=40, processes=25, log_mb=1)
    deployer = ApplicationDeployer(tmp_path_factory.mktemp("store"), startup_seconds=60, limits=limits)
    yield deployer
    deployer.close()
    assert not _sandboxes()


def _sandboxes() -> list[str]:
    """Sandboxes that this process started."""
    return [one.name() for one in psutil.Process().children(recursive=True) if one.name() == "bwrap"]


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


STARTS_BADLY = {
    "wrong-port": (
        "http.server.ThreadingHTTPServer(('127.0.0.1', 9999), Handler).serve_forever()",
        3,
        "timeout: web was not healthy",
    ),
    "never-healthy": (
        "def react(what): 1/0\nHandler.do_GET = lambda self: self.send_error(500)\n" + SERVE,
        3,
        "timeout: web was",
    ),
    "ends-at-once": ("sys.exit('no configuration')", 60, "other: web ended with 1: no configuration"),
    "takes-all-memory": (
        "held = []\nwhile True: held.append(bytearray(b'x' * 10_000_000)); time.sleep(0.02)",
        60,
        "memory",
    ),
    "floods-the-log": ("while True: print('noise ' * 1000)", 60, "output"),
    "kills-everything": ("os.kill(-1, signal.SIGKILL)", 60, "ended"),
    "forks-without-end": (
        "while True:\n  try: os.fork()\n  except OSError: time.sleep(0.1)",
        3,
        "timeout: web was not healthy",
    ),
}


@pytest.mark.parametrize("name", STARTS_BADLY)
def test_an_application_that_does_not_start_is_at_fault(deployer: ApplicationDeployer, tmp_path: Path, name: str):
    code, seconds, told = STARTS_BADLY[name]
    impatient = replace(deployer, startup_seconds=seconds, running={})
    with deployed(impatient, tmp_path / "app", SERVER + code) as trial:
        assert told in trial.failure
    assert not _sandboxes()


@pytest.mark.parametrize(
    ("manifest", "told"),
    [("processes: {}", "app.yaml"), ("processes: [", "not YAML"), (None, "no app.yaml")],
)
def test_an_application_without_a_manifest_is_at_fault(deployer: ApplicationDeployer, tmp_path: Path, manifest, told):
    (tmp_path / "app").mkdir()
    if manifest is not None:
        (tmp_path / "app" / "app.yaml").write_text(manifest)
    artifact = Artifact(key=ItemKey(case="t", model="m", mode="html"), files=(), entry=None, digest="d")
    with deployer.deploy(artifact, tmp_path / "app", built=tmp_path / "b", log=tmp_path / "log") as deployment:
        assert deployment.build is not None
        assert deployment.build.failure is not None
        assert told in deployment.build.failure.message


def test_a_hostile_application_reaches_nothing_outside(deployer: ApplicationDeployer, tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as neighbour:
        port = neighbour.getsockname()[1]
        react = f"""
def react(what):
    if what == "dial": return socket.create_connection(("192.0.2.1", 80), timeout=5)
    if what == "neighbour": return socket.create_connection(("127.0.0.1", {port}), timeout=5)
    if what == "name": return socket.gethostbyname("example.com")
    if what == "write-usr": return open("/usr/lib/left", "w")
    if what == "write-root": return open("/left", "w")
    if what == "secrets": return os.listdir({str(Path(__file__).parent)!r})
    if what == "parent": return open("/proc/1/environ").read() and os.kill(1, 9) or os.listdir("/proc/1/fd")
    if what == "disk":
        with open("big", "wb") as file:
            for _ in range(10): file.write(b"x" * 10_000_000)
    if what == "disk-in-parts":
        for part in range(10):
            with open(f"part-{{part}}", "wb") as file: file.write(b"x" * 20_000_000)
    if what == "environment": return sorted(os.environ)
"""
        with deployed(deployer, tmp_path / "app", SERVER + react + SERVE) as trial:
            for attempt in ("dial", "neighbour", "name", "write-usr", "write-root", "secrets", "parent"):
                status, text = trial.get(attempt)
                assert status == 418, (attempt, text)
            assert trial.get("disk-in-parts")[0] == 418
            assert "OSError" in trial.get("disk-in-parts")[1]
            known = {"PATH", "HOME", "PORT", "HOST", "APP_PUBLIC_URL", "APP_PUBLIC_PORT", "TMPDIR"}
            assert known <= set(json.loads(trial.get("environment")[1].replace("'", '"')))
            assert "PYTEST" not in trial.get("environment")[1]
            assert trial.get("", host="example.com")[0] == 403


def test_an_application_that_ends_in_use_is_told_and_is_back_after_a_reset(
    deployer: ApplicationDeployer, tmp_path: Path
):
    react = """
def react(what):
    if what == "crash": os._exit(3)
    return open("kept").read() if what == "kept" else open("kept", "w").write(what)
"""
    with deployed(deployer, tmp_path / "app", SERVER + react + SERVE, setup=["printf seeded >kept"]) as trial:
        assert isinstance(trial.application, RunningApplication)
        assert trial.get("kept") == (200, "seeded")
        assert trial.get("other")[0] == 200
        assert trial.get("kept") == (200, "other")
        assert trial.get("crash")[0] == 502
        assert trial.application.describe_ended() == "web ended with 3"
        trial.application.reset()
        assert trial.get("kept") == (200, "seeded")
        assert trial.application.describe_ended() == ""


def test_a_failing_setup_is_at_fault(deployer: ApplicationDeployer, tmp_path: Path):
    with deployed(deployer, tmp_path / "app", SERVER + SERVE, setup=["echo the seed is missing; exit 4"]) as trial:
        assert "ended with 4: the seed is missing" in trial.failure


def test_a_database_is_private_bounded_and_reset(deployer: ApplicationDeployer, tmp_path: Path):
    react = """
def react(what):
    if what == "read": return sql("SELECT word FROM kept")[0][0]
    if what == "drop": return sql("DROP TABLE kept")
    if what == "other": return sql("SELECT 1", database="postgres")
    if what == "admin": return sql("SELECT 1", user="admin")
    if what == "program": return sql("COPY (SELECT 1) TO PROGRAM 'touch /tmp/left'")
    if what == "file": return sql("SELECT pg_read_file('/etc/passwd')")
"""
    begin = "exec(open('server.py').read().split('# serve')[0])"
    seed = "sql('CREATE TABLE kept (word TEXT)'); sql('INSERT INTO kept VALUES (' + repr('seeded') + ')')"
    setup = [f'python -c "{begin}; {seed}"']
    packages = {"services": ["postgres"], "python_packages": ["pg8000"], "setup": setup}
    with deployed(deployer, tmp_path / "app", f"{SERVER}{SQL}{react}# serve\n{SERVE}", **packages) as trial:
        assert isinstance(trial.application, RunningApplication), trial.failure
        assert trial.get("read") == (200, "seeded")
        for attempt in ("other", "admin", "program", "file"):
            assert trial.get(attempt)[0] == 418, attempt
        assert trial.get("drop")[0] == 200
        assert trial.get("read")[0] == 418
        trial.application.reset()
        assert trial.get("read") == (200, "seeded")
        cluster = trial.application.cluster
        assert cluster is not None
        assert trial.application.login is not None
        before = trial.application.login.database
    assert before not in cluster.query("SELECT datname FROM pg_database")
    assert before not in cluster.query("SELECT rolname FROM pg_roles")


def test_a_database_server_that_was_brought_down_is_replaced(deployer: ApplicationDeployer, tmp_path: Path):
    packages = {"services": ["postgres"], "python_packages": ["pg8000"]}
    react = 'def react(what): return sql("SELECT 42")[0][0]\n'
    with deployed(deployer, tmp_path / "app", SERVER + SQL + react + SERVE, **packages) as trial:
        assert isinstance(trial.application, RunningApplication)
        assert isinstance(trial.application.cluster, postgres.PostgresCluster)
        trial.application.cluster.end()
        assert trial.get("ask")[0] == 418
    with deployed(deployer, tmp_path / "app", SERVER + SQL + react + SERVE, **packages) as trial:
        assert trial.get("ask") == (200, "42")


def test_mail_and_payments_reach_the_application(deployer: ApplicationDeployer, tmp_path: Path):
    react = """
def react(what):
    if what == "mail":
        with smtplib.SMTP(os.environ["SMTP_HOST"], int(os.environ["SMTP_PORT"])) as server:
            text = "Subject: <b>Hi</b>\\n\\nSee http://artifact.localhost/x?a=1&b=2 now"
            server.sendmail("a@b.example", ["you@b.example"], text)
    if what == "pay":
        form = "success_url=http://artifact.localhost/ok&line_items[0][quantity]=2"
        form += "&line_items[0][price_data][unit_amount]=150"
        call = urllib.request.Request(os.environ["STRIPE_API_BASE"] + "/v1/checkout/sessions", form.encode())
        call.add_header("Authorization", "Bearer " + os.environ["STRIPE_SECRET_KEY"])
        return urllib.request.urlopen(call).read().decode()
"""
    with deployed(deployer, tmp_path / "app", SERVER + react + SERVE, services=["mail", "payments"]) as trial:
        assert isinstance(trial.application, RunningApplication)
        assert trial.get("mail")[0] == 200
        inbox = trial.get("?to=you@b.example", host="inbox.localhost")[1]
        assert "&lt;b&gt;Hi&lt;/b&gt;" in inbox
        assert '<a href="http://artifact.localhost/x?a=1&amp;b=2">' in inbox
        session = json.loads(trial.get("pay")[1])
        assert (session["amount_total"], session["payment_status"]) == (300, "unpaid")
        assert "3.00 USD" in trial.get(f"pay/{session['id']}", host="payments.localhost")[1]
        trial.application.reset()
        assert "0 mails" in trial.get("", host="inbox.localhost")[1]
        assert trial.get(f"pay/{session['id']}", host="payments.localhost")[0] == 404


def test_what_an_application_left_running_ends_with_it(deployer: ApplicationDeployer, tmp_path: Path):
    code = "subprocess.Popen(['sleep', '4321'], start_new_session=True)\n"
    with deployed(deployer, tmp_path / "app", SERVER + code + SERVE) as trial:
        assert trial.failure == ""
        assert _running("sleep", "4321")
    assert not _running("sleep", "4321")


def _running(*command: str) -> bool:
    def is_it(process: psutil.Process) -> bool:
        try:
            return process.cmdline() == [*command]
        except psutil.Error:
            return False

    return any(is_it(one) for one in psutil.process_iter())


def test_an_application_that_cannot_be_reset_is_at_fault(deployer: ApplicationDeployer, tmp_path: Path):
    code = "import pathlib\nif pathlib.Path('/tmp/x').exists() or os.environ.get('NEVER'): sys.exit(9)\n"
    with deployed(deployer, tmp_path / "app", SERVER + code + SERVE) as trial:
        assert isinstance(trial.application, RunningApplication)
        trial.application.plan.manifest.processes["web"].environment["NEVER"] = "1"
        with pytest.raises(AppFaultError, match="web ended with 9"):
            trial.application.reset()


DEPLOYS = """
import sys, time
from pathlib import Path
from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.deployment.applications.deployer import ApplicationDeployer
folder = Path(sys.argv[1])
artifact = Artifact(key=ItemKey(case="t", model="m", mode="html"), files=(), entry=None, digest="d")
with ApplicationDeployer(folder).deploy(artifact, folder, built=folder / "b", log=folder / "log"):
    print("deployed", flush=True)
    time.sleep(600)
"""


def test_nothing_is_left_when_the_deploying_process_is_killed(tmp_path: Path):
    (tmp_path / "server.py").write_text(f"import subprocess\nsubprocess.Popen(['sleep', '4322'])\n{SERVER}{SERVE}")
    web = {"command": "exec python server.py", "port": 8000}
    manifest = {"processes": {"web": web}, "services": ["postgres"], "python_packages": ["pg8000"]}
    (tmp_path / "app.yaml").write_text(json.dumps(manifest))
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary)}
    command = [sys.executable, "-c", DEPLOYS, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as deploying:
        assert deploying.stdout is not None
        assert deploying.stdout.readline() == b"deployed\n"
        started = psutil.Process(deploying.pid).children(recursive=True)
        assert {"bwrap", "postgres", "sleep"} <= {one.name() for one in started}
        deploying.send_signal(signal.SIGKILL)
    _, alive = psutil.wait_procs(started, timeout=60)
    assert alive == []
    assert list(temporary.iterdir()) == []
