"""Applications in the sandbox with their services: what works, and what hostile ones cannot do."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.deployer import ApplicationDeployer
from pytest_cookie.deployment.applications.missing_services import missing_services
from pytest_cookie.deployment.applications.running import RunningApplication
from tests.projects.deployed_application import SERVE, SERVER, SQL, deployed, deployer, is_running, sandboxes
from tests.waiting import until

MISSING = missing_services(frozenset({"postgres", "mail"}))
pytestmark = pytest.mark.skipif(bool(MISSING), reason="; ".join(MISSING))
__all__ = ["deployer"]

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
    "trickles-its-answer": (
        "def drip(self):\n  while True: self.wfile.write(b'x'); time.sleep(0.05)\nHandler.do_GET = drip\n" + SERVE,
        3,
        "timeout: web was not healthy",
    ),
    "makes-files-without-end": (
        "import itertools\nfor at in itertools.count(): open(f'f{at}', 'w').close()",
        60,
        "it made more than 3,000 files",
    ),
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
    databases = sandboxes()
    with deployed(impatient, tmp_path / "app", SERVER + code) as trial:
        assert told in trial.failure
    assert sandboxes() <= databases, "more runs than the databases of earlier tests"


@pytest.mark.parametrize(
    ("manifest", "told"),
    [("processes: {}", "app.yaml"), ("processes: [", "not valid YAML"), (None, "no app.yaml")],
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
        assert until(trial.application.describe_ended)  # the connection closes before the process is reaped
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
        assert trial.application.database is not None
        cluster, before = trial.application.database.cluster, trial.application.database.name
    assert before not in cluster.query("SELECT datname FROM pg_database")
    assert before not in cluster.query("SELECT rolname FROM pg_roles")


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ("for i in 1 2 3 4 5 6 7 8; do head -c 20000000 /dev/zero >/tmp/big$i; done", ""),
        ("for i in 1 2 3 4 5 6 7 8; do head -c 7000000 /dev/zero >big$i; done", ""),
        ("mkdir d; echo x >d/x; chmod 0 d/x", "cannot be copied: .*Permission denied"),
    ],
    ids=["full-tmp", "full-project", "unreadable"],
)
def test_a_setup_may_use_its_whole_disk_but_leaves_readable_files(deployer, tmp_path: Path, setup: str, told: str):
    with deployed(deployer, tmp_path / "app", SERVER + SERVE, setup=[f"{setup}; true"]) as trial:
        assert re.search(told or "^$", trial.failure)


def test_sources_larger_than_the_disk_are_at_fault(deployer: ApplicationDeployer, tmp_path: Path):
    (tmp_path / "app").mkdir()
    for at in range(4):
        (tmp_path / "app" / f"big{at}").write_bytes(bytes(20_000_000))
    with deployed(deployer, tmp_path / "app", SERVER + SERVE) as trial:
        assert "its files do not fit into its sandbox" in trial.failure


def test_a_database_server_that_was_brought_down_is_replaced(deployer: ApplicationDeployer, tmp_path: Path):
    packages = {"services": ["postgres"], "python_packages": ["pg8000"]}
    react = 'def react(what): return sql("SELECT 42")[0][0]\n'
    with deployed(deployer, tmp_path / "app", SERVER + SQL + react + SERVE, **packages) as trial:
        assert isinstance(trial.application, RunningApplication)
        assert trial.application.database is not None
        trial.application.database.cluster.end()
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
        assert is_running("sleep", "4321")
    assert not is_running("sleep", "4321")


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
