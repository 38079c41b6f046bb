"""Writes queries by role-play: a model plays a person in a situation who wants a page (Cookie-Bench, section 3.1).

Leaves, languages and registers are spread evenly; persona, occasion and need are drawn by a seed. What a model writes
is checked by rules, not believed.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pydantic import Field

from pytest_cookie.core.case import EXPERT_DIMENSIONS
from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import DIFFICULTIES, Difficulty, Language
from pytest_cookie.dataset.construction.ask_each import Clerk, ask_each, construction_prompt
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.construction.precheck import find_objections
from pytest_cookie.dataset.difficulty import Amplifier, difficulty_rubric
from pytest_cookie.dataset.language_check import detect_other_language
from pytest_cookie.dataset.similarity import letter_weight
from pytest_cookie.dataset.taxonomy import Leaf, taxonomy
from pytest_cookie.language import LANGUAGE_NAMES
from pytest_cookie.llm.messages.messages import Text

SHARES: Mapping[Difficulty, float] = {"easy": 0.15, "medium": 0.45, "hard": 0.30, "expert": 0.10}
_LEVELS: Mapping[Difficulty, int] = {"easy": 1, "medium": 2, "hard": 3, "expert": 3}
_LEAST_LETTERS, _MOST_LETTERS = 60, 3_000
"""Letters of a text, an ideogram counting as three: about 12 to 500 words."""


class Register(FrozenModel):
    """A way of writing: its length in words, and how it reads."""

    name: str
    words: str
    how: str


class Roles(FrozenModel):
    """What cards are drawn from."""

    personas: tuple[str, ...]
    occasions: tuple[str, ...]
    needs: tuple[str, ...]
    registers: tuple[Register, ...]


@dataclass(frozen=True)
class Card:
    """The person that the model plays, and the labels of its query."""

    id: str
    persona: str
    occasion: str
    need: str
    leaf: Leaf
    amplifiers: tuple[Amplifier, ...]
    difficulty: Difficulty
    language: Language
    register: Register


class BriefReply(FrozenModel):
    """The person's request."""

    brief: str = Field(min_length=20, max_length=10_000)


@dataclass(frozen=True)
class Synthesized:
    """A card with the query written for it. `problems` are what rules object to; without a query, the cause."""

    card: Card
    query: Query | None
    problems: tuple[str, ...] = ()


@cache
def built_in_roles() -> Roles:
    """The built-in personas, occasions, needs and registers."""
    text = resources.files(__package__).joinpath("roles.yaml").read_text(encoding="utf-8")
    return Roles.model_validate(parse_data(text))


def deal_cards(
    number: int, *, languages: Sequence[Language], seed: int, leaves: Sequence[Leaf] = (), roles: Roles | None = None
) -> list[Card]:
    """`number` cards: leaves, languages and registers as even as integers allow, difficulties by `SHARES`."""
    chance = random.Random(seed)
    roles = roles or built_in_roles()
    columns = {
        "leaf": _spread(leaves or taxonomy().leaves, number, chance),
        "language": _spread(languages, number, chance),
        "register": _spread(roles.registers, number, chance),
        "persona": _spread(roles.personas, number, chance),
        "occasion": _spread(roles.occasions, number, chance),
        "need": _spread(roles.needs, number, chance),
    }
    levels = _levels(number, chance)
    return [
        Card(
            id=f"synthetic-{seed}-{place + 1}",
            amplifiers=_amplifiers(levels[place], chance),
            difficulty=levels[place],
            **{name: values[place] for name, values in columns.items()},  # type: ignore[arg-type]
        )
        for place in range(number)
    ]


def _spread(values: Sequence[object], number: int, chance: random.Random) -> list[object]:
    """Each value equally often, up to one, in random order."""
    spread: list[object] = []
    while len(spread) < number:
        spread += chance.sample(list(values), len(values))
    spread = spread[:number]
    chance.shuffle(spread)
    return spread


def _levels(number: int, chance: random.Random) -> list[Difficulty]:
    counts = {level: round(number * share) for level, share in SHARES.items()}
    counts["medium"] += number - sum(counts.values())
    levels = [level for level in DIFFICULTIES for _ in range(counts[level])]
    chance.shuffle(levels)
    return levels


def _amplifiers(level: Difficulty, chance: random.Random) -> tuple[Amplifier, ...]:
    """None for easy; for medium and hard two: one reaches the level, and neither exceeds it.

    For expert one that reaches the top score in each of as many dimensions as make the level.
    """
    if level == "easy":
        return ()
    known = difficulty_rubric().amplifiers
    if level == "expert":
        top = [each for each in known if each.level == _LEVELS[level]]
        dimensions = chance.sample(sorted({each.dimension for each in top}), EXPERT_DIMENSIONS)
        return tuple(chance.choice([each for each in top if each.dimension == one]) for one in dimensions)
    reach = chance.choice([each for each in known if each.level == _LEVELS[level]])
    other = chance.choice([each for each in known if each.level <= _LEVELS[level] and each is not reach])
    return (reach, other)


def synthesize(cards: Sequence[Card], clerk: Clerk) -> tuple[Synthesized, ...]:
    """One query for each card, in order, checked for language, length and what the keyless checks object to."""
    outcomes = ask_each(clerk, [clerk.request(_prompt(card), Text(describe_card(card))) for card in cards], BriefReply)
    found = []
    for card, outcome in zip(cards, outcomes, strict=True):
        if outcome.value is None:
            found.append(Synthesized(card, None, (outcome.cause,)))
            continue
        query = Query(card.id, outcome.value.brief.strip(), _labels(card))
        found.append(Synthesized(card, query, tuple(_problems(query, card))))
    return tuple(found)


def _prompt(card: Card) -> str:
    return construction_prompt("synthesis").fill(language=LANGUAGE_NAMES[card.language], words=card.register.words)


def describe_card(card: Card) -> str:
    """The card as the model sees it. The leaf's definition is given, not its name, so that texts do not echo it."""
    lines = [
        f"who: {card.persona}",
        f"occasion: {card.occasion}",
        f"wants: {card.need}",
        f"kind of page: {card.leaf.definition.strip()}",
        f"writes: {card.register.how}",
        *(f"it must hold: {each.adds}" for each in card.amplifiers),
    ]
    return "\n".join(lines)


def _labels(card: Card) -> dict[str, str]:
    return {
        "source": "synthetic",
        "language": card.language,
        "leaf": card.leaf.slug,
        "domain": card.leaf.domain,
        "page_type": card.leaf.page_type,
        "intended_difficulty": card.difficulty,
        "amplifiers": ", ".join(each.name for each in card.amplifiers),
        "register": card.register.name,
        "persona": card.persona,
    }


def _problems(query: Query, card: Card) -> list[str]:
    problems = [f"{each.what}: {each.words}" for each in find_objections(query) if not each.what.startswith("no word")]
    if other := detect_other_language([query.text], card.language):
        problems.append(f"it reads as {LANGUAGE_NAMES[other[0]]}, not as {LANGUAGE_NAMES[card.language]}")
    letters = sum(map(letter_weight, query.text))
    if not _LEAST_LETTERS <= letters <= _MOST_LETTERS:
        problems.append(f"it has {letters:,} letters, not {_LEAST_LETTERS} to {_MOST_LETTERS:,}")
    return problems
