"""The application by HTTP: tasks without names of models, refused requests, hostile inputs."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from starlette.testclient import TestClient

from pytest_cookie.annotation.application import Access, AnnotationApp
from pytest_cookie.annotation.artifact_server import ArtifactServer, _decode
from pytest_cookie.annotation.form_files import BUILT_IN
from pytest_cookie.annotation.open_study import OpenedStudy, ResultsReader, open_study
from pytest_cookie.annotation.session import AnnotationSession
from pytest_cookie.deployment.confinement import read_confinement
from tests.annotated_run import MODELS, write_run

TOKEN, RESULTS = "t" * 32, "r" * 32
APP, ARTIFACTS = "http://127.0.0.1:9000", "http://localhost:9001"
HEADERS = {"X-Token": TOKEN}
Post = Callable[..., dict]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[OpenedStudy]:
    found = open_study(write_run(tmp_path / "run"), BUILT_IN, {"practice": False})
    yield found
    found.store.close()


@pytest.fixture
def application(opened: OpenedStudy) -> AnnotationApp:
    return serve(opened)


def serve(opened: OpenedStudy) -> AnnotationApp:
    artifacts = ArtifactServer(b"secret")
    artifacts.app_origin, artifacts.origin = APP, ARTIFACTS
    hosts = frozenset({"127.0.0.1:9000", "localhost:9001"})
    session = AnnotationSession(opened.run, opened.study, artifacts)

    reader = ResultsReader(opened.run.path, 0.0)
    made = AnnotationApp(session, artifacts, Access(TOKEN, RESULTS, hosts), reader.results, reader.file)
    made.artifact_port = 9001
    return made


@pytest.fixture
def client(application: AnnotationApp) -> TestClient:
    return TestClient(application, base_url=APP, headers=HEADERS)


@pytest.fixture
def artifact_client(application: AnnotationApp) -> TestClient:
    return TestClient(application, base_url=ARTIFACTS, follow_redirects=False)


def join(client: TestClient, name: str = "ana") -> dict[str, str]:
    reply = client.post("/api/join", json={"name": name})
    assert reply.status_code == 200, reply.text
    return {"X-Rater": reply.json()["key"]}


def next_task(client: TestClient, rater: dict[str, str], form: str = "points8") -> dict:
    return client.post("/api/next", json={"form": form}, headers=rater).json()["task"]


def answer(client: TestClient, rater: dict[str, str], task: dict, values: dict, **more: object):
    return client.post("/api/answer", json={"task": task["id"], "values": values, **more}, headers=rater)


def fit(task: dict, first: bool = True) -> dict[str, object]:
    """Answers to all required questions of a task."""
    values: dict[str, object] = {}
    for question in task["questions"]:
        if question["kind"] == "choice":
            values[question["id"]] = question["options"][0 if first else -1]["value"]
        elif question["kind"] == "scale":
            values[question["id"]] = question["high"] if first else question["low"]
        elif question["kind"] == "preference":
            values[question["id"]] = "A" if first else "B"
        elif question["kind"] == "rank":
            names = [one["name"] for one in task["artifacts"]]
            values[question["id"]] = {name: place for place, name in enumerate(names, start=1)}
    return values


@pytest.mark.parametrize("form", BUILT_IN)
def test_every_kind_of_task_is_shown_without_models_or_scores_and_answered(client, opened, form):
    rater = join(client)
    task = next_task(client, rater, form)
    text = json.dumps(task)
    for secret in (
        *MODELS,
        *(model.replace("/", "-") for model in MODELS),
        '"measured"',
        '"scores"',
        "crawler",
        "items/",
    ):
        assert secret not in text
    reply = answer(client, rater, task, fit(task), note="fine", seconds=3.5)
    assert reply.status_code == 200, reply.text
    assert reply.json()["progress"]["mine"] == 1
    stored = opened.store.answers(form)
    assert [(one.task, one.note, one.seconds, one.role) for one in stored] == [(task["id"], "fine", 3.5, "main")]


def test_an_answer_is_on_disk_before_the_next_task_is_shown(client, opened, tmp_path):
    from pytest_cookie.annotation.store import FILE, FOLDER, AnswerStore

    rater = join(client)
    task = next_task(client, rater)
    after = answer(client, rater, task, fit(task)).json()["task"]
    other = AnswerStore(tmp_path / "run" / FOLDER / FILE)
    assert [one.task for one in other.answers()] == [task["id"]] != [after["id"]]
    other.close()


def test_drafts_come_back_in_the_order_that_the_rater_saw(client):
    rater = join(client)
    for _ in range(3):  # orders differ between tasks
        task = next_task(client, rater, "ranking")
        values = fit(task)
        client.post("/api/draft", json={"task": task["id"], "values": values, "note": "n"}, headers=rater)
        again = next_task(client, rater, "ranking")
        assert (again["id"], again["draft"], again["note"]) == (task["id"], values, "n")
        answer(client, rater, task, values)


def test_ranks_are_stored_for_the_models_behind_the_letters(client, opened):
    rater = join(client)
    task = next_task(client, rater, "ranking")
    pages = {one["name"]: client_page(client, one["page"]) for one in task["artifacts"]}
    answer(client, rater, task, fit(task))
    stored = opened.store.answers("ranking")[0].values["order"]
    models = dict(zip("ABC", MODELS, strict=True))
    best = min(stored, key=stored.get)
    assert f"by {MODELS.index(models[best])}<" in pages["A"]


def client_page(client: TestClient, address: str) -> str:
    return TestClient(client.app, base_url=ARTIFACTS).get(address).text


# Attacks. Each row: a request, and its expected status.

ATTACKS = {
    "no token": ("GET", "/api/state", {"headers": {"X-Token": ""}}, 401),
    "wrong token": ("GET", "/api/state", {"headers": {"X-Token": "t" * 31}}, 401),
    "token in the query": ("GET", f"/api/state?token={TOKEN}", {"headers": {"X-Token": ""}}, 401),
    "raters' token for results": ("GET", "/api/results", {}, 403),
    "raters' token for files": ("GET", "/api/export/answers.csv", {}, 403),
    "foreign host name (DNS rebinding)": ("GET", "/api/state", {"headers": {"Host": "evil.example"}}, 421),
    "page of a foreign host name": ("GET", "/", {"headers": {"Host": "evil.example:9000"}}, 421),
    "form post (CSRF without preflight)": ("POST", "/api/join", {"data": {"name": "eve"}}, 415),
    "text post (CSRF without preflight)": (
        "POST", "/api/join", {"content": '{"name": "eve"}', "headers": {"Content-Type": "text/plain"}}, 415,
    ),
    "preflight of another origin": (
        "OPTIONS", "/api/answer", {"headers": {"Origin": "null", "Access-Control-Request-Method": "POST"}}, 405,
    ),
    "answer without a rater": ("POST", "/api/answer", {"json": {"task": "x", "values": {}}}, 409),
    "made-up rater": ("POST", "/api/next", {"json": {"form": "points8"}, "headers": {"X-Rater": "1"}}, 409),
    "SQL in a key": ("POST", "/api/next", {"json": {"form": "points8"}, "headers": {"X-Rater": "' or 1=1 --"}}, 409),
    "name of imported raters": ("POST", "/api/join", {"json": {"name": "import:people"}}, 400),
    "control characters in a name": ("POST", "/api/join", {"json": {"name": "a\u202eb"}}, 400),
    "empty name": ("POST", "/api/join", {"json": {"name": " \t "}}, 400),
    "name of a megabyte": ("POST", "/api/join", {"json": {"name": "a" * 1_100_000}}, 413),
    "name that is no text": ("POST", "/api/join", {"json": {"name": ["a"]}}, 400),
    "broken JSON": ("POST", "/api/join", {"content": "{", "headers": {"Content-Type": "application/json"}}, 400),
    "deep JSON": (
        "POST", "/api/join", {"content": "[" * 200_000, "headers": {"Content-Type": "application/json"}}, 400,
    ),
    "NaN": ("POST", "/api/join", {"content": '{"name": NaN}', "headers": {"Content-Type": "application/json"}}, 400),
    "traversal in an asset": ("GET", "/..%2f..%2fpyproject.toml", {}, 404),
    "traversal in an export": ("GET", "/api/export/..%2f..%2fmanifest.json", {"headers": {"X-Token": RESULTS}}, 404),
    "unknown export": ("GET", "/api/export/manifest.json", {"headers": {"X-Token": RESULTS}}, 404),
}  # fmt: skip


def test_hostile_requests_are_refused(client, opened, subtests):
    for attack, (method, path, given, status) in ATTACKS.items():
        with subtests.test(attack):
            reply = client.request(method, path, **given)
            assert reply.status_code == status, reply.text
            assert "access-control-allow-origin" not in reply.headers
            assert opened.store.raters() == ()
    assert not opened.store.has_answers()


def test_another_raters_task_cannot_be_answered_seen_or_undone(client, opened):
    ana, eve = join(client), join(client, "eve")
    task = next_task(client, ana, "brief")
    answer(client, ana, task, fit(task))
    mine = next_task(client, ana)
    for path in ("/api/answer", "/api/draft"):
        reply = client.post(path, json={"task": mine["id"], "values": {}}, headers=eve)
        if next_task(client, eve)["id"] != mine["id"]:
            assert (reply.status_code, reply.json()["error"]) == (400, "this task was not assigned to you")
    client.post("/api/undo", json={"form": "brief"}, headers=eve)
    assert [one.rater for one in opened.store.answers("brief")] == ["ana"]


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "=cmd|' /C calc'!A0",
        "'; drop table answers; --",
        "{{7*7}}",
        "\x1b[31mred",
        "\ud800",
    ],
)
def test_hostile_texts_stay_texts(client, opened, hostile):
    rater = join(client, "<b>Bobby'); drop table raters;--")
    task = next_task(client, rater, "findings")
    content = json.dumps({"task": task["id"], "values": fit(task) | {"missed": hostile}, "note": hostile})
    reply = client.post("/api/answer", content=content, headers=rater | {"Content-Type": "application/json"})
    assert reply.status_code == 200, reply.text
    export = client.get("/api/export/answers.csv", headers={"X-Token": RESULTS})
    assert ",=cmd" not in export.text
    assert "\x1b" not in export.text
    results = client.get("/api/results", headers={"X-Token": RESULTS})
    assert results.headers["content-type"] == "application/json"
    assert len(opened.store.answers()) == 1


def test_the_page_cannot_run_anything_but_its_own_file(client):
    reply = client.get("/")
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert f"frame-src {ARTIFACTS};" in policy
    assert "'unsafe-inline'" not in policy
    assert "frame-ancestors 'none'" in policy
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in reply.headers
    assert "<script>" not in reply.text
    assert "style=" not in reply.text


def page_of(client: TestClient) -> str:
    return next_task(client, join(client))["artifacts"][0]["page"].removeprefix(ARTIFACTS)


PATHS = {
    "parent": "{code}/../case.json",
    "encoded parent": "{code}/%2e%2e/case.json",
    "encoded slash": "{code}/..%2f..%2fcase.json",
    "twice encoded": "{code}/%252e%252e/case.json",
    "backslash": "{code}/..%5ccase.json",
    "absolute": "{code}//etc/passwd",
    "null byte": "{code}/index.html%00.png",
    "link": "{code}/passwd",
    "below a link": "{code}/etc/passwd",
    "another item's folder": "/items/case-0/vendor-alpha/html/1/artifact/index.html",
    "guessed address": "/" + "0" * 40 + "/index.html",
    "the interface": "/api/state",
    "the application's script": "/app.js",
}


def test_nothing_but_the_artifacts_own_files_is_served(client, artifact_client, opened, subtests):
    page = page_of(client)
    code = page.rpartition("/")[0]
    for folder in (opened.run.path / "items").glob("*/*/html/1/artifact"):
        (folder / "passwd").symlink_to("/etc/passwd")
        (folder / "etc").symlink_to("/etc")
    assert artifact_client.get(page).status_code == 200
    for name, path in PATHS.items():
        with subtests.test(name):
            reply = artifact_client.get(path.format(code=code), headers={"X-Token": TOKEN})
            is_own_page = "by " in reply.text and reply.status_code == 200  # the page's own router may know the address
            assert reply.status_code == 404 or is_own_page, (reply.status_code, reply.text[:200])
            assert "sandbox" in reply.headers["content-security-policy"]
            assert "root:" not in reply.text


MEDIA = ("evidence/static/desktop.png", "evidence/s1/screenshots/001.png", "evidence/s1/film.mp4")
UNLISTED = (
    "record.json", "case.json", "verdicts/measured/verdict.json", "evidence/evidence.json", "evidence/s1/trace.jsonl",
    "evidence/static/other.png", "artifact/index.html", "verdicts/index.html", "index.html", "evidence", "",
)  # fmt: skip


def test_beside_the_artifact_only_its_listed_pictures_and_film_are_served(client, artifact_client, opened, subtests):
    for item in (opened.run.path / "items").glob("*/*/html/1"):
        for name in filter(None, (*MEDIA, *UNLISTED)):
            if "." in name:
                (item / name).parent.mkdir(parents=True, exist_ok=True)
                (item / name).write_text("secret")
    shown = next_task(client, join(client))["artifacts"][0]
    addresses = [*(one["address"] for figure in shown["figures"] for one in figure["pictures"]), shown["film"]]
    assert [artifact_client.get(address).status_code for address in addresses] == [200] * len(MEDIA)
    code = shown["film"].removeprefix(ARTIFACTS).split("/")[1]
    for name in UNLISTED:
        with subtests.test(name):
            assert artifact_client.get(f"/{code}/{name}").status_code == 404
            asked = artifact_client.get(f"/{name}", headers={"Referer": f"{ARTIFACTS}/{code}/x.png"})
            assert asked.status_code == 404, "a redirect tells that the file exists"


def test_the_known_answers_of_practice_tasks_are_not_served(tmp_path):
    found = open_study(write_run(tmp_path / "run"), BUILT_IN, {})
    served = serve(found)
    page = page_of(TestClient(served, base_url=APP, headers=HEADERS))
    artifact_client = TestClient(served, base_url=ARTIFACTS)
    assert "<h1>" in artifact_client.get(page).text
    assert artifact_client.get(f"/{page.split('/')[1]}/practice.yaml").status_code == 404
    found.store.close()


def test_artifacts_are_sandboxed_by_their_own_response_and_cannot_write(client, artifact_client):
    page = page_of(client)
    policy = artifact_client.get(page).headers["content-security-policy"]
    assert "sandbox allow-scripts" in policy
    assert "allow-same-origin" not in policy
    assert "allow-popups" not in policy
    assert "allow-top-navigation" not in policy
    assert f"connect-src {ARTIFACTS} data: blob:" in policy
    assert f"frame-ancestors {APP}" in policy
    assert artifact_client.post(page, content="x").status_code == 405


def test_paths_from_the_root_lead_into_the_folder_of_the_page_that_asks(client, artifact_client, opened):
    page = page_of(client)
    for folder in (opened.run.path / "items").glob("*/*/html/1/artifact"):
        (folder / "assets").mkdir()
        (folder / "assets" / "app.js").write_text("1")
    asked = artifact_client.get("/assets/app.js", headers={"Referer": ARTIFACTS + page})
    assert asked.headers["location"] == f"{page.rpartition('/')[0]}/assets/app.js"
    for referrer in (APP + page, "http://evil.example" + page, ARTIFACTS + "/000/index.html", ""):
        assert artifact_client.get("/assets/app.js", headers={"Referer": referrer}).status_code == 404
    assert artifact_client.get("/..%2fcase.json", headers={"Referer": ARTIFACTS + page}).status_code == 404


def test_addresses_tell_no_file_name_and_relative_links_of_the_page_work(tmp_path):
    folder = tmp_path / "artifact"
    (folder / "tetris-best").mkdir(parents=True)
    for name in ("tetris-best/gpt é.html", "tetris-best/next.html", "style.css", "index.html"):
        (folder / name).write_text(name, encoding="utf-8")
    server = ArtifactServer(b"secret")
    server.app_origin, server.origin = APP, ARTIFACTS
    access = Access(TOKEN, RESULTS, frozenset({"localhost:9001"}))
    application = AnnotationApp(None, server, access, dict, lambda name: ("", ""))
    application.artifact_port = 9001
    client = TestClient(application, base_url=ARTIFACTS)
    address = server.address(folder, "tetris-best/gpt é.html", purpose="a", whole=True)
    assert not any(word in address for word in ("tetris", "gpt", "html"))
    assert address != server.address(folder, "tetris-best/gpt é.html", purpose="b")
    links = {"": "gpt é.html", "next.html": "next.html", "../style.css": "style.css", "../index.html": "index.html"}
    for link, name in links.items():
        assert client.get(urljoin(address, link)).text.endswith(name)
    assert client.get(address.replace("/" + address.split("/")[3], "/" + "0" * 40)).status_code == 404


def test_a_task_whose_answer_was_undone_says_so_until_it_is_answered_again(client):
    rater = join(client)
    task = next_task(client, rater)
    assert task["is_reopened"] is False
    for _ in range(2):
        assert answer(client, rater, task, fit(task)).json()["task"]["is_reopened"] is False
        again = client.post("/api/undo", json={"form": "points8"}, headers=rater).json()["task"]
        assert (again["id"], again["is_reopened"], again["draft"]) == (task["id"], True, fit(task))


def test_only_a_frame_gets_the_seal_of_its_page(client, artifact_client):
    artifact = next_task(client, join(client))["artifacts"][0]
    seal, page = artifact["seal"], artifact["page"]
    assert len(seal) == 32
    assert seal not in page
    framed = artifact_client.get(page, headers={"Sec-Fetch-Dest": "iframe"}).text
    assert f'const seal = "{seal}"' in framed
    for destination in ("document", "empty", "script", "object", "worker"):
        text = artifact_client.get(page, headers={"Sec-Fetch-Dest": destination}).text
        assert 'const seal = ""' in text
        assert seal not in text
    assert seal not in artifact_client.get(page).text


def test_the_guard_comes_after_the_doctype_and_before_everything_else(client, artifact_client, opened):
    for path in (opened.run.path / "items").glob("*/*/html/1/artifact/index.html"):
        path.write_bytes("\ufeff <!-- x --><!DOCTYPE html><p>ä".encode())
    text = artifact_client.get(page_of(client)).text
    assert text.startswith(" <!-- x --><!DOCTYPE html><script>")
    assert text.endswith("</script><p>ä")
    assert text.index(read_confinement()) < text.index("const seal = ") < text.index("<p>")


def test_only_listed_raters_can_join(application, opened):
    application._access = Access(TOKEN, RESULTS, application._access.hosts, ("Ana", "Ben"))
    client = TestClient(application, base_url=APP, headers=HEADERS)
    assert client.post("/api/join", json={"name": "ana"}).status_code == 200
    assert client.post("/api/join", json={"name": "eve"}).status_code == 400
    assert client.get("/api/state").json()["raters"] == ["Ana", "Ben"]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("é".encode(), "é"),
        (b"<meta charset=iso-8859-2>\xb1", "<meta charset=iso-8859-2>ą"),
        (b"<meta charset=iso-8859-99>\xe9", "<meta charset=iso-8859-99>é"),
        (b"<meta charset=utf-16>caf\xe9", "<meta charset=utf-16>caf\ufffd"),
        ("é".encode("utf-16"), "é"),
        (b"\xfe\xff\x00a", "a"),
    ],
)
def test_a_page_is_decoded_as_a_browser_does(content, text):
    assert _decode(content) == text
