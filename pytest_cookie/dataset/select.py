"""Item names for selection with `-k`: the label words, and how a case and its key become a name."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from hashlib import sha256

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.labels import DIFFICULTIES, LANGUAGES, MODES, PAGE_TYPES, RESERVED_WORDS, VOICES, slug
from pytest_cookie.dataset.taxonomy import taxonomy


@cache
def label_values() -> dict[str, tuple[str, ...]]:
    """The labels of an item, for selection with `-m "cookie(…)"`, with their possible values."""
    return {
        "domain": tuple(domain.slug for domain in taxonomy().domains),
        "leaf": tuple(leaf.slug for leaf in taxonomy().leaves),
        "difficulty": DIFFICULTIES,
        "language": LANGUAGES,
        "page_type": PAGE_TYPES,
        "mode": MODES,
        "voice": VOICES,
    }


@cache
def label_words() -> frozenset[str]:
    """All label words for `-k`: page types, difficulties, modes and domain slugs."""
    return RESERVED_WORDS | {domain.slug for domain in taxonomy().domains}


def model_slugs(models: Sequence[str]) -> dict[str, str]:
    """A slug for each model of a run, free of label words and different for different models.

    Models with the same slug ("a/b" and "a-b") get some digits of their hash appended.
    """
    names = list(dict.fromkeys(models))
    slugs = {name: slug(name, reserved=label_words()) for name in names}
    digits = 8
    while shared := {text for text, count in Counter(slugs.values()).items() if count > 1}:
        for name in names:
            if slugs[name] in shared:
                slugs[name] = f"{slug(name, reserved=label_words())}-{sha256(name.encode()).hexdigest()[:digits]}"
        digits += 8
    return slugs


def item_name(case: Case, key: ItemKey, *, model_slug: str | None = None) -> str:
    """`domain-leaf-difficulty-language-<case id>-<mode>-r<repeat>-<model slug>`, the item's id.

    `model_slug` is the slug from `model_slugs` for the run; the default is the slug of the key's model.
    Case ids and model slugs contain no label words, so different items cannot have the same name.
    """
    model = slug(key.model, reserved=label_words()) if model_slug is None else model_slug
    labels = f"{case.domain}-{case.leaf}-{case.difficulty}-{case.language}"
    return f"{labels}-{case.id}-{key.mode}-r{key.repeat}-{model}"
