"""An application under evaluation is killed with its processes, and the run resumes at the same point."""

import json
import time
from pathlib import Path

import psutil
import pytest

from pytest_cookie.deployment.applications.missing_services import missing_services
from tests.acceptance.conftest import Project
from tests.acceptance.interrupted import Background, moments

MISSING = missing_services(frozenset({"postgres", "mail"}))
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason="; ".join(MISSING))]

CASES = """
- id: pond
  leaf: efficiency
  language: en
  brief: A pond that counts ducks.
  database: postgres
  workflows:
    - id: one
      purpose: A duck is counted.
      steps:
        - {text: The pond is empty., do: [open /], check: 'text("#ducks") == "0"'}
        - {text: Count a duck., do: ["click #add"], check: 'text("#ducks") == "1"'}
    - id: two
      purpose: Ducks of others are not seen.
      steps:
        - {text: The pond is empty., do: [open /, wait 20000], check: 'text("#ducks") == "0"'}
    - id: three
      purpose: Two ducks are counted.
      steps:
        - {text: Count two ducks., do: [open /, "click #add", "click #add"], check: 'text("#ducks") == "2"'}
"""
SERVER = """
import http.server, os, subprocess, sys
import pg8000.native
def sql(statement):
    db = pg8000.native.Connection(os.environ["PGUSER"], host=os.environ["PGHOST"], password=os.environ["PGPASSWORD"],
                                  database=os.environ["PGDATABASE"])
    try:
        return db.run(statement)
    finally:
        db.close()
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        count = sql("SELECT count(*) FROM duck")[0][0]
        form = "<form method=post><button id=add>Add</button></form>"
        body = f"<title>Pond</title><p id=ducks>{count}</p>{form}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def do_POST(self):
        sql("INSERT INTO duck DEFAULT VALUES")
        self.send_response(303)
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()
    def log_message(self, *args): pass
if sys.argv[1:]:
    sql("CREATE TABLE duck (id SERIAL)")
else:
    subprocess.Popen(["sleep", "4326"])
    http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
"""
MANIFEST = """
processes: {web: {command: exec python server.py, port: 8000}}
setup: [python server.py seed, sleep 8]
services: [postgres, mail]
python_packages: [pg8000]
"""
APPS = ("--cookie-protocol=vibecode", "--cookie-cases=cases.yaml", "--cookie-artifacts=apps")
RUN = (*APPS, "--model=m", "-p", "no:xdist")


@pytest.fixture
def pond(project: Project) -> Project:
    (project.path / "cases.yaml").write_text(CASES)
    app = project.path / "apps" / "m" / "pond"
    app.mkdir(parents=True)
    (app / "app.yaml").write_text(MANIFEST)
    (app / "server.py").write_text(SERVER)
    return project


def commands(processes: list[psutil.Process]) -> list[list[str]]:
    found = []
    for process in processes:
        try:
            found.append(process.cmdline())
        except psutil.Error:
            continue
    return found


def test_nothing_is_left_after_kills_and_the_run_is_completed(pond: Project, monkeypatch: pytest.MonkeyPatch):
    temporary = pond.path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    run = pond.path / "run"

    with Background(pond, *RUN, "--cookie-run=run") as deploying:
        deploying.wait_until(lambda: ["sleep", "8"] in commands(deploying.below()))
        _expect_all_gone(deploying)

    with Background(pond, *RUN, "--cookie-resume=run") as exploring:
        exploring.wait_for_phase("pond", "evidence/sessions/workflows/one.json")
        _expect_all_gone(exploring)
    (first,) = run.glob("items/pond/*/*/*/evidence/sessions/workflows/one.json")
    written = moments(first.parent)

    with Background(pond, *RUN, "--cookie-resume=run") as completing:
        code, told = completing.finish()
        assert code == 0, told
    assert moments(first.parent)[str(first)] == written[str(first)], "a complete workflow is not run again"
    (record,) = [json.loads(line) for line in (run / "records.jsonl").read_text().splitlines()]
    assert (record["outcome"], record["scores"]["accuracy"], record["scores"]["substeps"]) == ("scored", 100, 100)
    assert not [*run.rglob("*.part")]
    _expect_empty(temporary)


def _expect_all_gone(run: Background) -> None:
    """Kill pytest alone: browser, application, database and their processes end without it."""
    started = run.below()
    assert {"bwrap", "postgres"} <= {process.name() for process in started if process.is_running()}
    run.kill()
    _, alive = psutil.wait_procs(started, timeout=120)
    assert alive == []


def _expect_empty(temporary: Path) -> None:
    ends = time.monotonic() + 120
    while (left := [path.name for path in temporary.iterdir()]) and time.monotonic() < ends:
        time.sleep(0.1)
    assert left == []
