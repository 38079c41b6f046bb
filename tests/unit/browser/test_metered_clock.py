"""The recorded costs of a page, with a clock and processes of scripted cost."""

import asyncio
from contextlib import nullcontext

import pytest

from pytest_cookie.browser.clock.metered import MeteredClock
from pytest_cookie.browser.clock.virtual_time import FRAME_MS


class Cpu:
    """Seconds that are set by hand."""

    def __init__(self):
        self.scripts = self.drawn = 0.0

    def seconds(self):
        return self.scripts

    def drawing_seconds(self):
        return self.drawn

    def refresh(self):
        pass


class Clock:
    """Ten frames at a time, all of them changed; each costs 1 s of scripts and 1 s of drawing, a picture 9 s more, and
    a hidden one is not drawn."""

    def __init__(self, cpu, kind, pictures=0, hidden=0):
        self.cpu, self.kind, self.pictures, self.hidden = cpu, kind, pictures, hidden
        self.page_ms = self.changed_frames = self.moved_ms = self.hidden_frames = 0
        self.picture_scope = self.input_scope = nullcontext

    async def advance(self, page_ms):
        for frame in range(10):
            self.cpu.scripts += 1
            self.page_ms += FRAME_MS
            self.changed_frames += 1
            self.moved_ms += FRAME_MS
            if frame >= 10 - self.hidden:
                self.hidden_frames += 1
                continue
            with self.picture_scope() if frame < self.pictures else nullcontext():
                self.cpu.drawn += 10 if frame < self.pictures else 1

    async def film(self, to):
        pass

    async def deliver(self, work, *, shown):
        return await work

    async def dispatch_and_advance(self, work, page_ms):
        with self.input_scope():
            await work
        await self.advance(page_ms)


def metered(kind="stepped", pictures=0, hidden=0):
    cpu = Cpu()
    return MeteredClock(Clock(cpu, kind, pictures, hidden), cpu), cpu


def test_time_that_passes_costs_scripts_and_drawing():
    clock, _ = metered()
    asyncio.run(clock.advance(170))
    effort = clock.take()
    assert (effort.passed_ms, effort.passing_seconds, effort.inputs) == (170, 20, 0)
    assert (effort.moving_frames, effort.moving_seconds) == (10, 20)
    assert clock.take().passing_seconds == 0


def test_pictures_for_the_film_are_not_the_pages_cost():
    clock, _ = metered(pictures=5)
    asyncio.run(clock.film(object()))
    asyncio.run(clock.advance(170))
    effort = clock.take()
    assert effort.passing_seconds == pytest.approx(20)
    assert effort.drawing_counted


def test_hidden_frames_cost_what_the_drawn_ones_do():
    clock, _ = metered(pictures=2, hidden=5)
    asyncio.run(clock.film(object()))
    asyncio.run(clock.advance(170))
    assert clock.take().passing_seconds == pytest.approx(20)


def test_a_moment_without_a_drawn_frame_costs_what_the_last_one_did():
    clock, _ = metered(pictures=1)
    asyncio.run(clock.film(object()))
    asyncio.run(clock.advance(170))
    clock.take()
    clock._clock.hidden = 9
    asyncio.run(clock.advance(170))
    assert clock.take().passing_seconds == pytest.approx(20)


def test_what_cannot_be_told_from_the_films_pictures_is_not_counted():
    clock, _ = metered("cooperative")
    asyncio.run(clock.film(object()))
    asyncio.run(clock.advance(170))
    effort = clock.take()
    assert (effort.passing_seconds, effort.drawing_counted) == (10, False)


def test_the_costliest_input_stands_for_all_and_one_that_fails_counts():
    clock, cpu = metered()

    async def costs(seconds, problem=None):
        cpu.scripts += seconds
        if problem:
            raise problem

    async def use():
        await clock.deliver(costs(1))
        with pytest.raises(TimeoutError):
            await clock.deliver(costs(7, TimeoutError()))
        await clock.deliver(costs(2))

    asyncio.run(use())
    effort = clock.take()
    assert (effort.inputs, effort.input_seconds, effort.costliest_input_seconds) == (3, 10, 7)


@pytest.mark.parametrize("pictures", [0, 5])
def test_of_a_move_what_hearing_it_costs_is_the_inputs_and_the_rest_the_passing_times(pictures: int):
    clock, cpu = metered(pictures=pictures)

    async def heavy():
        cpu.scripts += 3

    async def use():
        await clock.film(object())
        await clock.dispatch_and_advance(heavy(), 170)

    asyncio.run(use())
    effort = clock.take()
    assert (effort.inputs, effort.costliest_input_seconds) == (1, 3)
    assert (effort.passed_ms, effort.passing_seconds) == (170, pytest.approx(20))
