"""The interactivity class of queries from a model's score, and cases that are written with it."""

import json
from contextlib import contextmanager
from pathlib import Path

import pytest

from pytest_cookie.cli import main
from pytest_cookie.dataset.construction.ask_each import Clerk
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.protocols.artifactsbench.case_fields import OptionalFields
from pytest_cookie.protocols.artifactsbench.commands import classify_queries as command
from pytest_cookie.protocols.artifactsbench.query_class import QueryClass
from pytest_cookie.protocols.registry import find_protocol

CASES = """
- {id: kites, leaf: puzzle, language: en, brief: Kites that race over a beach and are steered with the arrow keys.}
- {id: crest, leaf: puzzle, language: en, brief: Draw the crest of our rowing club., topic: svg}
- {id: known, leaf: puzzle, language: en, brief: A calm page., topic: web, interactivity: SV}
- {id: lost, leaf: puzzle, language: en, brief: Something that no model answers.}
"""


def test_scores_have_the_classes_of_the_paper(subtests):
    table = {0: "SV", 1: "MMD", 3: "MMD", 4: "HD", 6: "HD", 7: "II", 10: "II"}
    for score, expected in table.items():
        with subtests.test(str(score)):
            assert QueryClass(score=score, topic="web").interactivity == expected
    with pytest.raises(ValueError, match="less than or equal to 10"):
        QueryClass(score=11, topic="web")


def test_cases_are_written_with_class_and_topic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    (tmp_path / "cases.yaml").write_text(CASES)
    asked: list[str] = []

    class Chat:
        def complete(self, request):
            text = request.messages[1].parts[0].text
            asked.append(text)
            if "no model" in text:
                raise ProviderError("no answer")
            score, topic = (8, "game") if "Kites" in text else (0, "web")
            return Completion(json.dumps({"score": score, "topic": topic, "reason": "=because"}))

    @contextmanager
    def open_scripted(*_: object, **__: object):
        yield (Clerk(Chat(), "m", at_once=1),)

    monkeypatch.setattr(command, "open_clerks", open_scripted)
    arguments = ["dataset", "classify-queries", str(tmp_path / "cases.yaml"), "--model", "openai/m"]
    out = tmp_path / "out"
    assert main([*arguments, "--out", str(out)]) == 1, "one is undecided"
    shown = capsys.readouterr()
    assert "2 briefs classified: SV 1, MMD 0, HD 0, II 1" in shown.out
    assert "lost: no answer" in shown.out + shown.err
    assert len(asked) == 3, "a case with both is not asked for"
    cases = {case.id: case for case in load_cases(out / "cases", extra=OptionalFields)}
    labels = {name: find_protocol("artifactsbench").labels_of(case).slices for name, case in cases.items()}
    assert labels == {
        "kites": {"interactivity": "II", "topic": "game"}, "crest": {"interactivity": "SV", "topic": "svg"},
        "known": {"interactivity": "SV", "topic": "web"}, "lost": {},
    }  # fmt: skip
    assert "'=because" in (out / "query_classes.csv").read_text()
    assert main([*arguments, "--out", str(out)]) == 2, "nothing is overwritten"
