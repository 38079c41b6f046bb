"""The keys of an item's phases: hashes of their inputs. A resumed run reuses results whose key is unchanged.

Three phases leave a result: an artifact, evidence, a verdict. Each result consists of files and, written last, one JSON
file that marks it as complete (`artifact.json`, `evidence/evidence.json`, `verdicts/<judge>.json`) and holds its key in
`made_from`. A result without this file is incomplete; one with another key than today's is outdated. Both are deleted
before the phase runs again, together with all later results, last phase first.

The keys form a chain; each includes the previous one:

    artifact   the brief, the model, mode and repeat; for a model, its prompts and parameters; for provided files, their
               content; the size limits of an artifact
    evidence   ← artifact; the labels that influence exploration; the explorer with prompts, parameters, limits and
               seed; film and clock
    verdict    ← evidence; the whole case; the judge with its version (rubric, prompts) and parameters

So the verdict's key covers all inputs. The record holds it too: an item is done if its record has today's key.
Not part of a key: the machine, versions of Python and browser, workers, budgets, provider addresses, test names. They
may change during a run; the manifest notes such changes.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Self

from pydantic import JsonValue

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.protocols.contract.stages import Facts, Inputs

_VERSION = 1
"""Increase it to invalidate all earlier keys."""


@dataclass(frozen=True)
class PhaseKeys:
    """The keys of one item: 64 hexadecimal digits each."""

    artifact: str
    evidence: str
    verdict: str

    @classmethod
    def of(cls, case: Case, key: ItemKey, inputs: Inputs, *, generated: Facts) -> Self:
        """The chain of keys; `generated` are the facts of the item's generator."""
        item: Facts = {"model": key.model, "mode": key.mode, "repeat": key.repeat}
        return cls.after(_key("artifact", case.brief, item, generated), case, inputs)

    @classmethod
    def after(cls, artifact: str, case: Case, inputs: Inputs) -> Self:
        """The chain of keys that follows an artifact's key."""
        used = case.model_dump(mode="json", include={"brief", "page_type", "domain", "leaf", "language"})
        used |= {"fields": case.fields} if case.fields else {}
        evidence = _key("evidence", artifact, used, inputs.explore)
        return cls(artifact, evidence, verdict_key(evidence, case, inputs.judge))


NO_KEYS = PhaseKeys("", "", "")
"""For an item outside a run: none of its results is reused."""


def verdict_key(evidence: str, case: Case, judge: Facts) -> str:
    """The key of a verdict on the evidence with key `evidence`."""
    return _key("verdict", evidence, case.digest, judge)


def _key(phase: str, *facts: JsonValue | Facts) -> str:
    text = json.dumps([_VERSION, phase, *facts], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
