"""Combines the manifests of merged runs: the values that must be equal, and the merged values."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TypeAlias, TypeVar

from pytest_cookie.core.record import Manifest
from pytest_cookie.records.comparability import MOVES_NO_SCORE

Manifests: TypeAlias = Mapping[str, Manifest]
"""Manifests by name of run."""
Option: TypeAlias = str | int | float | bool | None

_Value: TypeAlias = Callable[[Manifest], object]

_T = TypeVar("_T")

_SAME_IN_ALL = (
    "version", "protocol", "protocol_version", "mode", "agent", "agent_version", "judge", "judge_version", "seed",
    "browser",
)  # fmt: skip
_SAME_IN_SHARDS = ("models", "repeats")
_SELECT = ("keyword", "markexpr")
_ADD_UP = ("cookie_budget_usd",)
_MAX_NAMED = 3
_MAX_SHOWN = 80


def differences(manifests: Manifests) -> tuple[str, ...]:
    """A message for each difference that prevents a merge; empty if there is none.

    Shards are parts of one run, so they must also select the same items. Other runs may have other cases, models and
    repeats. Machine, time, number of workers and budget may always differ.
    """
    shards = {name: manifest for name, manifest in manifests.items() if manifest.shard is not None}
    found = [_difference(_words(field), manifests, attrgetter(field)) for field in _SAME_IN_ALL]
    found += [_difference("scores", manifests, lambda manifest: manifest.scores.ids)]
    if len({manifest.scores.meaning for manifest in manifests.values()}) > 1 and not found[-1]:
        found[-1] = "scores: their units, ranges or ranking differ"
    found += [_difference(field, shards, attrgetter(field)) for field in _SAME_IN_SHARDS]
    found += [_difference("items of all shards", _knowing(shards, "whole"), attrgetter("whole"))]
    found += [_difference("shards", manifests, _shards)] if shards else []
    found += [_difference(f"option {name}", shards, _option_of(name)) for name in _SELECT]
    found += _options(manifests)
    found += _prompts(manifests)
    return (*(difference for difference in found if difference), *_cases(manifests), *_lacking_cases(shards))


def _difference(what: str, manifests: Manifests, value: _Value) -> str:
    """`judge: measured in a, b; other in c`; "" if all are equal."""
    names: dict[str, list[str]] = defaultdict(list)
    for name, manifest in manifests.items():
        names[_text(value(manifest))].append(name)
    if len(names) < 2:
        return ""
    return f"{what}: " + "; ".join(f"{text} in {_listed(runs)}" for text, runs in names.items())


def _options(manifests: Manifests) -> Iterator[str]:
    """Differences in options that change scores; an option that only some manifests have is compared among these."""
    named = sorted({name for manifest in manifests.values() for name in manifest.options} - MOVES_NO_SCORE)
    for name in named:
        knowing = {run: manifest for run, manifest in manifests.items() if name in manifest.options}
        yield _difference(f"option {name}", knowing, _option_of(name))


def _prompts(manifests: Manifests) -> Iterator[str]:
    """Differences in prompts; a run without a prompt for a role had no model in that role."""
    for role in sorted({role for manifest in manifests.values() for role in manifest.prompts}):
        having = {run: manifest for run, manifest in manifests.items() if role in manifest.prompts}
        yield _difference(f"prompts of {role}", having, _prompt_of(role))


def _cases(manifests: Manifests) -> Iterator[str]:
    """Cases with the same id but different content."""
    digests: dict[str, set[str]] = defaultdict(set)
    for manifest in manifests.values():
        for case, digest in manifest.cases.items():
            digests[case].add(digest)
    if changed := [case for case, found in digests.items() if len(found) > 1]:
        yield f"text or labels of {_listed(changed)}: several versions"


def _lacking_cases(shards: Manifests) -> Iterator[str]:
    everything = list(dict.fromkeys(case for manifest in shards.values() for case in manifest.cases))
    for name, manifest in shards.items():
        if lacking := [case for case in everything if case not in manifest.cases]:
            yield f"cases: {name} lacks {_listed(lacking)}, which other shards have"


def merge_manifests(manifests: Sequence[Manifest]) -> Manifest:
    """The merged manifest, without the number of planned items."""
    joined = ("version", "agent", "judge", "judge_version", "browser", "python", "platform")
    return manifests[0].model_copy(
        update={
            **{name: _joined([getattr(manifest, name) for manifest in manifests]) for name in joined},
            "continued": tuple(
                sorted(
                    (session for manifest in manifests for session in manifest.continued),
                    key=lambda session: session.started,
                )
            ),
            "started": min(manifest.started for manifest in manifests),
            "models": tuple(dict.fromkeys(model for manifest in manifests for model in manifest.models)),
            "repeats": max(manifest.repeats for manifest in manifests),
            "cases": _first_of_each([manifest.cases for manifest in manifests]),
            "prompts": _first_of_each([manifest.prompts for manifest in manifests]),
            "packages": _first_of_each([manifest.packages for manifest in manifests]),
            "options": {
                name: _option(name, [manifest.options[name] for manifest in manifests if name in manifest.options])
                for name in _first_of_each([manifest.options for manifest in manifests])
            },
        }
    )


def _option(name: str, values: Sequence[Option]) -> Option:
    """The common value; the sum of budgets; otherwise the different values as text."""
    numbers = [value for value in values if isinstance(value, int | float)]
    if name in _ADD_UP and len(numbers) == len(values):
        return sum(numbers)
    different = list(dict.fromkeys(map(_text, values)))
    return values[0] if len(different) == 1 else " | ".join(different)


def _first_of_each(tables: Sequence[Mapping[str, _T]]) -> dict[str, _T]:
    merged: dict[str, _T] = {}
    for table in tables:
        for name, value in table.items():
            merged.setdefault(name, value)
    return merged


def _joined(values: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(values))


def _option_of(name: str) -> _Value:
    return lambda manifest: manifest.options.get(name)


def _prompt_of(role: str) -> _Value:
    return lambda manifest: manifest.prompts.get(role)


def _words(field: str) -> str:
    return field.replace("_", " ")


def _knowing(manifests: Manifests, field: str) -> Manifests:
    return {name: manifest for name, manifest in manifests.items() if getattr(manifest, field) is not None}


def _shards(manifest: Manifest) -> str:
    return f"shards of {manifest.shard.rpartition('/')[2]}" if manifest.shard is not None else "a whole run"


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _listed(names: Sequence[str]) -> str:
    rest = len(names) - _MAX_NAMED
    return ", ".join(name[:_MAX_SHOWN] for name in names[:_MAX_NAMED]) + (f" and {rest} more" if rest > 0 else "")
