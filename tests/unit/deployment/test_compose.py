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

FAKE = f"""#!{sys.executable} -IS
import json, os, signal, sys
from pathlib import Path
home = Path(__file__).parent
with open(home / "calls", "a") as calls:
    calls.write(json.dumps([sys.argv[1:], os.environ.get("APP_PUBLIC_PORT")]) + "\\n")
probe = sys.argv[1] != "compose" or sys.argv[2] == "version"
verb = " ".join(sys.argv[1:3]) if probe else sys.argv[6]
answers = json.loads((home / "answers").read_text())
answer = answers.get(verb, [0, "", ""])
if isinstance(answer[0], list):  # one answer a call
    answers[verb] = answer[1:] or answer
    (home / "answers").write_text(json.dumps(answers))
    answer = answer[0]
answer[2] = answer[2].replace("PORT", os.environ.get("APP_PUBLIC_PORT", ""))
if answer[1] == "hangs":
    signal.pause()
if verb == "up" and answer[0] == 0 and not answer[1]:
    serve = [sys.executable, "-m", "http.server", os.environ["APP_PUBLIC_PORT"], "--bind", "127.0.0.1"]
    import subprocess
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


UNREACHABLE = (
    "target web: failed to solve: node:22: failed to resolve source metadata for registry.example/node:22: failed "
    'to do request: Head "https://registry.example/v2/node/manifests/22": dial tcp: lookup registry.example: no host'
)
PULLED = 'Error response from daemon: Get "https://registry-1.docker.io/v2/": net/http: TLS handshake timeout'
UNKNOWN = "failed to solve: nod:22: failed to resolve source metadata for docker.io/library/nod:22: nod:22: not found"


@pytest.fixture
def docker(tmp_path: Path) -> Path:
    program = tmp_path / "docker"
    program.write_text(FAKE)
    program.chmod(0o755)
    (tmp_path / "answers").write_text("{}")
    (tmp_path / "app").mkdir()
    (tmp_path / "app/compose.yaml").write_text("services: {web: {build: .}}\n")
    return program


def calls(docker: Path) -> list[list[str]]:
    return [json.loads(line)[0] for line in (docker.parent / "calls").read_text().splitlines()]


def test_an_application_is_built_reset_and_removed(docker: Path):
    application = ComposeApplication(docker.parent / "app", docker=str(docker), startup_seconds=60)
    application.start()
    with application.connect(5) as connection:
        assert connection.getpeername()[0] == "127.0.0.1"
    application.reset()
    application.connect(5).close()
    application.close()
    made = calls(docker)
    ((*project, file),) = {tuple(call[:5]) for call in made}
    assert project == ["compose", "-p", application.project, "-f"]
    assert (Path(file).name, Path(file).exists()) == ("compose.yaml", False)
    down = ["down", "--timeout", "1", "--volumes", "--remove-orphans"]
    assert [call[5:] for call in made] == [
        ["up", "--detach", "--build"], down, ["up", "--detach"], ["logs", "--no-color", "--tail", "2000"],
        [*down, "--rmi", "local"],
    ]  # fmt: skip
    with pytest.raises(ConnectionRefusedError):
        application.connect(1)


@pytest.mark.parametrize(
    ("answers", "error", "told"),
    [
        ({"up": [1, "", "failed to solve: npm ci"]}, AppFaultError, "ended with 1: failed to solve"),
        ({"up": [1, "", "web-1: /app/run.sh: permission denied"]}, AppFaultError, "permission denied"),
        ({"up": [1, "", "Cannot connect to the Docker daemon"]}, AppFaultError, "ended with 1"),
        ({"up": [1, "", "x"], "version": [1, "", "permission denied"]}, DeploymentError, "Docker does not work: start"),
        ({"up": [1, "", "x"], "compose version": [1, "", "unknown"]}, DeploymentError, "install its plugin compose"),
        ({"up": [1, "", UNREACHABLE]}, AppFaultError, "failed to do request"),  # the registry that it names
        ({"up": [1, "", UNREACHABLE], "manifest inspect": [1, "", "dial"]}, DeploymentError, "reaches no registry"),
        ({"up": [1, "", PULLED], "manifest inspect": [1, "", "dial"]}, DeploymentError, "reaches no registry"),
        ({"up": [1, "", UNKNOWN], "manifest inspect": [1, "", "dial"]}, AppFaultError, "not found"),
        ({"up": [1, "", f"#8 1.2 {PULLED}"], "manifest inspect": [1, "", "dial"]}, AppFaultError, "#8 1.2"),
        ({"up": [0, "hangs", ""]}, AppFaultError, "did not end within 1 s"),
        ({"up": [0, "hangs", ""], "version": [1, "", "Cannot connect"]}, DeploymentError, "Docker does not work"),
        ({"up": [0, "serves nothing", ""]}, AppFaultError, "did not answer within 0.2 s: it wrote nothing"),
    ],
)
def test_what_does_not_start_is_told_apart(docker: Path, answers: dict[str, object], error: type[Exception], told: str):
    (docker.parent / "answers").write_text(json.dumps(answers))
    seconds = 1 if "hangs" in str(answers) else 600
    application = ComposeApplication(
        docker.parent / "app", docker=str(docker), startup_seconds=0.2, build_seconds=seconds
    )
    with pytest.raises(error, match=told):
        application.start()
    application.close()
    assert calls(docker)[-1][5] == "down"


def test_every_start_has_the_files_as_they_were(docker: Path):
    application = ComposeApplication(docker.parent / "app", docker=str(docker), startup_seconds=60)
    application.start()
    copy = Path(calls(docker)[0][4]).parent
    (copy / "left").write_text("what a container wrote into a folder that it mounts")
    application.reset()
    assert {path.name for path in copy.iterdir()} == {"compose.yaml"}
    application.close()
    assert {path.name for path in (docker.parent / "app").iterdir()} == {"compose.yaml"}
    assert not copy.parent.exists()


FAILS = [1, "", "volume is in use"]
TAKEN = "Error starting userland proxy: listen tcp4 0.0.0.0:PORT: bind: address already in use"


def test_volumes_that_stay_are_no_fresh_start(docker: Path):
    (docker.parent / "answers").write_text(json.dumps({"down": [FAILS, [0, "", ""]]}))
    application = ComposeApplication(docker.parent / "app", docker=str(docker), startup_seconds=60)
    application.start()
    with pytest.raises(DeploymentError, match="down ended with 1: volume is in use"):
        application.reset()
    application.close()


def test_what_was_not_removed_is_tried_again_and_told(docker: Path):
    (docker.parent / "answers").write_text(json.dumps({"down": [FAILS, [0, "", ""]]}))
    application = ComposeApplication(docker.parent / "app", docker=str(docker), startup_seconds=60)
    application.start()
    application.close()
    assert [call[5] for call in calls(docker)[-2:]] == ["down", "down"]
    assert f"docker compose -p {application.project} down --volumes" in application.earlier_log


def test_a_port_that_another_process_took_is_chosen_anew(docker: Path):
    (docker.parent / "answers").write_text(json.dumps({"up": [[1, "", TAKEN], [0, "", ""]]}))
    application = ComposeApplication(docker.parent / "app", docker=str(docker), startup_seconds=60)
    application.start()
    application.connect(5).close()
    application.close()
    (docker.parent / "answers").write_text(json.dumps({"up": [1, "", TAKEN]}))
    again = ComposeApplication(docker.parent / "app", docker=str(docker), startup_seconds=60)
    with pytest.raises(DeploymentError, match="taken twice"):
        again.start()
    again.close()
    (docker.parent / "answers").write_text(json.dumps({"up": [1, "", TAKEN.replace("PORT", "80")]}))
    own = ComposeApplication(docker.parent / "app", docker=str(docker), startup_seconds=60)
    with pytest.raises(AppFaultError, match="address already in use"):
        own.start()
    own.close()


def test_containers_are_removed_when_the_process_is_killed(docker: Path):
    code = (
        "import sys, time\nfrom pathlib import Path\n"
        "from pytest_cookie.deployment.applications.compose import ComposeApplication\n"
        f"ComposeApplication(Path({str(docker.parent / 'app')!r}), docker={str(docker)!r}).start()\n"
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
    assert calls(docker)[-1][5:] == ["down", "--timeout", "1", "--volumes", "--remove-orphans", "--rmi", "local"]
    assert not (docker.parent / "server").exists()


def test_a_folder_without_a_compose_file_is_at_fault(tmp_path: Path):
    with pytest.raises(ManifestError, match="no compose file"):
        ComposeApplication(tmp_path, docker=os.devnull)
