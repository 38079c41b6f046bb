"""Whether two runs are comparable: differences in their options or inputs that change scores by themselves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.verdict import MEASURED

PAGES = "pages"
READY = "ready-made files"
"""The source of pages in a run without a prompt for them: samples, or artifacts named by cases or options."""

MOVES_NO_SCORE = frozenset(
    {
        "allow_unknown_prices", "allow_unsandboxed_builds", "answer_seconds", "call_seconds", "calls_at_once",
        "chromium", "coding_packages", "cookie_artifacts", "cookie_baseline", "cookie_budget_usd", "cookie_cases",
        "cookie_fail_under", "cookie_judge", "cookie_repeats", "cookie_replay", "cookie_resume", "cookie_run",
        "cookie_set", "cookie_shard", "dist", "keyword", "markexpr", "max_browsers", "max_working", "numprocesses",
        "packages", "pass_total", "policy", "prices", "reports",
    }
)  # fmt: skip
"""Options that do not change scores, or that another value describes better: `cookie_judge` is the judge, and the
packages of `coding_packages` are part of the `scaffold`."""
_MODEL_JUDGES_SEE = frozenset({"film", "draw_hand", "max_film_kbps", "max_film_mb", "max_film_seconds"})
_MAX_NAMED = 5
_NONE = "none"


class Mismatch(FrozenModel):
    """A difference between two runs that prevents a comparison."""

    what: str
    """What differs."""
    a: str
    """Its value in run A."""
    b: str
    """Its value in run B."""

    def __str__(self) -> str:
        return f"{self.what}: {self.a} in A, {self.b} in B"


def mismatches(a: Manifest, b: Manifest, records_a: Iterable[Record], records_b: Iterable[Record]) -> list[Mismatch]:
    """All differences that make two runs incomparable; empty if they are comparable.

    Protocol, mode, agent and judge come from the records, because a run may have been judged again; prompts, seed,
    case digests and options that change scores come from the manifests. An option that only one of them has is
    ignored.
    """
    listed_a, listed_b = list(records_a), list(records_b)
    found = [
        Mismatch(what=what, a=_spread(listed_a, what), b=_spread(listed_b, what))
        for what in ("protocol", "mode", "agent", "judge")
    ]
    found += [
        Mismatch(what=what.replace("_", " "), a=getattr(a, what) or "none", b=getattr(b, what) or "none")
        for what in ("protocol_version", "agent_version")
    ]
    if a.judge_version and b.judge_version and not any(one.what == "judge" and one.a != one.b for one in found):
        found.append(Mismatch(what="judge version", a=a.judge_version, b=b.judge_version))
    if a.scores.meaning != b.scores.meaning:
        found.append(Mismatch(what="scores", a=_listed(a.scores), b=_listed(b.scores)))
    found.append(Mismatch(what="seed", a=str(a.seed), b=str(b.seed)))
    is_measured = {record.judge for record in (*listed_a, *listed_b)} == {MEASURED}
    ignored = MOVES_NO_SCORE | (_MODEL_JUDGES_SEE if is_measured else frozenset())
    values = (*input_values(a, b, ignored=ignored), *case_values(a.cases, b.cases, "cases that the other lacks"))
    found += [_mismatch(*value) for value in values]
    return [mismatch for mismatch in found if mismatch.a != mismatch.b]


def _mismatch(what: str, a: str, b: str) -> Mismatch:
    if what == "prompts of generate" and (a == _NONE) != (b == _NONE):
        text_a, text_b = (READY if prompt == _NONE else f"generated, {prompt}" for prompt in (a, b))
        return Mismatch(what=PAGES, a=text_a, b=text_b)
    return Mismatch(what=what, a=a, b=b)


def _listed(scores: ScoreSet) -> str:
    """`fcp (ms, 0 to 10000)`, for each score."""
    each = (f"{spec.heading}, {spec.low:g} to {spec.high:g}" for spec in scores)
    return "; ".join(each)


def _spread(records: Sequence[Record], field: str) -> str:
    return " and ".join(sorted({str(getattr(record, field)) for record in records})) or "none"


def input_values(a: Manifest, b: Manifest, *, ignored: Set[str] = MOVES_NO_SCORE) -> Iterator[tuple[str, str, str]]:
    """The name of each prompt, and of each option that both have, with both values."""
    for role in sorted(a.prompts.keys() | b.prompts.keys()):
        yield f"prompts of {role}", a.prompts.get(role, _NONE), b.prompts.get(role, _NONE)
    for name in sorted(a.options.keys() & b.options.keys() - ignored):
        yield f"option {name}", str(a.options[name]), str(b.options[name])


def case_values(a: Mapping[str, str], b: Mapping[str, str], missing: str) -> Iterator[tuple[str, str, str]]:
    """Cases with another digest, and under the name `missing` those that only one has."""
    if changed := [case for case, digest in a.items() if b.get(case, digest) != digest]:
        yield f"text or labels of {named(changed)}", "one version", "another"
    yield from members_of_one(missing, tuple(a), tuple(b))


def members_of_one(what: str, a: Sequence[str], b: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """The members of only `a` and of only `b`, if there are any; the order does not matter."""
    only_a, only_b = [name for name in a if name not in b], [name for name in b if name not in a]
    if only_a or only_b:
        yield what, named(only_a), named(only_b)


def named(names: Sequence[str]) -> str:
    """The first names, and the number of others."""
    if not names:
        return _NONE
    rest = len(names) - _MAX_NAMED
    return ", ".join(names[:_MAX_NAMED]) + (f" and {rest} more" if rest > 0 else "")
