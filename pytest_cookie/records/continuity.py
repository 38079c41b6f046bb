"""Whether a run can be resumed: differences between its original options and inputs and today's."""

from collections.abc import Iterator, Sequence

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Continuation, Manifest
from pytest_cookie.records.comparability import MOVES_NO_SCORE, named

_ALIKE = (
    "protocol",
    "protocol_version",
    "mode",
    "agent",
    "agent_version",
    "judge",
    "judge_version",
    "repeats",
    "seed",
    "shard",
)


_AS_BEGUN = ("started", "version", "browser", "python", "platform", "planned", "whole")
_SELECT = ("keyword", "markexpr")


class OptionChange(FrozenModel):
    """One difference: its subject, the original value, and the value now."""

    what: str
    before: str
    now: str

    def __str__(self) -> str:
        return f"{self.what}: originally {self.before}, now {self.now}"


def compare_manifests(before: Manifest, now: Manifest) -> tuple[OptionChange, ...]:
    """All differences that would make the items of a resumed run inconsistent; empty if there are none.

    The selection of items, and how they run (workers, budget, browser, software versions), may differ. Fields that an
    older manifest lacks are ignored.
    """
    fields = [OptionChange(what=_words(name), before=_text(before, name), now=_text(now, name)) for name in _ALIKE]
    roles = sorted(before.prompts.keys() | now.prompts.keys())
    fields += [
        OptionChange(
            what=f"prompts of {role}", before=before.prompts.get(role, "none"), now=now.prompts.get(role, "none")
        )
        for role in roles
    ]
    options = sorted(before.options.keys() & now.options.keys() - MOVES_NO_SCORE)
    fields += [
        OptionChange(what=f"option {name}", before=str(before.options[name]), now=str(now.options[name]))
        for name in options
    ]
    differing = [change for change in fields if change.before != change.now and change.before]
    return (*differing, *_sets("models", before.models, now.models), *_cases(before, now))


def _words(name: str) -> str:
    return name.replace("_", " ")


def _text(manifest: Manifest, name: str) -> str:
    return str(getattr(manifest, name))


def _sets(what: str, before: Sequence[str], now: Sequence[str]) -> Iterator[OptionChange]:
    """Members of only one of the two; the order does not matter."""
    gone, new = ([name for name in a if name not in b] for a, b in ((before, now), (now, before)))
    if gone or new:
        yield OptionChange(what=f"{what} in only one", before=named(gone), now=named(new))


def _cases(before: Manifest, now: Manifest) -> Iterator[OptionChange]:
    changed = [case for case, digest in before.cases.items() if now.cases.get(case, digest) != digest]
    if changed:
        yield OptionChange(what=f"text or labels of {named(changed)}", before="one version", now="another")
    yield from _sets("cases", tuple(before.cases), tuple(now.cases))


def update_manifest(before: Manifest, now: Manifest, changed: Sequence[OptionChange]) -> Manifest:
    """The updated manifest: original values, additions, and a note of this session.

    Existing models and cases stay, in their order, because all items belong to one run.
    """
    session = Continuation(
        started=now.started,
        version=now.version,
        browser=now.browser,
        platform=now.platform,
        changed=tuple(str(change) for change in changed),
    )
    kept = {name: getattr(before, name) for name in _AS_BEGUN}
    together = {
        "options": now.options | _selection(before, now),
        "models": tuple(dict.fromkeys((*before.models, *now.models))),
        "cases": before.cases | now.cases,
        "repeats": max(before.repeats, now.repeats),
        "continued": (*before.continued, session),
    }
    return now.model_copy(update=kept | together)


def _selection(before: Manifest, now: Manifest) -> dict[str, str | int | float | bool | None]:
    """The selection of all sessions. A session without a selection of its own continues the plan."""
    if not any(now.options.get(name) for name in _SELECT) or not any(before.options.get(name) for name in _SELECT):
        return {name: before.options[name] for name in _SELECT if name in before.options}
    given = {name: dict.fromkeys((before.options.get(name), now.options.get(name))) for name in _SELECT}
    return {name: " | ".join(str(value) for value in values if value) for name, values in given.items()}
