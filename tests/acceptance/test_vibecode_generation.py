"""A model builds an application for vibecode: it writes, starts, mends, asks SQL and looks, and is then evaluated."""

import json
import re
from collections.abc import Iterator

import pytest

from pytest_cookie.deployment.applications.missing_services import missing_services
from pytest_cookie.generation.coding.docs import read_docs
from tests.acceptance.command import pytest_cookie
from tests.acceptance.conftest import Project
from tests.acceptance.modelled import MODEL, PRICES
from tests.provider import Asked, Call, Provider, Reply

MISSING = missing_services(frozenset())
pytestmark = [pytest.mark.long, pytest.mark.skipif(bool(MISSING), reason="; ".join(MISSING))]

CASES = """
- id: pond
  leaf: efficiency
  language: en
  brief: A page that counts ducks on a pond. The number is kept on the server.
  database: none
  workflows:
    - id: count
      purpose: A duck is counted.
      steps:
        - {text: The pond is empty., check: 'text("#ducks") == "0"'}
        - {text: Count a duck., do: ["click #add"], check: 'text("#ducks") == "1"'}
        - {text: Load the page again., do: [reload], check: 'text("#ducks") == "1"'}
    - id: empty
      purpose: Ducks of others are not seen.
      steps: [{text: The pond is empty., check: 'text("#ducks") == "0"'}]
"""
ROUTES = """
from store import rows

@route("GET", "/ducks")
def ducks(request):
    return 200, rows("SELECT count(*) AS number FROM duck")[0]

@route("POST", "/ducks")
def add(request):
    rows("INSERT INTO duck (seen) VALUES (1)")
    return ducks(request)

"""
SCRIPT = """
import { ask } from '/app.js'
const show = (answer) => { document.querySelector('#ducks').textContent = answer.value.number }
document.querySelector('#add').onclick = async () => show(await ask('POST', '/ducks'))
show(await ask('GET', '/ducks'))
"""
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pond</title></head><body><h1>Ducks</h1>
<p id="ducks"></p><button id="add">Add</button><script type="module" src="/pond.js"></script></body></html>"""
MAIN = '\nif __name__ == "__main__":'


def write(path: str, content: str) -> Call:
    return Call("create_file", {"path": path, "content": content})


def build(asked: Asked) -> Reply:
    """The next reply of a model that forgets its table at first."""
    turn = sum(said.role == "assistant" for said in asked.messages)
    last = "\n".join(said.text for said in asked.messages[-6:])
    if turn == 0:
        assert "migrations/001_start.sql" in asked.text
        assert "Documentation comes with this work: store.md." in asked.text
        lookup = Call("search_docs", {"query": "count rows"})
        return Reply("I look.", (Call("read_file", {"path": "server.py"}), lookup))
    if turn == 1:
        assert "[store.md, offset 0: Rows]\n# Rows\nrows(sql) returns" in last
        add = Call("edit_file", {"path": "server.py", "old": MAIN, "new": ROUTES + MAIN})
        files = (add, write("static/index.html", PAGE), write("static/pond.js", SCRIPT))
        wrong = write("migrations/001_start.sql", "CREATE TABEL duck (seen INTEGER);\n")
        return Reply(None, (*files, wrong, Call("start_app", {})))
    if turn == 2:
        assert "It does not start" in last
        assert "syntax error" in last
        made = "printf 'CREATE TABLE duck (seen INTEGER);\\n' > migrations/001_start.sql"
        return Reply(None, (Call("shell", {"command": made}), Call("start_app", {})))
    if turn == 3:
        assert "Changed files: migrations/001_start.sql" in last
        assert "It runs." in last
        look = Call("browse", {"lines": ["open /", "click #add"]})
        ask = Call("sql", {"statement": "SELECT count(*) FROM duck", "sqlite_file": "data.sqlite"})
        near = Call(
            "shell", {"command": "ls data.sqlite && date +%N && curl -s http://$HOST:$PORT/health", "in_app": True}
        )
        return Reply(None, (look, ask, near))
    answers = [said.text for said in asked.messages[-5:]]
    assert any('[1] button "Add"' in text and "Ducks\n1" in re.sub(r"\n+", "\n", text) for text in answers), answers
    assert any("[1]\n(1 rows)" in text for text in answers), answers
    assert any("data.sqlite" in text and "Exit code" in text for text in answers), answers
    assert asked.messages[-1].media, "the model sees the window"
    return Reply(None, (Call("finish", {"summary": "A pond."}),))


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    with Provider(build) as running:
        for name, value in running.environment.items():
            monkeypatch.setenv(name, value)
        yield running


def test_a_model_builds_an_application_that_is_evaluated(project: Project, provider: Provider):
    (project.path / "pyproject.toml").write_text('[tool.pytest-cookie]\nprices = "prices.toml"\ncoding_docs = "api"\n')
    (project.path / "api").mkdir()
    (project.path / "api/store.md").write_text("# Rows\nrows(sql) returns dictionaries.\n# Routes\nThey count, too.\n")
    (project.path / "prices.toml").write_text(PRICES)
    (project.path / "cases.yaml").write_text(CASES)
    options = ("--cookie-protocol=vibecode", f"--model={MODEL}", "-p", "no:xdist")
    result = project.run(*options)
    (record,) = project.records()
    assert record["outcome"] == "scored", result.stdout.str()
    assert record["scores"]["accuracy"] == 100.0, record["findings"]  # type: ignore[index]
    item = project.path / "run" / str(record["folder"])
    (end,) = [json.loads(line)["end"] for line in (item / "coding.jsonl").read_text().splitlines() if '{"end"' in line]
    assert end["why"] == "done"
    assert end["starts"] == 2
    assert end["phases"] == {"write": 4, "read": 2, "run": 4, "browse": 1, "sql": 1, "plan": 1}
    manifest = json.loads((project.path / "run/manifest.json").read_text())
    assert manifest["options"]["coding_docs"] == read_docs(project.path / "api").identity
    asked = provider.counts.total()
    project.run(*options, "--cookie-replay=only", run="again").assert_outcomes(passed=1)
    assert provider.counts.total() == asked, "a replay makes no call"
    told = pytest_cookie(project.path, "workflows", "run").stdout
    assert re.search(r"looks in the browser +1\.0 +–", told), told
