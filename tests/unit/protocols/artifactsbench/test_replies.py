"""Referees' replies and what each mode reads from them: tables worked out by hand."""

import json
import sys
from typing import Any

import pytest

from pytest_cookie.llm.errors import UnparseableReply
from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.protocols.artifactsbench.replies import (
    ChecklistScores,
    parse_overall,
    parse_reason,
    reply_kind,
    score_checklist,
)
from tests.scripted_model import ScriptedModel
from tests.unit.protocols.artifactsbench.checklists import CHECKLIST

PUBLISHED: dict[str, tuple[str, float | None]] = {
    "json": ('{"Overall Score": "85"}', 85),
    "number": ('{"Overall Score": 85}', 85),
    "decimal": ('{"Overall Score": "72.5"}', 72.5),
    "fenced": ('Good.\n```json\n{\n  "Overall Score": "61"\n}\n```', 61),
    "range": ('{"Overall Score": "35-40"}', 35),
    "range-of-numbers": ('{"Overall Score": 35-40}', 35),
    "of-hundred": ('{"Overall Score": "85/100"}', 85),
    "points": ('{"Overall Score": "85 points"}', 85),
    "several": ('{"Overall Score": "40"} then, on reflection, {"Overall Score": "55"}', 55),
    "example-last": ('{"Overall Score": "40"}\nFormat: {"Overall Score": "100"}', 100),
    "no-space": ('{"Overall Score":"7"}', 7),
    "line-break": ('{"Overall Score":\n  "7"}', 7),
    "space-before-colon": ('{"Overall Score" : "7"}', None),
    "missing": ("The page is fine.", None),
    "prose": ("Overall Score: 85", None),
    "bold": ('**"Overall Score"**: 85', None),
    "single-quotes": ("{'Overall Score': '85'}", None),
    "lower-case": ('{"overall score": "85"}', None),
    "words": ('{"Overall Score": "eighty"}', None),
    "null": ('{"Overall Score": null}', None),
    "negative": ('{"Overall Score": -5}', None),
    "zero": ('{"Overall Score": "0"}', 0),
    "leading-zeros": ('{"Overall Score": "007"}', 7),
    "too-much": ('{"Overall Score": "250"}', 250),
    "cut-off": ('{"Overall Score": "8', 8),
    "endless": (f'{{"Overall Score": {"9" * 400}}}', sys.float_info.max),
    "point-without-digits": ('{"Overall Score": "85."}', 85),
    "comma": ('{"Overall Score": "85,5"}', 85),
    "chinese": ('{"总体打分": "64"}', 64),
    "both-languages": ('{"总体打分": "64"} {"Overall Score": "70"} {"总体打分": "99"}', 70),
    "empty": ("", None),
    "list": ('{"Overall Score": [85]}', None),
}


def test_published_reads_the_overall_score(subtests):
    for name in PUBLISHED:
        with subtests.test(repr(name)):
            reply, expected = PUBLISHED[name]
            assert parse_overall(reply) == expected


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ('{"Overall Score": "35", "reason": "No \\"help\\" page."}', 'No "help" page.'),
        ('```json\n{"Overall Score": 35, "Reason" : "Two\nlines."}\n```', "Two\nlines."),
        ('Form: {"reason": "…"}\n{"Overall Score": "35", "reason": "Flat."}', "Flat."),
        ('{"Overall Score": "35", "reason": "Flat."} {"reason": "cut of', "Flat."),
        ('{"Overall Score": "35"}\n\n**Reason:** Flat.\nAnd slow. ', "Flat.\nAnd slow."),
        ('{"Overall Score": "35"}\nreason: Flat.', "Flat."),
        ('{"Overall Score": "35", "reason": ["Flat."]}', ""),
        ('{"Overall Score": "35"}\nFor that reason: nothing.', ""),
        ("", ""),
    ],
)
def test_published_reads_the_reason(reply: str, reason: str):
    assert parse_reason(reply) == reason


def test_a_long_reason_is_cut():
    assert len(parse_reason(f'{{"reason": "{"x" * 5_000}"}}')) == 1_200


def items(**changes: Any) -> list[dict[str, Any]]:
    """Eight points for each item; `changes` by `i<id>` replace the score."""
    return [{"id": n, "score": changes.get(f"i{n}", 8), "reason": "seen"} for n in range(10)]


def whole(entries: list[dict[str, Any]]) -> str:
    return json.dumps({"items": entries, "summary": "ok"})


# 5 · 8 of 50 vision points, and 5 · 8 of 60 code points, since item 9 has a maximum of 20: 80 of 110 in all
EIGHTS = (100 * 80 / 110, 80.0, 100 * 40 / 60)

STAGED: dict[str, tuple[str, tuple[float, float, float] | None]] = {
    "plain": (whole(items()), EIGHTS),
    "fenced": (f"```json\n{whole(items())}\n```", EIGHTS),
    "prose-around": (f"I looked closely.\n{whole(items())}\nThat is all.", EIGHTS),
    "after-thinking": (f"<think>{whole(items(i0=1))}</think>{whole(items())}", EIGHTS),
    "wrapped": (json.dumps({"result": {"items": items()}}), EIGHTS),
    "no-summary": (json.dumps({"items": items()}), EIGHTS),
    "other-order": (whole(items()[::-1]), EIGHTS),
    "extra-fields": (whole([{**one, "confidence": 1} for one in items()]), EIGHTS),
    "scores-as-text": (whole(items(**{f"i{n}": "8" for n in range(10)})), EIGHTS),
    "scores-with-maximum": (whole(items(**{f"i{n}": "8/20" if n == 9 else "8/10" for n in range(10)})), EIGHTS),
    "scores-of-their-own-maximum": (whole(items(**{f"i{n}": "8 / 10.0" for n in range(9)})), EIGHTS),
    "ids-as-text": (whole([{**one, "id": f"Item {one['id']}"} for one in items()]), EIGHTS),
    "decimals": (whole(items(i0=8.5, i1=7.5)), EIGHTS),
    "all-zero": (whole(items(**{f"i{n}": 0 for n in range(10)})), (0.0, 0.0, 0.0)),
    "all-full": (whole(items(**{f"i{n}": 20 if n == 9 else 10 for n in range(10)})), (100.0, 100.0, 100.0)),
    "only-vision": (whole(items(**{f"i{n}": 0 for n in range(5, 10)})), (100 * 40 / 110, 80.0, 0.0)),
    "large-maximum-counts-more": (whole(items(i9=20)), (100 * 92 / 110, 80.0, 100 * 52 / 60)),
    "first-form-that-fits": (f"{whole(items()[:9])} {whole(items())}", EIGHTS),
    "missing-item": (whole(items()[:9]), None),
    "item-twice": (whole([*items(), {"id": 3, "score": 1}]), None),
    "unknown-item": (whole([*items()[:9], {"id": 77, "score": 1}]), None),
    "of-another-maximum": (whole(items(i4="4/5")), None),
    "of-a-hundred": (whole(items(i4="9/100")), None),
    "of-another-items-maximum": (whole([{**one, "id": f"#{one['id']}"} for one in items(i9="8/10")]), None),
    "id-is-a-list": (whole([{**one, "id": [1], "score": "4/5"} for one in items()]), None),
    "above-maximum": (whole(items(i4=11)), None),
    "negative": (whole(items(i4=-1)), None),
    "range": (whole(items(i4="7-8")), None),
    "null": (whole(items(i4=None)), None),
    "nan": (whole(items()).replace('"score": 8', '"score": NaN', 1), None),
    "word": (whole(items(i4="good")), None),
    "true": (whole(items(i4=True)), None),
    "cut-off": (whole(items())[:-20], None),
    "only-overall": ('{"Overall Score": "85"}', None),
    "prose": ("Each item gets eight points.", None),
    "empty": ("", None),
    "list": (json.dumps(items()), None),
}


REQUEST = Request("m", (user(Text("score it")),), "judge")


def test_staged_reads_every_item_or_nothing(subtests):
    for name in STAGED:
        with subtests.test(repr(name)):
            reply, expected = STAGED[name]
            if expected is None:
                with pytest.raises(UnparseableReply):
                    ask(ScriptedModel(reply), REQUEST, reply_kind(CHECKLIST), repairs=0)
                return
            scores = score_checklist(ask(ScriptedModel(reply), REQUEST, reply_kind(CHECKLIST)).value, CHECKLIST)
            assert (scores.overall, scores.vision, scores.code) == pytest.approx(expected)


def test_the_model_is_told_what_is_missing_and_may_correct_it():
    model = ScriptedModel(whole(items()[:8]), whole(items()))
    answered = ask(model, REQUEST, reply_kind(CHECKLIST))
    assert len(answered.completions) == 2
    told = model.requests[1].messages[-1].parts[0]
    assert isinstance(told, Text)
    assert "no score for the items 8, 9" in told.text


def test_items_have_their_share_of_their_own_maximum():
    reply = reply_kind(CHECKLIST).model_validate({"items": items(i9=5)})
    scores: ChecklistScores = score_checklist(reply, CHECKLIST)
    assert (scores.items[0], scores.items[9]) == (80, 25)


def test_full_points_are_100_percent_whatever_the_maximum():
    odd = [item.model_copy(update={"maximum": 0.69}) for item in CHECKLIST]
    reply = reply_kind(odd).model_validate({"items": [{**one, "score": 0.69} for one in items()]})
    scores = score_checklist(reply, odd)
    assert {scores.overall, scores.vision, scores.code, *scores.items.values()} == {100.0}


def test_the_schema_has_one_name_for_all_checklists():
    model = ScriptedModel(whole(items()))
    ask(model, REQUEST, reply_kind(CHECKLIST))
    assert model.requests[0].reply_name == "checklist_scores"
