"""Whether two runs can be compared: what they were made with, where that differs and would move scores by itself."""

from collections.abc import Iterable, Iterator, Sequence

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.verdict import MEASURED

PAGES = "pages"
READY = "files that were there already"
"""How a run without a prompt for pages has them: samples, or whatever its cases name."""

MOVES_NO_SCORE = frozenset(
    {
        "allow_unknown_prices", "allow_unsandboxed_builds", "answer_seconds", "call_seconds", "calls_at_once",
        "chromium", "cookie_artifacts", "cookie_baseline", "cookie_budget_usd", "cookie_cases", "cookie_fail_under",
        "cookie_judge", "cookie_repeats", "cookie_replay", "cookie_resume", "cookie_run", "cookie_shard", "dist",
        "keyword", "markexpr", "max_browsers", "max_working", "numprocesses", "packages", "pass_total", "policy",
        "prices", "reports",
    }
)  # fmt: skip
"""Options that say how a run is made, or what manifests and records tell better: `cookie_judge` is the judge."""
_MODEL_JUDGES_SEE = frozenset({"film", "draw_hand", "max_film_kbps", "max_film_mb", "max_film_seconds"})
_MAX_NAMED = 5


class Mismatch(FrozenModel):
    """One thing that differs: what it is, and how it is in run A and in run B."""

    what: str
    a: str
    b: str

    def __str__(self) -> str:
        return f"{self.what}: {self.a} in A, {self.b} in B"


def mismatches(a: Manifest, b: Manifest, records_a: Iterable[Record], records_b: Iterable[Record]) -> list[Mismatch]:
    """Everything that keeps two runs from being compared; empty where nothing does.

    Protocol, mode, agent and judge as the records have them, for a run may have been judged again; prompts, seed, the
    digests of the cases and the options that move scores as the manifests have them. An option that one manifest does
    not know, being older, is not held against it.
    """
    listed_a, listed_b = list(records_a), list(records_b)
    found = [
        Mismatch(what=what, a=_spread(listed_a, what), b=_spread(listed_b, what))
        for what in ("protocol", "mode", "agent", "judge")
    ]
    found.append(Mismatch(what="seed", a=str(a.seed), b=str(b.seed)))
    found += [_prompts(role, a, b) for role in sorted(a.prompts.keys() | b.prompts.keys())]
    found += _options(a, b, is_measured={record.judge for record in (*listed_a, *listed_b)} == {MEASURED})
    return [*(one for one in found if one.a != one.b), *_cases(a.cases, b.cases)]


def _prompts(role: str, a: Manifest, b: Manifest) -> Mismatch:
    if role == "generate" and len({role in a.prompts, role in b.prompts}) == 2:
        told_a, told_b = (f"asked of a model, {one.prompts[role]}" if role in one.prompts else READY for one in (a, b))
        return Mismatch(what=PAGES, a=told_a, b=told_b)
    return Mismatch(what=f"prompts of {role}", a=a.prompts.get(role, "none"), b=b.prompts.get(role, "none"))


def _spread(records: Sequence[Record], field: str) -> str:
    return " and ".join(sorted({str(getattr(record, field)) for record in records})) or "none"


def _options(a: Manifest, b: Manifest, *, is_measured: bool) -> Iterator[Mismatch]:
    ignored = MOVES_NO_SCORE | (_MODEL_JUDGES_SEE if is_measured else frozenset())
    for name in sorted(a.options.keys() & b.options.keys() - ignored):
        yield Mismatch(what=f"option {name}", a=str(a.options[name]), b=str(b.options[name]))


def _cases(a: dict[str, str], b: dict[str, str]) -> Iterator[Mismatch]:
    changed = [case for case, digest in a.items() if b.get(case, digest) != digest]
    if changed:
        yield Mismatch(what=f"text or labels of {named(changed)}", a="one version", b="another")
    only_a, only_b = [case for case in a if case not in b], [case for case in b if case not in a]
    if only_a or only_b:
        yield Mismatch(what="cases that the other lacks", a=named(only_a), b=named(only_b))


def named(names: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    if not names:
        return "none"
    rest = len(names) - _MAX_NAMED
    return ", ".join(names[:_MAX_NAMED]) + (f" and {rest} more" if rest > 0 else "")
