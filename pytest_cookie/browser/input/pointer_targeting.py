"""`PointerTargeting`: brings the pointer to what an action means, and follows it where it moves meanwhile."""

from playwright.async_api import Page

from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.pointer import Pointer
from pytest_cookie.browser.input.target import CoveredError, Target, UnreachableError, find_target
from pytest_cookie.browser.page.page_query import ask
from pytest_cookie.core.trace import Action

_FOLLOWED = 2
_WAIT_MS, _MOST_WAITS = 100, 50
"""A view transition that does not go on is ended by the browser after four seconds."""
_MOST_RESTS = 10
"""So often it is looked whether it has come to rest: a transition that takes it away takes less than a second."""
_IS_IN_TRANSITION = "() => Boolean(document.activeViewTransition)"
MOVED_AWAY = "it moved away from the pointer"


class PointerTargeting:
    """What a person does with the eyes while the hand is on its way."""

    def __init__(self, page: Page, pointer: Pointer, wire: InputDispatcher) -> None:
        self._page = page
        self._pointer = pointer
        self._wire = wire

    async def reach(self, action: Action) -> Target:
        """Point at it. Raises `UnreachableError` where it cannot be found, or is covered, before the hand moves, and
        where it is somewhere else each time that the pointer comes. What moves by itself is pressed where it was.
        """
        target = await self.find(action)
        for _ in range(_FOLLOWED):
            await self._pointer.point(target)
            seen = await self._look_again(action, target)
            if not seen.is_missed_at(target.x, target.y):
                return target
            target = seen
        await self._pointer.point(target)
        seen = await self._look_again(action, target)
        if seen.is_off(target.x, target.y) and await self._comes_to_rest(action, seen):
            raise UnreachableError(MOVED_AWAY)
        return target

    async def find(self, action: Action) -> Target:
        """A view transition lies over the page and takes every press: a person waits until it has ended."""
        for _ in range(_MOST_WAITS):
            try:
                return await find_target(self._page, action)
            except CoveredError:
                if not await ask(self._page, _IS_IN_TRANSITION, None):
                    raise
            await self._wire.wait(_WAIT_MS)
        return await find_target(self._page, action)

    async def _comes_to_rest(self, action: Action, seen: Target) -> bool:
        """Whether it stands still once the pointer does: what goes on has not moved because of the pointer."""
        for _ in range(_MOST_RESTS):
            await self._wire.wait(_WAIT_MS)
            later = await self._look_again(action, seen)
            if later.box == seen.box:
                return True
            seen = later
        return False

    async def _look_again(self, action: Action, target: Target) -> Target:
        """What is gone or covered now, since the pointer came, is pressed where it was: so would a person."""
        if target.box is None:
            return target
        try:
            return await find_target(self._page, action)
        except UnreachableError:
            return target
