"""`Fact`: what a check noted of a step. Facts are stored in `Change.facts`, each under the id of its check."""

from typing import Annotated, ClassVar, Protocol, Self

from pydantic import BeforeValidator, ConfigDict, SerializeAsAny, ValidationError

from pytest_cookie.core.frozen_model import FrozenModel


class UnreadableFactError(ValueError):
    """A stored fact is not what its check writes."""


class Note(FrozenModel):
    """Texts of a fact under a label, for readers that know no check: agents, and prompts of judges."""

    label: str
    """The label in a word, such as `stale`."""
    meaning: str
    """The label in full, such as `text that still says the old value`."""
    texts: tuple[str, ...]
    """The texts."""


class Fact(FrozenModel):
    """Base of the facts of all checks. A check derives its own and sets `check` to its id."""

    check: ClassVar[str] = ""

    notes: tuple[Note, ...] = ()
    """What `describe` says, stored for those who read the fact without its type."""

    def describe(self) -> tuple[Note, ...]:
        """What agents and judging models should know of it. By default nothing."""
        return ()

    @property
    def caused_texts(self) -> tuple[str, ...]:
        """New texts of elements that the page changes by itself, but that are due to the action, which they make seen.
        By default none."""
        return ()

    def __eq__(self, other: object) -> bool:
        """Whether both say the same; one may have been read from a file and have no type yet."""
        return isinstance(other, Fact) and self.model_dump(mode="json") == other.model_dump(mode="json")

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def of(cls, change: "HasFacts") -> Self | None:
        """The check's fact on a step. None if the step has none.

        Raises `UnreadableFactError` if the stored fact has other fields.
        """
        fact = change.facts.get(cls.check)
        if fact is None or isinstance(fact, cls):
            return fact
        try:
            return cls.model_validate_json(fact.model_dump_json())
        except ValidationError as error:
            problem = error.errors()[0]["msg"]
            raise UnreadableFactError(
                f"the evidence of the check “{cls.check}” cannot be read: {problem}. Explore the artifact again."
            ) from None


class StoredFact(Fact):
    """A fact as it was read from a file, before its check gives it a type."""

    model_config = ConfigDict(extra="allow")


def _read(value: object) -> object:
    return value if isinstance(value, Fact) else StoredFact.model_validate(value)


Facts = dict[str, SerializeAsAny[Annotated[Fact, BeforeValidator(_read)]]]
"""Facts by the id of their check."""


class HasFacts(Protocol):
    """A change of a page, as `Fact.of` reads it."""

    @property
    def facts(self) -> Facts:
        """The facts of a step."""
        ...
