"""The labels of pressed keys in a film."""

import asyncio

import pytest

from pytest_cookie.browser.input.gesture_observer import NoGestureObserver
from pytest_cookie.browser.input.input_timing import InputTiming
from pytest_cookie.browser.input.keyboard import Keyboard, label_keys


@pytest.mark.parametrize(
    ("keys", "label"),
    [
        (["Control", "a"], "Ctrl + A"),
        (["ControlOrMeta", "a"], "Ctrl + A"),
        (["Shift", "A"], "Shift + A"),
        (["a"], "a"),
        ([" "], "Space"),
        (["ArrowUp", "ArrowRight"], "ArrowUp + ArrowRight"),
        ([], ""),
    ],
)
def test_keys_are_labelled_as_users_know_them(keys, label):
    assert label_keys(keys) == label


class Labels(NoGestureObserver):
    def __init__(self) -> None:
        self.shown: list[str] = []

    def keys(self, label: str) -> None:
        self.shown.append(label)


class Silent:
    """Replaces the page's keyboard and the dispatcher of its keys: accepts everything."""

    keyboard = property(lambda self: self)

    def down(self, key: str) -> None: ...

    def up(self, key: str) -> None: ...

    async def deliver(self, sent: object) -> None: ...

    async def pause(self, ms: float) -> None: ...


def test_keys_that_empty_a_field_have_no_label():
    labels, silent = Labels(), Silent()
    keyboard = Keyboard(silent, silent, InputTiming(0), labels)
    asyncio.run(keyboard.empty())
    assert labels.shown == []
    asyncio.run(keyboard.press(["Control", "z"]))
    assert labels.shown == ["Ctrl", "Ctrl + Z", "Ctrl", ""]
