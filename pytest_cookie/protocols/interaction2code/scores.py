"""The scores of Interaction2Code."""

from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.slices import SliceSpec
from pytest_cookie.protocols.interaction2code.categories import SALIENCY_GROUPS, TAG_CATEGORIES, VISUAL_CATEGORIES
from pytest_cookie.protocols.interaction2code.comparison import METRICS

USABILITY, IMPLEMENTED = "usability", "implement_rate"

_ABOUT = {
    "appearance": "Where which colours and how much detail are, without model weights; not comparable with CLIP.",
    "clip": "Cosine of CLIP's embeddings. Null without clip_weights.",
    "ssim": "Structural similarity of the pictures. A mean below 0 counts as 0.",
    "text": "BLEU of the texts of both pages.",
    "ocr": "BLEU of the texts that OCR reads in both pictures. Null without the option ocr.",
    "position": "1 − the larger distance of both centres, as a share of the page.",
}
_LABELS = {
    "appearance": "appearance", "clip": "CLIP", "ssim": "SSIM", "text": "text", "ocr": "OCR text",
    "position": "position",
}  # fmt: skip
_SHORT = {"appearance": "looks", "clip": "CLIP", "ssim": "SSIM", "text": "text", "ocr": "OCR", "position": "place"}
"""Names for narrow tables; those of the interaction part begin with `p. `."""
_AREAS = {"full": "full page", "part": "interaction part"}


def _spec(metric: str) -> ScoreSpec:
    area, _, name = metric.partition("_")
    return ScoreSpec(
        id=metric,
        label=f"{_LABELS[name]} of {_AREAS[area]}",
        short=f"p. {_SHORT[name]}" if area == "part" else _SHORT[name],
        high=1.0,
        digits=3,
        about=f"{_ABOUT[name]} Mean over interactions (Interaction2Code, section 5.2).",
    )


SCORES = ScoreSet(
    (
        *(_spec(metric) for metric in METRICS),
        ScoreSpec(
            id=IMPLEMENTED,
            label="implement rate",
            short="impl.",
            high=1.0,
            digits=3,
            about="Share of the interactions whose element exists and changes the page.",
        ),
        ScoreSpec(
            id=USABILITY,
            label="predicted usability",
            short="usable",
            high=1.0,
            digits=3,
            ranks=True,
            about="Expected share of interactions that people can use, predicted from the failures and the usability "
            "rate that people gave to each kind (Interaction2Code, Table 7). Not comparable with rates by people.",
        ),
    )
)
_PART = "interactions"
SALIENCY = "saliency"
SLICES = (
    SliceSpec(id="topic", label="topic"),
    SliceSpec(id="tags", label="tag category", values=TAG_CATEGORIES, part=_PART),
    SliceSpec(id="visual", label="visual category", values=VISUAL_CATEGORIES, part=_PART),
    SliceSpec(id=SALIENCY, label="visual saliency", values=SALIENCY_GROUPS, part=_PART),
)
