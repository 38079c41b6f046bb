"""litellm's bundled model map, read without importing litellm: providers, prices, limits, modalities."""

import functools
import importlib.util
import math
import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.core.parsing import load_json
from pytest_cookie.llm.cost.price import Price, Tier
from pytest_cookie.records.plain_tree import read_bounded

_FILE = "model_prices_and_context_window_backup.json"
_TIER = re.compile(r"(?:input|output)_cost_per_token_above_(\d{1,6})k_tokens")
_FREE = frozenset({"ollama", "ollama_chat", "lemonade", "llamafile", "lm_studio", "hosted_vllm", "vllm"})
"""Local providers. A price of zero at any other provider means unknown."""
_MODES = frozenset({"chat", "responses", "completion"})


@dataclass(frozen=True)
class Entry:
    """A model's entry; None for unknown values. Limits in tokens."""

    provider: str
    price: Price | None
    input_limit: int | None
    output_limit: int | None
    takes_pictures: bool
    takes_sound: bool
    takes_video: bool


def entry_of(model: str) -> Entry | None:
    """The entry of a model id, with or without its provider prefix; None if there is none."""
    known = _map()
    fields = known.get(model)
    if fields is None and "/" in model:
        provider, _, name = model.partition("/")
        tail = known.get(name)
        fields = tail if tail is not None and _provider(tail) == provider else None
    return _entry(fields) if fields is not None and fields.get("mode") in _MODES else None


def providers() -> frozenset[str]:
    """All providers of chat models in the map."""
    return frozenset(_provider(fields) for fields in _map().values() if fields.get("mode") in _MODES)


def provider_of(model: str) -> str:
    """The provider's name: the id's prefix before the first slash, else the map's, else ""."""
    entry = entry_of(model)
    if "/" in model:
        return model.partition("/")[0]
    return entry.provider if entry else ""


@functools.cache
def _map() -> dict[str, dict[str, JsonValue]]:
    """Empty if the file is missing; all prices are then unknown."""
    package = importlib.util.find_spec("litellm")
    if package is None or package.origin is None:
        return {}
    try:
        entries = load_json(read_bounded(Path(package.origin).parent / _FILE))
    except (OSError, ValueError):
        return {}
    entries.pop("sample_spec", None)
    return {name: fields for name, fields in entries.items() if isinstance(fields, dict)}


def _provider(fields: dict[str, JsonValue]) -> str:
    """`vertex_ai-anthropic_models` and the like belong to one provider."""
    name = str(fields.get("litellm_provider", ""))
    return "vertex_ai" if name.startswith("vertex_ai") else name


def _entry(fields: dict[str, JsonValue]) -> Entry:
    kinds = fields.get("supported_modalities")
    kinds = kinds if isinstance(kinds, list) else []
    return Entry(
        provider=_provider(fields),
        price=_price(fields),
        input_limit=_tokens(fields.get("max_input_tokens")),
        output_limit=_tokens(fields.get("max_output_tokens") or fields.get("max_tokens")),
        takes_pictures=fields.get("supports_vision") is True or "image" in kinds,
        takes_sound=fields.get("supports_audio_input") is True or "audio" in kinds,
        takes_video=fields.get("supports_video_input") is True or "video" in kinds,
    )


def _price(fields: dict[str, JsonValue]) -> Price | None:
    sent, received = _million(fields, "input_cost_per_token"), _million(fields, "output_cost_per_token")
    if sent is None or received is None or (not sent and not received and _provider(fields) not in _FREE):
        return None
    tiers = {int(found[1]) for name in fields if (found := _TIER.fullmatch(name))}
    return Price(
        input_per_million=sent,
        output_per_million=received,
        cached_input_per_million=_million(fields, "cache_read_input_token_cost"),
        cache_write_per_million=_million(fields, "cache_creation_input_token_cost"),
        reasoning_per_million=_million(fields, "output_cost_per_reasoning_token"),
        sound_per_million=_million(fields, "input_cost_per_audio_token"),
        tiers=tuple(_tier(fields, thousands) for thousands in sorted(tiers)),
    )


def _tier(fields: dict[str, JsonValue], thousands: int) -> Tier:
    above = f"_above_{thousands}k_tokens"
    return Tier(
        above_tokens=thousands * 1000,
        input_per_million=_million(fields, f"input_cost_per_token{above}"),
        output_per_million=_million(fields, f"output_cost_per_token{above}"),
        cached_input_per_million=_million(fields, f"cache_read_input_token_cost{above}"),
        cache_write_per_million=_million(fields, f"cache_creation_input_token_cost{above}"),
    )


def _million(fields: dict[str, JsonValue], name: str) -> float | None:
    amount = _amount(fields.get(name))
    return None if amount is None else round(amount * 1e6, 9)


def _amount(value: JsonValue) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) and value >= 0 else None


def _tokens(value: JsonValue) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
