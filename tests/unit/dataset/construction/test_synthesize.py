"""Role-play: cards are spread evenly, the model sees the person and not the label, and its texts are checked."""

from collections import Counter

import pytest

from pytest_cookie.core.case import EXPERT_DIMENSIONS
from pytest_cookie.core.labels import LANGUAGES
from pytest_cookie.dataset.construction.synthesize import built_in_roles, deal_cards, describe_card, synthesize
from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.messages.completion import Completion
from tests.unit.dataset.construction.scripted_chat import ScriptedChat, clerk


def test_cards_are_spread_evenly():
    cards = deal_cards(540, languages=LANGUAGES, seed=1)
    assert set(Counter(card.leaf.slug for card in cards).values()) == {10}
    assert set(Counter(card.language for card in cards).values()) <= {67, 68}
    assert set(Counter(card.register.name for card in cards).values()) == {180}
    assert Counter(card.difficulty for card in cards) == {"easy": 81, "medium": 243, "hard": 162, "expert": 54}
    assert len({(card.persona, card.occasion, card.need, card.leaf.slug) for card in cards}) > 530
    assert cards == deal_cards(540, languages=LANGUAGES, seed=1)
    assert len({card.id for card in cards}) == 540


def test_amplifiers_reach_the_level_and_do_not_exceed_it():
    levels = {"easy": 0, "medium": 2, "hard": 3, "expert": 3}
    for card in deal_cards(200, languages=("en",), seed=2):
        assert max((each.level for each in card.amplifiers), default=0) == levels[card.difficulty]
        assert len(set(card.amplifiers)) == len(card.amplifiers)
        top = {each.dimension for each in card.amplifiers if each.level == 3}
        assert (len(top) >= EXPERT_DIMENSIONS) == (card.difficulty == "expert")


def test_the_card_describes_the_person_without_labels():
    (card,) = deal_cards(1, languages=("de",), seed=3)
    text = describe_card(card)
    assert f"who: {card.persona}" in text
    assert card.leaf.slug not in text
    assert card.difficulty not in text.split("\n")[0]
    chat = ScriptedChat()
    synthesize([card], clerk(chat))
    prompt = chat.requests[0].messages[0].parts[0].text
    assert "Write in German" in prompt
    assert f"of {card.register.words} words" in prompt


def test_what_is_written_has_its_labels():
    cards = deal_cards(4, languages=("en",), seed=4)
    for card, found in zip(cards, synthesize(cards, clerk(ScriptedChat())), strict=True):
        assert found.problems == ()
        assert card.persona in found.query.text
        assert found.query.labels["leaf"] == card.leaf.slug
        assert found.query.labels["source"] == "synthetic"


@pytest.mark.parametrize(
    ("brief", "problem"),
    [
        ("Eine Seite für den Chor mit vierzig Stühlen, die jeder von uns verschieben kann.", "it reads as German"),
        ("A page for our choir that looks like Spotify and lets us sort all our songs.", "product name: Spotify"),
        ("A page with a short list.", "it has 19 letters"),
    ],
)
def test_rules_object_to_unfit_texts(brief, problem):
    chat = ScriptedChat(lambda request, number: Completion(f'{{"brief": "{brief}"}}'))
    (found,) = synthesize(deal_cards(1, languages=("en",), seed=5), clerk(chat))
    assert found.query.text == brief
    assert any(each.startswith(problem) for each in found.problems)


def test_a_fault_loses_one_card():
    def down(request, number):
        if number == 1:
            raise ProviderError("down")

    found = synthesize(deal_cards(2, languages=("en",), seed=6), clerk(ScriptedChat(down)))
    assert [each.query is None for each in found] == [True, False]


def test_registers_are_thirds():
    assert [each.name for each in built_in_roles().registers] == ["colloquial", "plain", "specified"]
