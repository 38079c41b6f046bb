"""What mails cost to read, what is read of them, and a mail catcher that is busy."""

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.deployment.applications import mail
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.deployer import ApplicationDeployer
from pytest_cookie.deployment.applications.mail import MailCatcher
from pytest_cookie.deployment.applications.mail_parser import parse_mail
from pytest_cookie.deployment.applications.running import RunningApplication

MULTIPART = b'Content-Type: multipart/mixed; boundary="%s"\n\n'


@contextmanager
def counting_calls() -> Iterator[list[int]]:
    """Count the calls of functions, also those written in C: a cost that does not depend on the machine."""
    calls = [0]

    def count(frame: object, event: str, argument: object) -> None:
        calls[0] += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize(
    "content",
    [
        b"Content-Type: text/plain; " + b"a=b; " * 2_000 + b"\n\nt",
        b"To: " + b"a@b, " * 2_000 + b"\nContent-Type: text/plain;\n" + b" a*1*=b;\n" * 2_000 + b"\nt",
        b"".join(MULTIPART % b"%d" % at + b"--%d\n" % at for at in range(40)) + b"--\n" * 20_000,
        MULTIPART % b"b" + b"--b\n\n\n" * 20_000,
        MULTIPART % b"b" + (b"--b\nContent-Type: text/plain; " + b";" * 5_000 + b"\n\n") * 20,
        b"Content-Type: message/rfc822\n\n" * 900,
        b"A: b\n" * 20_000,
    ],
    ids=["parameters", "addresses", "nested", "parts", "parameters of parts", "mails in mails", "headers"],
)
def test_no_mail_is_expensive(content: bytes):
    with counting_calls() as calls:
        parse_mail(content, ["a@b"], "c@d")
    assert calls[0] < 400_000


def test_a_mail_is_read_as_people_see_it():
    sent = EmailMessage()
    sent["Subject"], sent["From"], sent["To"] = "Willkommen, Jörg ☕ " + "and all the others " * 5, "a@b", "c@d"
    sent.set_content("Grüße")
    sent.add_alternative("<p>Hello</p>", subtype="html")
    sent.add_attachment("not shown", filename="notes.txt")
    read = parse_mail(sent.as_bytes(), ["c@d"], "a@b")
    assert (read.subject, read.text) == (sent["Subject"], "Grüße\n")
    page = EmailMessage()
    page["Subject"] = "s"
    page.set_content(
        '<style>p{}</style><p>Go &amp; <a class="x" href="http://a/?b=1&amp;c">see</a></p>', subtype="html"
    )
    assert parse_mail(page.as_bytes(), [], "").text == "Go & see http://a/?b=1&c"


@pytest.mark.parametrize(
    ("content", "subject", "text"),
    [
        ("Subject: Größe\r\n\r\nä".encode(), "Größe", "ä"),
        (b"Subject: a\r\n b\r\n\r\nt", "a b", "t"),
        (b"Subject: =?utf-8?q?a?= =?x-none?b?Yg==?=\n\nt", "ab", "t"),
        (b"Subject: =?utf-8?b?a?=\n\nt", "(unreadable)", "Subject: =?utf-8?b?a?=\n\nt"),
        (b"Content-Type: text/plain; charset=punycode\n\nabc-", "", "abc-"),
        (b"Content-Type: text/plain; charset=zlib\n\nabc", "", "abc"),
        (b"Content-Type: text/plain; charset=iso-8859-1\n\n\xe4", "", "ä"),
        (b"Content-Type: application/pdf\n\nabc", "", ""),
        (b"no header", "", "no header"),
        (b"", "", ""),
    ],
)
def test_odd_mails_are_read_as_far_as_possible(content: bytes, subject: str, text: str):
    read = parse_mail(content, [], "")
    assert (read.subject, read.text) == (subject, text)


def test_a_busy_mail_catcher_is_the_fault_of_the_application_that_it_serves(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("aiosmtpd")
    free = threading.Event()
    with closing(MailCatcher()) as catcher, socket.create_server(("127.0.0.1", 0)) as listening:
        catcher.listen(listening)
        catcher._loop.call_soon_threadsafe(free.wait)
        monkeypatch.setattr(mail, "_ANSWER_SECONDS", 0.0)
        with pytest.raises(AppFaultError, match="kept its mail server busy"):
            catcher.listen(listening)
        catcher._has_listened = False
        with pytest.raises(DeploymentError, match="the machine"):
            catcher.listen(listening)
        monkeypatch.undo()
        free.set()


def test_each_step_of_an_end_is_done_also_if_another_fails(tmp_path: Path):
    done: list[str] = []

    def fail() -> None:
        raise TimeoutError

    sandbox = SimpleNamespace(end=lambda: done.append("sandbox"), log="log")
    plan = SimpleNamespace(manifest=SimpleNamespace(services=()))
    application = RunningApplication(plan, SimpleNamespace(remove=lambda: done.append("database")))  # type: ignore[arg-type]
    application._sandbox = sandbox  # type: ignore[assignment]
    application._catcher = SimpleNamespace(close=fail)  # type: ignore[assignment]
    application._bridges = [SimpleNamespace(close=fail)]  # type: ignore[list-item]
    with pytest.raises(TimeoutError):
        ApplicationDeployer(tmp_path)._close(application, tmp_path / "deployment.log")
    assert done == ["sandbox", "database"]
    assert (tmp_path / "build.log").read_text() == "log"
