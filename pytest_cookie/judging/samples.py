"""Several independent verdicts of one model, to measure how much its judgment varies by chance."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.llm.messages.completion import ChatModel, Completion
from pytest_cookie.llm.messages.messages import Request


class SampledChat:
    """A `ChatModel` whose responses are those of the sample `sample`, counted from 1.

    Each sample has its own responses in the cache. The first one shares them with a judge without samples. A `seed` in
    the parameters grows by one with each sample; without one, the later samples offer the provider a seed of their own.
    """

    def __init__(self, chat: ChatModel, sample: int) -> None:
        self._chat, self._sample = chat, sample

    def complete(self, request: Request) -> Completion:
        """The response. Raises as the wrapped model does."""
        parameters, seed = dict(request.parameters), request.parameters.get("seed")
        if isinstance(seed, int):
            parameters["seed"] = seed + self._sample - 1
        return self._chat.complete(replace(request, parameters=parameters, sample=self._sample))


class SampledJudge:
    """One sample of a judge. `id` is `<judge>#<sample>`, which signs its verdict and stages."""

    def __init__(self, judge: Judge, sample: int) -> None:
        self._judge, self._sample = judge, sample
        self.id, self.version = f"{judge.id}#{sample}", judge.version

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict. Raises as the wrapped judge does.

        Only the first sample takes over the opinion that the explorer received; the others would not be independent.
        """
        if self._sample > 1:
            evidence = evidence.model_copy(update={"impression": None})
        verdict = self._judge.judge(case, artifact, evidence, folder, source=source)
        stages = tuple(stage.model_copy(update={"judge": self.id}) for stage in verdict.stages)
        return verdict.model_copy(update={"judge": self.id, "stages": stages})


def name_samples(judges: Sequence[Judge], judge: str) -> tuple[str, str]:
    """Id and version of a panel of the samples `judges` of `judge`."""
    return f"{judge}*{len(judges)}", f"{len(judges)} samples: {judges[0].version}"
