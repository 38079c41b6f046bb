"""Addresses of pages, and the command that serves one."""

import json
import socket
import sys
from pathlib import Path

import pytest

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.errors import DeploymentError, UsageError
from pytest_cookie.core.stored_state import StoredCookie, StoredState
from pytest_cookie.deployment.served_page import ServedPage
from pytest_cookie.page_check.checker import make_case
from pytest_cookie.page_check.served_page import ServedPageStages, read_state, run_server


def free_port() -> int:
    """A port of this machine at which nothing answers."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def test_an_address_is_a_server_and_a_path():
    assert ServedPage.parse("http://localhost:5173/cart?a=1#top") == ServedPage("localhost", 5173, "cart?a=1")
    assert ServedPage.parse("http://127.0.0.1") == ServedPage("127.0.0.1", 80, "")
    assert ServedPage.parse("http://shop.test/", allowed=("shop.test",)).host == "shop.test"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("https://localhost:5173", "only http:// can be used"),
        ("http://example.org", "add --allow-host example.org"),
        ("http://localhost.example.org", "is not this machine"),
        ("http://169.254.169.254/latest", "is not this machine"),
        ("http://localhost:99999", "http://localhost:99999: "),
    ],
)
def test_other_addresses_are_refused(address: str, said: str):
    with pytest.raises(UsageError, match=said):
        ServedPage.parse(address)


def test_a_server_that_does_not_answer_is_named(tmp_path: Path):
    page = ServedPage("127.0.0.1", free_port(), "")
    stages = ServedPageStages(page, None)
    case, _ = make_case(Path("http:/x"), language="en")
    artifact = stages.generate(case, ItemKey(case=case.id, model="ready", mode="html"), tmp_path / "artifact")
    with (
        pytest.raises(DeploymentError, match="nothing answers at"),
        stages.deploy(artifact, tmp_path, built=tmp_path, log=tmp_path / "log"),
    ):
        pass


SERVER = "import http.server as h; h.HTTPServer(('127.0.0.1', {port}), h.SimpleHTTPRequestHandler).serve_forever()"


def test_a_command_serves_until_the_context_ends(tmp_path: Path):
    page = ServedPage("127.0.0.1", free_port(), "")
    command = f'{sys.executable} -c "{SERVER.format(port=page.port)}"'
    with run_server(command, page, seconds=60, log=tmp_path / "log"):
        assert page.answers()
        with (
            pytest.raises(UsageError, match=r"something answers at .* already"),
            run_server(command, page, seconds=60, log=tmp_path / "other"),
        ):
            pass
    assert not page.answers()


def test_a_command_that_ends_is_quoted(tmp_path: Path):
    page = ServedPage("127.0.0.1", free_port(), "")
    command = f"{sys.executable} -c \"raise SystemExit('no such script')\""
    with (
        pytest.raises(UsageError, match=r"ended with 1 before .* answered\nno such script"),
        run_server(command, page, seconds=60, log=tmp_path / "log"),
    ):
        pass
    with pytest.raises(UsageError, match="cannot run"), run_server("/no/such", page, seconds=1, log=tmp_path / "log"):
        pass


STATE = {
    "cookies": [
        {"name": "session", "value": "1", "domain": "localhost", "path": "/", "secure": True, "sameSite": "None"},
        {"name": "other", "value": "2", "domain": "example.org", "path": "/", "partitionKey": "x"},
    ],
    "origins": [
        {"origin": "http://localhost:5173", "localStorage": [{"name": "token", "value": "t"}], "indexedDB": []},
        {"origin": "http://localhost:9", "localStorage": [{"name": "token", "value": "wrong"}]},
    ],
}


def test_a_stored_login_is_that_of_the_address_alone_and_is_never_written(tmp_path: Path):
    (tmp_path / "state.json").write_text(json.dumps(STATE), "utf-8")
    moved = read_state(tmp_path / "state.json").moved("localhost", 5173, ORIGIN)
    assert [(one.name, one.domain, one.secure, one.sameSite) for one in moved.cookies] == [
        ("session", "artifact.localhost", False, "Lax")
    ]
    assert moved.origins[0].model_dump() == {"origin": ORIGIN, "localStorage": ({"name": "token", "value": "t"},)}
    deployment = Deployment(url=ORIGIN, gateway="g", artifact_digest="d", state=moved)
    assert "token" not in deployment.model_dump_json() + repr(deployment)
    for text in ("[]", "{", '{"cookies": [1]}'):
        (tmp_path / "state.json").write_text(text, "utf-8")
        with pytest.raises(UsageError, match="is not a state that Playwright saved"):
            read_state(tmp_path / "state.json")


@pytest.mark.parametrize(
    ("domain", "host", "gets"),
    [(".shop.test", "a.shop.test", True), ("shop.test", "a.shop.test", False), (".shop.test", "notshop.test", False)],
)
def test_a_cookie_of_a_domain_is_for_hosts_below_it(domain: str, host: str, gets: bool):
    state = StoredState(cookies=(StoredCookie(name="a", value="1", domain=domain),))
    assert bool(state.moved(host, 80, ORIGIN).cookies) == gets
