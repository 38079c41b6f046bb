"""The keys of an item's phases: what each result was made from, as a hash. By them a run is continued.

Three phases leave something behind that is worth keeping: an artifact, evidence, a verdict. Each is written as files,
and last of all as one JSON file that says that all of it is there (`artifact.json`, `evidence/evidence.json`,
`verdicts/<judge>.json`) and carries, in `made_from`, the key of what it was made from. Without that file a phase is not
done, however much of it is there; with another key than it would have now it does not count either. Then it is removed
first, with all that follows from it, from the end of the flow, so that nothing ever stands on what is gone.

The keys form a chain, each with the one before it in it:

    artifact   the brief, the model, mode and repeat; prompts and parameters of a model that is asked, else the content
               of the files that are taken in; what an artifact may be at most
    evidence   ← artifact; the labels by which a page is used; the explorer with prompts, parameters, limits and seed;
               film and clock
    verdict    ← evidence; the whole case; the judge with version (rubric, prompts) and parameters

So the verdict's key stands for everything, and a record has it too: an item is done if its record has the key that it
would have now. What is no part of a key: the machine, versions of Python and browser, workers, budgets, addresses of
providers, names of tests. They may change while a run goes on; the manifest notes what did.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self, TypeAlias

from pydantic import JsonValue

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case

_VERSION = 1
"""Changes whenever a key of before must not count any more."""
FILES = "files"
"""The name, among the facts of a generator that makes nothing, of the digest that the artifact will have."""

Facts: TypeAlias = Mapping[str, JsonValue]


@dataclass(frozen=True)
class Inputs:
    """What the results of each stage depend on, beside the case and the result before. Plain JSON.

    `generate` gives None where that cannot be known: files to take in that are not there any more.
    """

    generate: Callable[[Case, ItemKey], Facts | None]
    explore: Facts
    judge: Facts


@dataclass(frozen=True)
class PhaseKeys:
    """The keys of one item: 64 hexadecimal digits each."""

    artifact: str
    evidence: str
    verdict: str

    @classmethod
    def of(cls, case: Case, key: ItemKey, inputs: Inputs, *, generated: Facts) -> Self:
        """The chain; `generated` are the facts of the item's generator."""
        item: Facts = {"model": key.model, "mode": key.mode, "repeat": key.repeat}
        return cls.after(_key("artifact", case.brief, item, generated), case, inputs)

    @classmethod
    def after(cls, artifact: str, case: Case, inputs: Inputs) -> Self:
        """The chain from an artifact's key on."""
        used = case.model_dump(mode="json", include={"brief", "page_type", "domain", "leaf", "language"})
        evidence = _key("evidence", artifact, used, inputs.explore)
        return cls(artifact, evidence, verdict_key(evidence, case, inputs.judge))


NO_KEYS = PhaseKeys("", "", "")
"""Of an item that is not of a run: nothing that it leaves is kept."""


def verdict_key(evidence: str, case: Case, judge: Facts) -> str:
    """The key of a verdict on evidence with the key `evidence`."""
    return _key("verdict", evidence, case.digest, judge)


def _key(phase: str, *facts: JsonValue | Facts) -> str:
    text = json.dumps([_VERSION, phase, *facts], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
