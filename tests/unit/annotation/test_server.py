"""Access to the application: addresses, tokens, and the command's messages."""

from pathlib import Path

import pytest

from pytest_cookie.annotation.server import LOOPBACK, listen, read_tokens
from pytest_cookie.cli import main
from pytest_cookie.core.errors import UsageError
from tests.annotated_run import write_run


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--host", "0.0.0.0"], "needs --token-file"),
        (["--host", "192.0.2.7"], "needs --token-file"),
        (["--host", "::", "--token-file", "tokens"], "add --name"),
        (["--overlap", "0"], "must be from 1 to 50"),
        (["--form", "substep"], "did you mean"),
        (["--import", "missing.jsonl"], "cannot read"),
        (["--host", "192.0.2.7", "--token-file", "tokens"], "cannot listen on 192.0.2.7"),
    ],
)
def test_mistakes_end_before_anything_is_served(tmp_path, monkeypatch, capsys, options, said):
    monkeypatch.chdir(tmp_path)
    assert main(["annotate", str(write_run(tmp_path / "run", cases=1)), "--no-browser", *options]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_that_is_no_run_is_named(tmp_path, capsys):
    assert main(["annotate", str(tmp_path)]) == 2
    assert "is not a run folder" in capsys.readouterr().err


def test_by_default_only_this_machine_listens_and_artifacts_have_another_host_name():
    found = listen(LOOPBACK, 0)
    try:
        assert {bound.getsockname()[0] for bound in found.sockets} <= {"127.0.0.1", "::1"}
        assert found.app_origin == f"http://127.0.0.1:{found.app_port}"
        assert found.artifact_origin == f"http://localhost:{found.artifact_port}"
        assert found.app_port != found.artifact_port
        assert f"127.0.0.1:{found.app_port}" in found.hosts
        assert not any(host.startswith("evil") for host in found.hosts)
        with pytest.raises(UsageError, match="choose another one with --port"):
            listen(LOOPBACK, found.app_port)
    finally:
        for bound in found.sockets:
            bound.close()


@pytest.mark.parametrize(
    ("name", "port", "host"),
    [("Annas-Mac.local", 8900, "annas-mac.local:8900"), ("study.example", 80, "study.example"), ("::1", 80, "[::1]")],
)
def test_hosts_are_written_as_browsers_write_them(monkeypatch, name, port, host):
    class Bound:
        def __init__(self, port: int) -> None:
            self.port = port

        def getsockname(self) -> tuple[str, int]:
            return "0.0.0.0", self.port

    monkeypatch.setattr("pytest_cookie.annotation.server._bind", lambda host, port: Bound(port))
    found = listen("0.0.0.0", port, name)
    assert host in found.hosts
    assert found.app_origin == f"http://{host}"


def test_a_token_file_is_created_for_its_owner_only_and_read_again(tmp_path):
    path = tmp_path / "tokens"
    tokens = read_tokens(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_tokens(path) == tokens
    assert len(set(tokens)) == 2
    assert all(len(token) >= 32 for token in tokens)


@pytest.mark.parametrize(
    ("text", "mode", "said"),
    [
        ("a" * 20 + "\n" + "b" * 20, 0o644, "chmod 600"),
        ("a" * 20, 0o600, "two different tokens"),
        ("a" * 20 + "\n" + "a" * 20, 0o600, "two different tokens"),
        ("short\n" + "b" * 20, 0o600, "of 16 or more"),
        ("a" * 20 + "\n" + "b&view=" * 5, 0o600, "two different tokens"),
    ],
)
def test_weak_token_files_are_refused(tmp_path: Path, text, mode, said):
    path = tmp_path / "tokens"
    path.write_text(text)
    path.chmod(mode)
    with pytest.raises(UsageError, match=said):
        read_tokens(path)
