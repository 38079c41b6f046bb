"""`Aim`: brings the pointer to what an action means, and follows it where it moves meanwhile."""

from playwright.async_api import Page

from pytest_cookie.browser.asking import ask
from pytest_cookie.browser.pointer import Pointer
from pytest_cookie.browser.target import CoveredError, Target, UnreachableError, find_target
from pytest_cookie.browser.wire import Wire
from pytest_cookie.core.trace import Action

_FOLLOWED = 2
_WAIT_MS, _MOST_WAITS = 100, 50
"""A view transition that does not go on is ended by the browser after four seconds."""
_IS_IN_TRANSITION = "() => Boolean(document.activeViewTransition)"
MOVED_AWAY = "it moved away from the pointer"


class Aim:
    """What a person does with the eyes while the hand is on its way."""

    def __init__(self, page: Page, pointer: Pointer, wire: Wire) -> None:
        self._page = page
        self._pointer = pointer
        self._wire = wire

    async def reach(self, action: Action) -> Target:
        """Point at it. Raises `UnreachableError` where it cannot be found, or is covered, before the hand moves, and
        where it is somewhere else each time that the pointer comes.
        """
        target = await self.find(action)
        for _ in range(_FOLLOWED):
            await self._pointer.point(target)
            seen = await self._look_again(action, target)
            if not seen.is_missed_at(target.x, target.y):
                return target
            target = seen
        await self._pointer.point(target)
        if (await self._look_again(action, target)).is_off(target.x, target.y):
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

    async def _look_again(self, action: Action, target: Target) -> Target:
        """What is gone or covered now, since the pointer came, is pressed where it was: so would a person."""
        if target.box is None:
            return target
        try:
            return await find_target(self._page, action)
        except UnreachableError:
            return target
