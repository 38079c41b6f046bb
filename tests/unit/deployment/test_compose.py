"""The compose driver, with a program that records its calls and serves in the place of Docker."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.compose import ComposeApplication
from pytest_cookie.deployment.applications.manifest import ManifestError

FAKE = f"""#!{sys.executable}
import json, os, signal, subprocess, sys
from pathlib import Path
home = Path(__file__).parent
with open(home / "calls", "a") as calls:
    calls.write(json.dumps([sys.argv[1:], os.environ.get("APP_PUBLIC_PORT")]) + "\\n")
verb = sys.argv[6]
answer = json.loads((home / "answers").read_text()).get(verb, [0, "", ""])
if verb == "up" and answer[0] == 0 and not answer[1]:
    serve = [sys.executable, "-m", "http.server", os.environ["APP_PUBLIC_PORT"], "--bind", "127.0.0.1"]
    server = subprocess.Popen(serve, cwd=home,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    (home / "server").write_text(str(server.pid))
if verb == "down" and (home / "server").exists():
    os.kill(int((home / "server").read_text()), signal.SIGKILL)
    (home / "server").unlink()
sys.stdout.write(answer[1])
sys.stderr.write(answer[2])
sys.exit(answer[0])
"""


@pytest.fixture
def docker(tmp_path: Path) -> Path:
    program = tmp_path / "docker"
    program.write_text(FAKE)
    program.chmod(0o755)
    (tmp_path / "answers").write_text("{}")
    (tmp_path / "compose.yaml").write_text("services: {web: {build: .}}\n")
    return program


def calls(docker: Path) -> list[list[str]]:
    return [json.loads(line)[0] for line in (docker.parent / "calls").read_text().splitlines()]


def test_an_application_is_built_reset_and_removed(docker: Path):
    application = ComposeApplication(docker.parent, docker=str(docker), startup_seconds=60)
    application.start()
    with application.connect(5) as connection:
        assert connection.getpeername()[0] == "127.0.0.1"
    application.reset()
    application.connect(5).close()
    application.close()
    made = calls(docker)
    assert {tuple(call[:5]) for call in made} == {
        ("compose", "-p", application.project, "-f", str(docker.parent / "compose.yaml"))
    }
    down = ["down", "--volumes", "--remove-orphans"]
    assert [call[5:] for call in made] == [
        ["up", "--detach", "--build"], down, ["up", "--detach"], ["logs", "--no-color", "--tail", "2000"],
        [*down, "--rmi", "local"],
    ]  # fmt: skip
    with pytest.raises(ConnectionRefusedError):
        application.connect(1)


@pytest.mark.parametrize(
    ("up", "error", "told"),
    [
        ([1, "", "failed to solve: npm ci"], AppFaultError, "ended with 1: failed to solve"),
        ([1, "", "Cannot connect to the Docker daemon"], DeploymentError, "Docker does not work"),
        ([0, "serves nothing", ""], AppFaultError, "did not answer within 0.2 s: it wrote nothing"),
    ],
)
def test_what_does_not_start_is_told_apart(docker: Path, up: list[object], error: type[Exception], told: str):
    (docker.parent / "answers").write_text(json.dumps({"up": up}))
    application = ComposeApplication(docker.parent, docker=str(docker), startup_seconds=0.2)
    with pytest.raises(error, match=told):
        application.start()
    application.close()
    assert calls(docker)[-1][5] == "down"


def test_containers_are_removed_when_the_process_is_killed(docker: Path):
    code = (
        "import sys, time\nfrom pathlib import Path\n"
        "from pytest_cookie.deployment.applications.compose import ComposeApplication\n"
        f"ComposeApplication(Path({str(docker.parent)!r}), docker={str(docker)!r}).start()\n"
        "print('up', flush=True)\ntime.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == b"up\n"
        started.send_signal(signal.SIGKILL)
    for _ in range(600):
        if not (docker.parent / "server").exists():
            break
        time.sleep(0.1)
    assert calls(docker)[-1][5:] == ["down", "--volumes", "--remove-orphans", "--rmi", "local"]
    assert not (docker.parent / "server").exists()


def test_a_folder_without_a_compose_file_is_at_fault(tmp_path: Path):
    with pytest.raises(ManifestError, match="no compose file"):
        ComposeApplication(tmp_path, docker=os.devnull)
