"""`PointerTargeting`: moves the pointer to the target of an action, and follows targets that move meanwhile."""

from playwright.async_api import Page

from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.pointer import Pointer
from pytest_cookie.browser.input.target import CoveredError, MovedAwayError, Target, UnreachableError, find_target
from pytest_cookie.browser.page.page_query import query
from pytest_cookie.core.action import Action

_MAX_FOLLOWS = 2
_WAIT_MS, _MAX_WAITS = 100, 50
"""The browser ends a stuck view transition after four seconds."""
_MAX_REST_CHECKS = 10
"""Checks for whether the target has come to rest: a transition that moves it away takes less than a second."""
_IS_IN_TRANSITION = "() => Boolean(document.activeViewTransition)"


class PointerTargeting:
    """Finds targets and follows them while the pointer is on its way."""

    def __init__(self, page: Page, pointer: Pointer, dispatcher: InputDispatcher) -> None:
        self._page = page
        self._pointer = pointer
        self._dispatcher = dispatcher

    async def reach(self, action: Action) -> Target:
        """Point at the target of `action`.

        Raises `UnreachableError` if it cannot be found or is covered before the pointer moves, and if it has moved away
        each time the pointer arrives. A target that moves by itself is clicked at its last position.
        """
        target = await self.find(action)
        for _ in range(_MAX_FOLLOWS):
            await self._pointer.point(target)
            current = await self._find_again(action, target)
            if not current.is_missed_at(target.x, target.y):
                return target
            target = current
        await self._pointer.point(target)
        current = await self._find_again(action, target)
        if current.is_off(target.x, target.y) and await self._comes_to_rest(action, current):
            raise MovedAwayError
        return target

    async def find(self, action: Action) -> Target:
        """Find the target. A view transition covers the page and receives every click, so wait until it has ended."""
        for _ in range(_MAX_WAITS):
            try:
                return await find_target(self._page, action)
            except CoveredError:
                if not await query(self._page, _IS_IN_TRANSITION, None):
                    raise
            await self._dispatcher.wait(_WAIT_MS)
        return await find_target(self._page, action)

    async def _comes_to_rest(self, action: Action, current: Target) -> bool:
        """Whether it stops when the pointer does; a target that keeps moving does not move because of the pointer."""
        for _ in range(_MAX_REST_CHECKS):
            await self._dispatcher.wait(_WAIT_MS)
            later = await self._find_again(action, current)
            if later.box == current.box:
                return True
            current = later
        return False

    async def _find_again(self, action: Action, target: Target) -> Target:
        """Find the target again. If it vanished or is covered, keep its last position, as a user would."""
        if target.box is None:
            return target
        try:
            return await find_target(self._page, action)
        except UnreachableError:
            return target
