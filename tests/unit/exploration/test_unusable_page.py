"""A page that is given up before anything was written still has evidence."""

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

from pytest_cookie.browser.errors import PageBusyError
from pytest_cookie.checks.registry import make_crawler, make_watches
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.exploration.explorer import BrowserExplorer
from tests.unit.exploration.pages import case


def test_its_evidence_says_why(tmp_path: Path):
    def give_up(*_: object) -> None:
        raise PageBusyError("its own work kept the browser too busy")

    workplace = SimpleNamespace(now=lambda: 0.0)
    host = SimpleNamespace(
        use_browser=nullcontext, clock="stepped", clock_note="", version="1", workplace=workplace, open_session=give_up,
        renew=lambda: None,
    )  # fmt: skip
    explorer = BrowserExplorer(host, make_crawler, watches=make_watches)  # type: ignore[arg-type]
    deployment = Deployment(artifact_digest="0", url="http://artifact.localhost/", gateway="http://127.0.0.1:9")
    evidence = explorer.explore(case(), deployment, tmp_path / "evidence")
    assert "too busy" in evidence.perception.load_problem
    assert (tmp_path / "evidence/static/perception.json").is_file()
    assert [session.name for session in evidence.sessions] == ["static", "crawler"]
