"""`Watch`: what a check looks at around every action, in the browser's process."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, runtime_checkable

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.core.action import Action
from pytest_cookie.core.fact import Fact
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.row_groups import PageTree


@dataclass(frozen=True)
class Act:
    """An action and the page around it.

    `quiet` is what the page changes by itself, which is no effect of the action. `facts` are those of the watches
    before this one, by the id of their check.
    """

    action: Action
    before: Observation
    after: Observation
    quiet: BackgroundChanges = field(default_factory=BackgroundChanges)
    facts: dict[str, Fact] = field(default_factory=dict)

    @cached_property
    def tree_before(self) -> PageTree:
        """The elements before the action."""
        return PageTree(self.before, self.quiet)

    @cached_property
    def tree_after(self) -> PageTree:
        """The elements after it."""
        return PageTree(self.after, self.quiet)

    @cached_property
    def control(self) -> Control | None:
        """The action's control, as it was before."""
        ref = self.action.ref
        return next((control for control in self.before.inventory.controls if ref and control.ref == ref), None)

    @cached_property
    def control_path(self) -> str:
        """The path of its element in `tree_before`; "" if it has none."""
        return self.tree_before.path_of(self.control) if self.control else ""


class Watch(Protocol):
    """Follows one exploration; there is a new one for each."""

    def compare(self, act: Act) -> Fact | None:
        """What the check has to know of this action; None if nothing. Called for every action, in order."""
        ...


@runtime_checkable
class LookingWatch(Watch, Protocol):
    """A watch that also learns from looks at the page between actions."""

    def look(self, seen: Observation) -> None:
        """Called for every observation in order, also for those before and after an action that `compare` gets."""
        ...


def show_all(watches: Mapping[str, Watch], seen: Observation) -> None:
    """Show an observation to the watches that look."""
    for watch in watches.values():
        if isinstance(watch, LookingWatch):
            watch.look(seen)


def watch_all(watches: Mapping[str, Watch], act: Act) -> dict[str, Fact]:
    """The facts on an action with their notes, by the id of their check. Each watch sees those of the watches before
    it."""
    for check, watch in watches.items():
        fact = watch.compare(act)
        if fact is not None:
            act.facts[check] = fact.model_copy(update={"notes": fact.describe()})
    return act.facts
