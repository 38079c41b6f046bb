"""Visual similarity: CLIP with weights that the user names."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from PIL import Image

from pytest_cookie.core.errors import UsageError
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Picture


class VisualMeasure(Protocol):
    """A similarity of two pictures."""

    def compare(self, first: Picture, second: Picture) -> float:
        """The similarity; identical pictures have 1."""


class Clip:
    """Cosine similarity of CLIP's embeddings (Radford et al., ICML 2021), by `open_clip`."""

    def __init__(self, model: str, weights: Path) -> None:
        """Load the model. Raises `UsageError` if `open_clip` is not installed or the weights do not fit."""
        self._torch, open_clip = _import("torch"), _import("open_clip")
        if not weights.is_file():
            raise UsageError(f"clip_weights: there is no file {weights}")
        try:
            made = open_clip.create_model_and_transforms(model, pretrained=str(weights))
        except Exception as error:  # torch and open_clip raise many kinds
            raise UsageError(f"clip_weights: {weights} does not fit the model {model}: {error}") from error
        self._model, self._prepare = made[0].eval(), made[2]

    def compare(self, first: Picture, second: Picture) -> float:
        """The cosine, from −1 to 1; tall pictures are cropped at their centre by CLIP's own preparation."""
        pictures = self._torch.stack([self._prepare(Image.fromarray(each)) for each in (first, second)])
        with self._torch.no_grad():
            embedded = self._model.encode_image(pictures)
        embedded = embedded / embedded.norm(dim=-1, keepdim=True)
        return float(embedded[0] @ embedded[1])


@cache
def load_clip(model: str, weights: Path) -> Clip:
    """The model, loaded once in a process. Raises `UsageError`."""
    return Clip(model, weights)


def _import(name: str) -> Any:  # noqa: ANN401  # libraries without types
    try:
        return import_module(name)
    except ImportError as error:
        raise UsageError(f"clip_weights needs {name}: pip install open_clip_torch") from error
    except Exception as error:  # releases of torch and torchvision that do not belong together
        raise UsageError(f"clip_weights: {name} is installed and cannot be loaded: {error}") from error
