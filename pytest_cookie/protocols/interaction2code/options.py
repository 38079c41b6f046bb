"""`Options`: the table `[tool.pytest-cookie.protocol]` of Interaction2Code."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel

Comparison = Literal["corrected", "published"]
PromptKind = Literal["direct", "chain-of-thought", "mark"]
Modality = Literal["visual", "text", "both"]


class Options(FrozenModel):
    """How pages are compared, and how models are prompted for them."""

    comparison: Comparison = "corrected"
    """`corrected`: the metrics as the paper defines them. `published`: as its code computes them, for numbers that
    compare."""
    ocr: bool = False
    """Whether texts are also read from the pictures, as the published numbers were. Needs the extra `[ocr]`. Without
    it, there are no OCR scores; texts of the page itself are always compared."""
    clip_weights: Path | None = None
    """File with weights for `open_clip`. Without it, there are no CLIP scores; weights are never downloaded."""
    clip_model: str = "ViT-B-32"
    """Name of the model that the weights belong to, as in `open_clip`."""
    prompt: PromptKind = "direct"
    """The prompt for models that generate: `direct`, `chain-of-thought`, or `mark` with red boxes in the pictures."""
    modality: Modality = "visual"
    """What such models get of the interactions: pictures, descriptions, or both."""
    magnification: float = Field(default=1.0, ge=1.0, le=4.0)
    """How much larger the pictures show the part around each interaction: they are cropped to 1/magnification of the
    page's width and height. 1 shows the whole page."""
