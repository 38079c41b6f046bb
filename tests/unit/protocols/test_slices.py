"""The labels that the built-in protocols declare, on their own benchmarks; and how they reach a record."""

import pytest

from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.slices import ItemPart, SliceSpec
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol
from pytest_cookie.protocols.registry import find_protocol
from pytest_cookie.protocols.run.pipeline import apply_verdict
from tests.unit.stats.record_builder import record


def test_every_case_of_a_benchmark_has_the_declared_labels(subtests):
    table = {
        "auigym": ({"tag"}, {"task_kind"}),
        "vibecode": ({"audience"}, set()),
        "interaction2code": ({"topic"}, {"visual", "saliency"}),
    }
    for name, (of_case, of_parts) in table.items():
        with subtests.test(name):
            protocol = find_protocol(name)
            cases = load_cases(protocol.cases, extra=protocol.case_fields)
            labels = [protocol.labels_of(case) for case in cases]
            assert all(of_case <= set(found.slices) for found in labels)
            assert all(of_parts <= set(part.slices) for found in labels for part in found.parts)
            assert all(found.parts for found in labels) == bool(of_parts)


def test_a_verdict_adds_to_the_labels_of_the_case(subtests):
    known = record("a", slices={"meal": "pie"}, parts=(ItemPart(slices={"tool": ("oven",)}), ItemPart()))
    rows = [
        ("none", (), known.parts),
        (
            "scores, and a label of its own",
            (ItemPart(scores={"total": 1.0}), ItemPart(slices={"tool": ("pan",)}), ItemPart(scores={"total": 2.0})),
            (
                ItemPart(slices={"tool": ("oven",)}, scores={"total": 1.0}),
                ItemPart(slices={"tool": ("pan",)}),
                ItemPart(scores={"total": 2.0}),
            ),
        ),
    ]
    for name, given, expected in rows:
        with subtests.test(name):
            verdict = Verdict(
                judge="j", judge_version="1", runnable=True, scores={}, slices={"page": "SV"}, parts=given
            )
            found = apply_verdict(known, verdict)
            assert (found.slices, found.parts) == ({"meal": "pie", "page": "SV"}, expected)


def test_wrong_declarations_are_refused(subtests):
    table = [
        (SliceSpec(id="domain", label="d"), "declares the label domain"),
        (SliceSpec(id="score", label="s"), "declares the label score"),
        (SliceSpec(id="x", label="x", crosses=("domain", "meal")), "crosses the label meal"),
    ]
    for spec, message in table:
        with subtests.test(message), pytest.raises(ValueError, match=message):
            EvaluationProtocol(name="p", version="1", scores=ScoreSet.guess({}), judge=lambda _: None, slices=(spec,))
