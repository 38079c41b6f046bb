"""`Prices`: which price a model has. The user's own file comes first, then litellm's map; else it is unknown."""

import json
import tomllib
from pathlib import Path

from pydantic import JsonValue, TypeAdapter, ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.yaml_document import load_yaml
from pytest_cookie.llm.cost.price import Price
from pytest_cookie.llm.messages.messages import Message, Picture, Request, Sound, Text, Video
from pytest_cookie.llm.transport.endpoint import address_of
from pytest_cookie.llm.transport.model_info import entry_of, provider_of
from pytest_cookie.records.plain_tree import read_bounded_text

OUTPUT_TOKENS = 16_384
"""Assumed maximum of output tokens, if neither the request nor the price nor the map has one."""
_TOKENS_A_PICTURE = 5_000
_SOUND_BYTES_A_TOKEN = 100
_VIDEO_BYTES_A_TOKEN = 20
_TOKENS_A_MESSAGE = 20
_TOKENS_OF_A_COMPUTER = 2_000
"""What a provider adds to the prompt for its own computer tool; Anthropic documents about 1,250."""
_OWN_ENDPOINT = frozenset({"azure", "azure_ai", "azure_text", "databricks", "snowflake", "watsonx"})
"""Providers with a separate address for each customer, so an address in the environment does not change the price."""
_FILE = TypeAdapter(dict[str, Price])


class Prices:
    """Reads the user's file once. Raises `UsageError` if it is not a table of prices."""

    def __init__(self, file: Path | None = None) -> None:
        self._own = read_prices(file) if file else {}

    def of(self, request_model: str, parameters: dict[str, JsonValue] | None = None) -> Price | None:
        """The price; None if unknown.

        litellm's price does not apply if the environment sets another endpoint for the provider, or if the parameters
        ask for another service tier.
        """
        if own := self._own.get(request_model):
            return own
        entry = entry_of(request_model)
        if entry is None or _elsewhere(provider_of(request_model)) or "service_tier" in (parameters or {}):
            return None
        return entry.price

    def most_usd(self, request: Request) -> float | None:
        """The maximum cost of one attempt; None if the price is unknown.

        A byte of text counts as a token, since no tokenizer makes more of it; media count by size, as an upper bound.
        """
        price = self.of(request.model, request.parameters)
        if price is None:
            return None
        return price.most_usd(
            most_input_tokens(request), self._most_output_tokens(request, price), pictures=pictures(request)
        )

    def _most_output_tokens(self, request: Request, price: Price) -> int:
        """The smallest limit of output tokens in the request, the price and the map."""
        entry = entry_of(request.model)
        bounds = [request.parameters.get(name) for name in ("max_tokens", "max_completion_tokens", "max_output_tokens")]
        bounds += [price.max_output_tokens, entry.output_limit if entry else None]
        return min((bound for bound in bounds if isinstance(bound, int) and bound > 0), default=OUTPUT_TOKENS)


def read_prices(file: Path) -> dict[str, Price]:
    """`model id: {input_per_million: …, output_per_million: …}` from YAML, JSON or TOML. Raises `UsageError`."""
    try:
        text = read_bounded_text(file)
        return _FILE.validate_python(_parsed(file, text))
    except OSError as error:
        raise UsageError(f"cannot read the prices in {file}: {error.strerror or error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise UsageError(f"{file} is no table of prices: {where}: {first['msg']}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} cannot be read: {error}") from error


def most_input_tokens(request: Request) -> int:
    """An upper bound of the input tokens."""
    tools = sum(
        len(json.dumps(tool.parameters)) + len(f"{tool.name}{tool.description}".encode()) for tool in request.tools
    )
    tools += _TOKENS_OF_A_COMPUTER if request.computer else 0
    schema = len(json.dumps(request.reply_schema)) if request.reply_schema else 0
    return tools + schema + sum(_message_tokens(message) for message in request.messages)


def pictures(request: Request) -> int:
    """The number of pictures in the request."""
    return sum(isinstance(part, Picture) for message in request.messages for part in message.parts)


def _parsed(file: Path, text: str) -> JsonValue:
    match file.suffix.lower():
        case ".toml":
            table: JsonValue = tomllib.loads(text)
        case ".json":
            table = load_json(text)
        case _:
            table = load_yaml(text)
    return {} if table is None else table


def _message_tokens(message: Message) -> int:
    tokens = _TOKENS_A_MESSAGE
    for call in message.tool_calls:
        tokens += _TOKENS_A_MESSAGE + len(f"{call.name}{call.arguments}{call.thinking}".encode(errors="replace"))
    for part in message.parts:
        match part:
            case Text():
                tokens += len(part.text.encode(errors="replace"))
            case Picture():
                tokens += _TOKENS_A_PICTURE + len(part.caption.encode(errors="replace"))
            case Sound():
                tokens += len(part.data) // _SOUND_BYTES_A_TOKEN + len(part.caption.encode(errors="replace"))
            case Video():
                tokens += len(part.data) // _VIDEO_BYTES_A_TOKEN + len(part.caption.encode(errors="replace"))
    return tokens


def _elsewhere(provider: str) -> bool:
    """Whether the environment sets another address for the provider."""
    return provider not in _OWN_ENDPOINT and bool(address_of(provider))
