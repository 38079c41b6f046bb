"""The scores of `vibecode`."""

from pytest_cookie.core.labels import TIERS
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.slices import SliceSpec

ACCURACY, STRICT, SUBSTEPS, PUBLISHED = "accuracy", "strict_accuracy", "substeps", "published_accuracy"
SCORES = ScoreSet(
    (
        ScoreSpec(
            id=SUBSTEPS,
            label="substeps",
            short="substeps",
            unit="%",
            about="Share of all substeps that passed, over the whole application.",
        ),
        ScoreSpec(
            id=STRICT,
            label="accuracy with all substeps",
            short="strict",
            unit="%",
            about="Share of the workflows whose substeps all passed.",
        ),
        ScoreSpec(
            id=PUBLISHED,
            label="accuracy as published",
            short="as publ.",
            unit="%",
            about="Accuracy by the labels of the evaluating model. Without a structured result, a workflow fails. "
            "Null if scripts execute the workflows.",
        ),
        ScoreSpec(
            id=ACCURACY,
            label="accuracy",
            short="accuracy",
            unit="%",
            ranks=True,
            about="Share of the workflows with at least 90 % of their substeps passed (Vibe Code Bench, section 3.4). "
            "Workflows without a structured result are left out.",
        ),
    )
)
SLICES = (
    SliceSpec(id="audience", label="audience", values=("individual", "solo_founder", "enterprise")),
    SliceSpec(id="integrations", label="services", values=("none", "email", "stripe", "both"), absent="none"),
    SliceSpec(id="tier", label="tier", values=TIERS),
)
