"""`dataset record`: pages that it does not open, and what it says to do."""

import socket

import pytest

from pytest_cookie.cli import main


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["http://shop.example/cart"],
            "shop.example is not this machine; to use it anyway add --allow-host shop.example",
        ),
        (["http://shop.example/", "--allow-host", "other.example"], "add --allow-host shop.example"),
        (["https://127.0.0.1:8443/"], "only http:// can be used; serve the page without TLS on this machine"),
        (["localhost:8000/shop.html"], "there is no such page; addresses begin with http://"),
    ],
)
def test_other_pages_are_refused(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    assert main(["dataset", "record", *arguments]) != 0
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("allowed", [[], ["--allow-host", "a.example", "--allow-host", "b.example"]])
def test_a_server_that_does_not_answer_is_named(allowed: list[str], capsys: pytest.CaptureFixture[str]):
    with socket.socket() as taken:  # bound, but not listening
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        assert main(["dataset", "record", f"{address}/shop.html", *allowed]) != 0
    assert f"nothing answers at {address}; start the server first" in capsys.readouterr().err
