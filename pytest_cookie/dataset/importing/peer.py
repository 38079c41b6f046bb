"""Files of other benchmarks ("peers"): their models, and the problems of a file in words."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails
from yaml.reader import Reader

from pytest_cookie.core.text import clip
from pytest_cookie.core.yaml_document import UnreadableError, ValuePath, YamlDocument
from pytest_cookie.dataset.document import read_document
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem, field_name

MAX_SHOWN = 60

M = TypeVar("M", bound=BaseModel)


class Peer(BaseModel):
    """A part of a peer's file. Unknown fields are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


Words = Annotated[str, AfterValidator(str.strip), Field(min_length=1)]
"""A text that is not empty, without the blanks around it."""


def check_printable(text: str) -> str:
    """The text. Raises `ValueError` if it has a character that YAML cannot hold."""
    if odd := Reader.NON_PRINTABLE.search(text):
        raise ValueError(f"contains the control character U+{ord(odd[0]):04X}; remove it")
    return text


def read_yaml(file: Path, kind: type[M], problems: list[CaseProblem]) -> M | None:
    """A YAML file as a model, or None and its problems, each with its line and field."""
    document = YamlDocument(None)
    try:
        document = read_document(file)
        return kind.model_validate(document.value)
    except UnreadableError as error:
        problems.append(CaseProblem(format_path(file), error.line, "", str(error)))
    except ValidationError as error:
        problems += list_problems(error, format_path(file), document.line)
    return None


def list_problems(error: ValidationError, shown: str, line_of: Callable[[ValuePath], int]) -> Iterable[CaseProblem]:
    """A problem for each invalid field of the file `shown`."""
    for detail in error.errors(include_url=False):
        place = detail["loc"]
        yield CaseProblem(shown, line_of(place), field_name(place), describe_detail(detail))


def describe_detail(detail: ErrorDetails) -> str:
    """The message for a validation error, as a sentence without its subject."""
    given = _shown(detail["input"])
    match detail["type"]:
        case "missing":
            return "is missing"
        case "string_type":
            return f"must be text, not {given}"
        case "string_too_short":
            return "is empty"
        case "int_type" | "int_parsing" | "int_from_float":
            return f"must be a whole number, not {given}"
        case "literal_error":
            return f"must be {detail.get('ctx', {}).get('expected', 'a known value')}, not {given}"
        case "greater_than" | "greater_than_equal" | "less_than_equal":
            return f"{detail['msg'].replace('Input should', 'must')}, not {given}"
        case "value_error":
            return detail["msg"].removeprefix("Value error, ")
        case "tuple_type" | "list_type":
            return f"must be a list, not {given}"
        case _:
            return f"{detail['msg']}, not {given}"


def _shown(given: object) -> str:
    if isinstance(given, (dict, list, tuple)):
        return "an object" if isinstance(given, dict) else "a list"
    return "nothing" if given is None else clip(repr(given), MAX_SHOWN)
