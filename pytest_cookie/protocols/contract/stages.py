"""`Stages`: what a protocol composes, with the inputs of its results."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.slices import CaseLabels
from pytest_cookie.core.stages import Deployer, Explorer, Generator, Judge

Facts: TypeAlias = Mapping[str, JsonValue]


def _no_labels(_: Case) -> CaseLabels:
    return CaseLabels({})


@dataclass(frozen=True)
class Inputs:
    """The inputs of each stage beside the case and the previous result. Plain JSON.

    `generate` returns None for provided files that no longer exist.
    """

    generate: Callable[[Case, ItemKey], Facts | None]
    explore: Facts
    judge: Facts


@dataclass(frozen=True)
class Stages:
    """The stages that a protocol composes: a generator for each model, and one of each other stage."""

    generator_of: Callable[[str], Generator]
    deployer: Deployer
    explorer: Explorer
    judge: Judge
    inputs: Inputs
    """The inputs of the stages' results."""
    scores: ScoreSet
    """The scores that the judge gives."""
    protocol: str = "cookie"
    """Name of the protocol, for the records."""
    referees: tuple[str, ...] = ()
    """The judges with leaderboards of their own, if there are several."""
    labels_of: Callable[[Case], CaseLabels] = _no_labels
    """The labels of a case that the protocol declares."""
