"""Whether two runs are comparable: differences in their options or inputs that change scores by themselves."""

from collections.abc import Iterable, Iterator, Sequence

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
        "chromium", "cookie_artifacts", "cookie_baseline", "cookie_budget_usd", "cookie_cases", "cookie_fail_under",
        "cookie_judge", "cookie_repeats", "cookie_replay", "cookie_resume", "cookie_run", "cookie_set", "cookie_shard",
        "dist", "keyword", "markexpr", "max_browsers", "max_working", "numprocesses", "packages", "pass_total",
        "policy", "prices", "reports",
    }
)  # fmt: skip
"""Options that do not change scores, or that another field describes better: `cookie_judge` is the judge."""
_MODEL_JUDGES_SEE = frozenset({"film", "draw_hand", "max_film_kbps", "max_film_mb", "max_film_seconds"})
_MAX_NAMED = 5


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
    case digests and options that change scores come from the manifests. An option that an older manifest lacks is
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
    if a.scores.meaning != b.scores.meaning:
        found.append(Mismatch(what="scores", a=_listed(a.scores), b=_listed(b.scores)))
    found.append(Mismatch(what="seed", a=str(a.seed), b=str(b.seed)))
    found += [_prompts(role, a, b) for role in sorted(a.prompts.keys() | b.prompts.keys())]
    found += _options(a, b, is_measured={record.judge for record in (*listed_a, *listed_b)} == {MEASURED})
    return [*(mismatch for mismatch in found if mismatch.a != mismatch.b), *_cases(a.cases, b.cases)]


def _listed(scores: ScoreSet) -> str:
    """`fcp (ms, 0 to 10000)`, for each score."""
    each = (f"{spec.heading}, {spec.low:g} to {spec.high:g}" for spec in scores)
    return "; ".join(each)


def _prompts(role: str, a: Manifest, b: Manifest) -> Mismatch:
    if role == "generate" and len({role in a.prompts, role in b.prompts}) == 2:
        text_a, text_b = (
            f"generated, {manifest.prompts[role]}" if role in manifest.prompts else READY for manifest in (a, b)
        )
        return Mismatch(what=PAGES, a=text_a, b=text_b)
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
    """The first names, and the number of others."""
    if not names:
        return "none"
    rest = len(names) - _MAX_NAMED
    return ", ".join(names[:_MAX_NAMED]) + (f" and {rest} more" if rest > 0 else "")
