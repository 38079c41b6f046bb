"""What a referee gets: the form of each mode, the ablations, and where the tokens go."""

import json
import os
from pathlib import Path
from statistics import fmean

import pytest
from pydantic import ValidationError

from pytest_cookie.llm.messages.messages import Picture, Text
from pytest_cookie.protocols.artifactsbench.case_fields import ArtifactsBenchFields
from pytest_cookie.protocols.artifactsbench.checklist_text import format_checklist, order_items, split_description
from pytest_cookie.protocols.artifactsbench.model_texts import (
    Rephrased,
    apply_rephrasing,
    captions_kind,
    captions_messages,
    rephrase_messages,
    rephrased_kind,
)
from pytest_cookie.protocols.artifactsbench.referee_message import (
    Material,
    RefereeMessage,
    RefereePrompts,
    build_message,
    choose_captures,
)
from pytest_cookie.protocols.artifactsbench.referee_settings import RefereeSettings
from pytest_cookie.protocols.artifactsbench.token_account import cut_to_tokens, estimate_tokens
from tests.unit.protocols.artifactsbench.checklists import CHECKLIST

PROMPTS = RefereePrompts.read()
CAPTURES = tuple(Picture(bytes([n]), "image/png", f"picture {n}") for n in range(5))
MATERIAL = Material("Draw a tide clock.", CHECKLIST, "```html\n<html>tide</html>\n```", CAPTURES)
LITE = Path(os.environ.get("COOKIE_PEERS", Path(__file__).parents[5] / "shared" / "peers"))
LITE = LITE / "artifactsbench" / "artifacts_bench_lite.jsonl"


def texts(message: RefereeMessage) -> str:
    return "\n".join(part.text for one in message.messages for part in one.parts if isinstance(part, Text))


def pictures(message: RefereeMessage) -> list[int]:
    return [part.data[0] for one in message.messages for part in one.parts if isinstance(part, Picture)]


def build(material: Material = MATERIAL, **settings: object) -> RefereeMessage:
    return build_message(material, RefereeSettings.model_validate(settings), PROMPTS)


def test_published_is_one_user_message_with_the_pictures_at_its_end():
    message = build(mode="published")
    assert [one.role for one in message.messages] == ["user"]
    assert [type(part) for part in message.messages[0].parts] == [Text, Picture, Picture, Picture]
    assert '{"Overall Score": ' in texts(message)
    assert "vision)" not in texts(message)


def test_published_has_a_role_strictness_the_note_on_extraction_and_a_reason():
    shown = texts(build(mode="published"))
    for part in ("You are the referee", "Be hard to please", "Only one page was extracted", '"reason": '):
        assert part in shown
    assert PROMPTS.identity(RefereeSettings(mode="published")).startswith("published-scoring 2 ")


def test_staged_has_the_instructions_apart_and_asks_for_items():
    message = build()
    assert [one.role for one in message.messages] == ["system", "user"]
    assert "Overall Score" not in texts(message)
    assert "Item 0 (0 to 10 points, vision): Is part 0 there?" in texts(message)
    assert "Item 9 (0 to 20 points, code): Is part 9 there?" in texts(message)


@pytest.mark.parametrize("mode", ["published", "staged"])
def test_task_checklist_and_answer_are_quoted_as_data(mode: str):
    whole = texts(build(mode=mode))
    for label, text in (("task", MATERIAL.question), ("answer", MATERIAL.answer)):
        start = whole.index(f"<<<DATA {label} ")
        code = whole[start:].split(" ", 2)[2].split(">>>")[0]
        assert f">>>\n{text}\n<<<END {code}>>>" in whole
    assert "<<<DATA checklist " in whole


@pytest.mark.parametrize(
    ("count", "wanted", "chosen"),
    [
        (3, 3, (0, 1, 2)),
        (5, 3, (0, 2, 4)),
        (5, 1, (0,)),
        (5, 0, ()),
        (2, 3, (0, 1)),
        (0, 3, ()),
        (9, 5, (0, 2, 4, 6, 8)),
    ],
)
def test_pictures_are_spread_from_the_first_to_the_last(count: int, wanted: int, chosen: tuple[int, ...]):
    assert choose_captures(count, wanted) == chosen


@pytest.mark.parametrize(("wanted", "shown"), [(0, []), (1, [0]), (3, [0, 2, 4]), (5, [0, 1, 2, 3, 4])])
@pytest.mark.parametrize("mode", ["published", "staged"])
def test_the_number_of_pictures_is_an_ablation(mode: str, wanted: int, shown: list[int]):
    message = build(mode=mode, pictures=wanted)
    assert pictures(message) == shown
    assert message.account.pictures == 259 * len(shown)


def test_captions_take_the_place_of_pictures():
    captioned = Material(**{**vars(MATERIAL), "captions": tuple(f"a dial, state {n}" for n in range(5))})
    message = build(captioned, captions=True)
    assert pictures(message) == []
    assert [f"state {n}" in texts(message) for n in range(5)] == [True, False, True, False, True]
    assert "descriptions of pictures of the page before, during and after" in texts(message)
    assert 0 < message.account.pictures < 259


def test_two_pictures_are_named_as_what_they_are():
    message = build(Material(**{**vars(MATERIAL), "captures": CAPTURES[:2]}))
    assert "pictures of the page before and after it was used" in texts(message)


def test_a_missing_caption_is_an_error():
    with pytest.raises(ValueError, match="3 pictures have 0 captions"):
        build(captions=True)


@pytest.mark.parametrize("mode", ["published", "staged"])
def test_without_the_answer_there_is_no_code(mode: str):
    message = build(mode=mode, with_answer=False)
    assert "tide</html>" not in texts(message)
    assert message.account.code == 0
    assert pictures(message) == [0, 2, 4]


def test_the_referee_is_told_that_nothing_could_be_rendered():
    message = build(Material("q", CHECKLIST, "no code"))
    assert "nothing that could be rendered" in texts(message)
    assert "no picture of the page" in texts(message)


def test_a_shuffled_checklist_keeps_its_items_and_depends_on_the_seed():
    orders = {tuple(item.id for item in order_items(CHECKLIST, seed)) for seed in (None, 1, 2, 3)}
    assert len(orders) == 4
    assert all(sorted(order) == list(range(10)) for order in orders)
    assert order_items(CHECKLIST, 1) == order_items(CHECKLIST, 1)
    whole = texts(build(shuffle_seed=1))
    first = order_items(CHECKLIST, 1)[0].id
    assert whole.index(f"Item {first} (") == min(whole.index(f"Item {n} (") for n in range(10))


def test_the_other_template_keeps_every_sentence():
    description = "Check the dial. It has hands! Deduct 5 points if not. Score 0 if absent."
    assert split_description(description) == (
        ("Check the dial.", "It has hands!"),
        ("Deduct 5 points if not.", "Score 0 if absent."),
    )
    item = CHECKLIST[0].model_copy(update={"description": description})
    assert format_checklist([item], "expectation", with_kinds=False) == (
        "Item 0 (0 to 10 points)\nExpected: Is part 0 there? Check the dial. It has hands!\n"
        "Points: Deduct 5 points if not. Score 0 if absent."
    )


def test_published_cuts_the_end_of_a_long_answer_at_27000_tokens():
    long = Material("q", CHECKLIST, "x" * 400_000, CAPTURES)
    message = build(long, mode="published")
    assert 26_500 < message.account.instructions + message.account.text_total < 27_100
    shown = texts(message).count("x" * 1_000) * 1_000
    (note,) = message.notes
    lost = int(note.removeprefix("the last ").split(" ")[0].replace(",", ""))
    assert shown + lost == pytest.approx(400_000, abs=1_000)


def test_staged_shows_what_published_loses():
    answer = "x" * 200_000 + "the end"
    assert "the end" in texts(build(Material("q", CHECKLIST, answer)))
    assert "the end" not in texts(build(Material("q", CHECKLIST, answer), mode="published"))


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("x" * 52, 10), ("潮汐时钟" * 3, 8), ("x" * 52 + "潮汐时", 12)])
def test_tokens_are_estimated_by_characters(text: str, tokens: int):
    assert estimate_tokens(text) == tokens


def test_a_cut_text_has_the_limit_and_is_a_beginning():
    text = "潮x" * 1_000
    cut = cut_to_tokens(text, 100)
    assert text.startswith(cut)
    assert estimate_tokens(cut) == 100 < estimate_tokens(cut + text[len(cut) : len(cut) + 2])


@pytest.mark.skipif(not LITE.is_file(), reason="needs the published records")
def test_the_estimate_is_near_the_published_counts():
    # Table 7: 100.77 tokens for a question and 917.15 for a checklist, on all 1,825 tasks
    rows = [json.loads(line) for line in LITE.read_text("utf-8").splitlines()]
    checklists = ["\n".join(f"{item['title']}\n{item['description']}" for item in row["checklist"]) for row in rows]
    assert fmean(map(estimate_tokens, checklists)) == pytest.approx(917.15, rel=0.1)
    assert fmean(estimate_tokens(row["question"]) for row in rows) == pytest.approx(100.77, rel=0.25)


@pytest.mark.parametrize(
    ("settings", "variant"),
    [
        ({}, ""),
        ({"pictures": 1}, "~1-picture"),
        ({"pictures": 0}, "~0-pictures"),
        ({"captions": True, "pictures": 5}, "~5-pictures~captions"),
        ({"with_answer": False}, "~no-answer"),
        ({"shuffle_seed": 7, "template": "expectation"}, "~shuffled-7~expectation"),
        ({"wording": "rephrased"}, "~rephrased"),
        ({"repeats": 5}, ""),
        ({"whole_reply": True}, "~whole-reply"),
        ({"max_answer_tokens": 120_000}, "~120000-tokens"),
        ({"max_answer_tokens": 120_000, "mode": "published"}, ""),
        ({"whole_reply": True, "mode": "published"}, ""),
        ({"window": "1024x768", "mode": "published"}, "~1024x768"),
    ],
)
def test_an_ablation_names_its_leaderboard(settings: dict[str, object], variant: str):
    assert RefereeSettings.model_validate(settings).variant == variant


@pytest.mark.parametrize(
    "settings",
    [
        {"pictures": 2},
        {"captions": True, "pictures": 0},
        {"with_answer": False, "pictures": 0},
        {"repeats": 0},
        {"window": "1024x768"},
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, object]):
    with pytest.raises(ValidationError):
        RefereeSettings.model_validate(settings)


def test_prompts_have_versions_and_the_identity_depends_on_the_settings():
    identities = {PROMPTS.identity(RefereeSettings.model_validate(each)) for each in (
        {}, {"mode": "published"}, {"captions": True}, {"wording": "rephrased"},
    )}  # fmt: skip
    assert len(identities) == 4
    assert PROMPTS.identity(RefereeSettings()).startswith("staged-scoring 1 ")


def test_captions_are_asked_for_with_the_pictures_and_counted():
    asked = captions_messages(CAPTURES[:2], PROMPTS.captions)
    assert [one.role for one in asked] == ["system", "user"]
    assert asked[1].parts == CAPTURES[:2]
    assert captions_kind(2).model_validate({"captions": ["a", "b"]}).captions == ("a", "b")
    with pytest.raises(ValidationError, match="has 1 captions for 2 pictures"):
        captions_kind(2).model_validate({"captions": ["a"]})


def test_a_reworded_checklist_keeps_ids_kinds_and_maxima():
    reply = {"items": [{"id": item.id, "title": f"T{item.id}", "description": "D"} for item in CHECKLIST[::-1]]}
    words: Rephrased = rephrased_kind(CHECKLIST).model_validate(reply)
    changed = apply_rephrasing(CHECKLIST, words)
    assert [item.title for item in changed] == [f"T{n}" for n in range(10)]
    assert [(item.kind, item.maximum) for item in changed] == [(item.kind, item.maximum) for item in CHECKLIST]
    with pytest.raises(ValidationError, match="the checklist has"):
        rephrased_kind(CHECKLIST).model_validate({"items": reply["items"][:9]})
    assert "Is part 3 there?" in rephrase_messages(CHECKLIST, PROMPTS.rephrase_checklist)[1].parts[0].text  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda items: items[:9], "has 9 items; a checklist has 10"),
        (lambda items: [*items[:9], items[0]], "has the id 0 more than once"),
        (lambda items: [{**item, "kind": "code"} for item in items], "has 0 items of kind `vision`"),
        (lambda items: [{**items[0], "maximum": 0}, *items[1:]], "greater than 0"),
    ],
)
def test_a_case_needs_ten_items_five_of_each_kind(change, message: str):
    items = [item.model_dump() for item in CHECKLIST]
    assert len(ArtifactsBenchFields.model_validate({"checklist": items}).checklist) == 10
    with pytest.raises(ValidationError, match=message):
        ArtifactsBenchFields.model_validate({"checklist": change(items)})


def test_numbers_may_be_text_as_yaml_gives_them():
    items = [{**item.model_dump(), "id": str(item.id), "maximum": "10"} for item in CHECKLIST]
    assert ArtifactsBenchFields.model_validate({"checklist": items}).checklist[3].id == 3
