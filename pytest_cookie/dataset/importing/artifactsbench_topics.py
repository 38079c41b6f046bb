"""The nine topics of ArtifactsBench, and the leaf of our taxonomy for each of their subclasses."""

from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.wording import did_you_mean

Topic = Literal["game", "svg", "web", "simulation", "data-science", "management", "multimedia", "quick-tools", "other"]


class TopicLeaves(FrozenModel):
    """One topic: how it is written, and its leaves. `leaf` is for subclasses that are not listed."""

    topic: Topic
    names: tuple[str, ...]
    leaf: str
    subclasses: dict[str, str]


class Place(NamedTuple):
    """Where a class belongs."""

    topic: Topic
    leaf: str


@cache
def topics() -> tuple[TopicLeaves, ...]:
    """All nine topics, in the order of Table 1."""
    text = files(__package__).joinpath("artifactsbench.yaml").read_text(encoding="utf-8")
    return tuple(TopicLeaves.model_validate(each) for each in parse_data(text))


def place_of(published_class: str) -> Place:
    """Topic and leaf of a class such as `Game Development-Puzzle`. Raises `ValueError` for an unknown topic."""
    name, _, subclass = (part.strip() for part in published_class.partition("-"))
    for each in topics():
        if name.casefold() in (known.casefold() for known in each.names):
            return Place(each.topic, each.subclasses.get(subclass, each.leaf))
    known_names = [known for each in topics() for known in each.names]
    hint = did_you_mean(name, known_names) or f"; the topics are {', '.join(each.names[0] for each in topics())}"
    raise ValueError(f"{name!r} is no topic of ArtifactsBench{hint}")
