"""The packages of docs/cookbook, made from the pages alone: what they find, and what they leave."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pytest_cookie.core.artifact import ArtifactFile
from pytest_cookie.core.verdict import Finding
from pytest_cookie.judging.measured_judge import MeasuredJudge
from tests.unit.judging.evidence_builders import artifact, case, control, evidence, inventory, subject

COOKBOOK = Path(__file__).parents[2] / "docs" / "cookbook"


def package(page: str) -> dict[str, Any]:
    """The names of the module that the page shows, by the text of its only block of Python."""
    text = (COOKBOOK / f"{page}.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^( *)```python\n(.*?)^\1```", text, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(re.sub(f"(?m)^{code[0]}", "", code[1]), page, "exec"), names)
    return names


def test_the_protocol_weighs_the_files():
    protocol = package("own-protocol")["PROTOCOL"]
    assert (protocol.scores.ranking.id, protocol.scores.ranking.direction) == ("weight", "lower")
    judge = protocol.judge(None)
    for size, kb, findings in ((1_500, 1.5, 0), (600_000, 600, 1), (99_000_000, 10_000, 1)):
        files = (ArtifactFile(path="index.html", size_bytes=size, sha256="0" * 64),)
        verdict = judge.judge(case(), artifact(files=files), evidence(), COOKBOOK)
        assert (verdict.scores, len(verdict.findings)) == ({"weight": kb}, findings)


def test_the_check_wants_an_imprint_and_is_silent_where_the_page_was_not_seen():
    check = package("own-check")["CHECK"]
    for controls, found in (((control("c1", "Impressum", role="link"),), 0), ((control("c1", "Save"),), 1), ((), 1)):
        seen = {"inventory": inventory(controls=controls)}
        assert len(check.find(subject(**seen))) == found
    assert check.find(subject(inventory=None)) == []


def test_the_judge_caps_what_has_a_critical_finding(monkeypatch):
    judge = package("own-judge")["VetoJudge"](SimpleNamespace())
    plain = MeasuredJudge().judge(case(), artifact(), evidence(), COOKBOOK)
    for severity, capped in (("major", False), ("critical", True)):
        finding = Finding(dimension="functionality", severity=severity, title="It fails", why="It should not.")
        scored = plain.model_copy(
            update={"findings": (finding,), "scores": {"functionality": 80.0, "aesthetics": 70.0, "total": 75.0}}
        )
        monkeypatch.setattr(MeasuredJudge, "judge", lambda *_, scored=scored, **__: scored)
        verdict = judge.judge(case(), artifact(), evidence(), COOKBOOK)
        assert verdict.scores["functionality"] == (30 if capped else 80)
        assert verdict.scores["total"] == (50 if capped else 75)
        assert verdict.judge == "veto"
