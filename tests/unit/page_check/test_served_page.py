"""Addresses of pages, and the command that serves one."""

import socket
import sys
from pathlib import Path

import pytest

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import DeploymentError, UsageError
from pytest_cookie.page_check.checker import make_case
from pytest_cookie.page_check.served_page import ServedPage, ServedPageStages, run_server


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
        ("https://localhost:5173", "only http:// can be checked"),
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
