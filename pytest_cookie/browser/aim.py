"""`Aim`: brings the pointer to what an action means, and follows it where it moves meanwhile."""

from playwright.async_api import Page

from pytest_cookie.browser.pointer import Pointer
from pytest_cookie.browser.target import Target, UnreachableError, find_target
from pytest_cookie.core.trace import Action

_FOLLOWED = 2


class Aim:
    """What a person does with the eyes while the hand is on its way."""

    def __init__(self, page: Page, pointer: Pointer) -> None:
        self._page = page
        self._pointer = pointer

    async def reach(self, action: Action) -> Target:
        """Point at it. Raises `UnreachableError` where it cannot be found, or is covered, before the hand moves."""
        target = await find_target(self._page, action)
        for _ in range(_FOLLOWED):
            await self._pointer.point(target)
            seen = await self._look_again(action, target)
            if not seen.is_missed_at(target.x, target.y):
                break
            target = seen
        return target

    async def _look_again(self, action: Action, target: Target) -> Target:
        """What is gone or covered now, since the pointer came, is pressed where it was: so would a person."""
        if target.box is None:
            return target
        try:
            return await find_target(self._page, action)
        except UnreachableError:
            return target
