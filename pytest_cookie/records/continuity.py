"""Whether a run can be resumed: differences between its original options and inputs and today's."""

from collections.abc import Sequence

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Continuation, Manifest
from pytest_cookie.records.comparability import case_values, input_values, members_of_one

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

    The selection of items, and how they run (workers, budget, browser, software versions), may differ. Options that
    only one of them has are ignored, and fields that were empty.
    """
    fields = [(name.replace("_", " "), str(getattr(before, name)), str(getattr(now, name))) for name in _ALIKE]
    values = [value for value in (*fields, *input_values(before, now)) if value[1] != value[2] and value[1]]
    values += [
        *members_of_one("models in only one", before.models, now.models),
        *case_values(before.cases, now.cases, "cases in only one"),
    ]
    return tuple(OptionChange(what=what, before=original, now=today) for what, original, today in values)


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
