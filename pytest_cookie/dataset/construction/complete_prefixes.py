"""Models complete the first half of briefs, to find out whether they know them (ArtifactsBench, A.13)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.dataset.construction.ask_each import Clerk, ask_each, construction_prompt, quote_query
from pytest_cookie.dataset.construction.pool import Query, write_table
from pytest_cookie.dataset.contamination import PREFIX_SHARE, TaskContamination, detect_contamination, split_task


class BriefCompletion(FrozenModel):
    """The rest of a brief, as a model continues it."""

    continuation: str = Field(max_length=100_000)


@dataclass(frozen=True)
class ModelContamination:
    """What a model knows of the briefs. `causes` are the reasons why some were not completed."""

    model: str
    tasks: tuple[TaskContamination, ...]
    causes: tuple[str, ...] = ()

    @property
    def rouge_l(self) -> float | None:
        """Mean ROUGE-L of the completions and the briefs' own rests, 0 to 1. Knowing every text is 1."""
        return fmean(brief.rouge_l for brief in self.tasks) if self.tasks else None

    @property
    def baseline(self) -> float | None:
        """The same for the rests of other briefs."""
        return fmean(brief.baseline for brief in self.tasks) if self.tasks else None

    @property
    def suspects(self) -> tuple[str, ...]:
        """The briefs that the model probably knows."""
        return tuple(brief.task for brief in self.tasks if brief.suspect)


def split_queries(queries: Sequence[Query], share: float = PREFIX_SHARE) -> dict[str, tuple[str, str]]:
    """First part and rest of each query by its id; without those whose rest is too short."""
    split = {query.id: split_task(query.text, share) for query in queries}
    return {name: halves for name, halves in split.items() if halves is not None}


def measure_contamination(halves: dict[str, tuple[str, str]], clerk: Clerk) -> ModelContamination:
    """Let the clerk's model complete every first half."""
    prompt = construction_prompt("completion").fill()
    requests = [clerk.request(prompt, quote_query(prefix)) for prefix, _ in halves.values()]
    outcomes = ask_each(clerk, requests, BriefCompletion)
    completions = {
        name: one.value.continuation for name, one in zip(halves, outcomes, strict=True) if one.value is not None
    }
    found = detect_contamination(completions, {name: rest for name, (_, rest) in halves.items()})
    return ModelContamination(clerk.model, found, tuple(outcome.cause for outcome in outcomes if outcome.cause))


def write_contamination(found: Sequence[ModelContamination], path: Path) -> None:
    """Write a row for each model and brief."""
    header = ["model", "id", "rouge_l", "baseline", "highest_other", "suspect"]
    write_table(
        path,
        header,
        (
            [of.model, brief.task, f"{brief.rouge_l:.4f}", f"{brief.baseline:.4f}", f"{brief.highest_other:.4f}",
             "yes" if brief.suspect else "no"]
            for of in found
            for brief in of.tasks
        ),
    )  # fmt: skip
