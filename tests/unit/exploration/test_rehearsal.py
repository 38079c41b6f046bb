"""What a search learns of a game and how far it comes, on games that are a few lines of Python."""

from collections.abc import Callable, Sequence

import pytest

from pytest_cookie.core.action import PlayInput
from pytest_cookie.core.game_play import GamePlay, PlayedFigure, describe_play
from pytest_cookie.core.play_events import list_events
from pytest_cookie.exploration.rehearsal.moves import Move
from pytest_cookie.exploration.rehearsal.performance import Performance, Sample
from pytest_cookie.exploration.rehearsal.rehearsal import make_play
from pytest_cookie.exploration.rehearsal.search import Found, PlaysSpentError, Search

FRAME_MS, SAMPLE_MS, BEGINS_MS = 17, 102, 3_400
Game = Callable[[], "object"]
JUMP, LEFT, START = Move("Space"), Move("ArrowLeft"), Move(x=300, y=200, starts=True)


class Runner:
    """Hurdles come, ever faster; only a jump right before one clears it. It waits for a press of its button."""

    def __init__(self) -> None:
        self.ms = self.at = self.high = self.score = 0
        self.next = 700
        self.state = "ready"

    def press(self, key: str) -> None:
        if not key and self.state != "run":
            self.at, self.high, self.score, self.next, self.state = 0, 0, 0, 700, "run"
        if key == "Space" and self.state == "run" and not self.high:
            self.high = 20

    def step(self) -> None:
        if self.state != "run":
            return
        self.at += 17
        self.high = max(0, self.high - 1)
        if self.at >= self.next:
            if not self.high:
                self.state = "over"
                return
            self.next += 900 + (self.score * 37) % 300
            self.score += 1

    def shown(self) -> tuple[int, str]:
        words = {"ready": "Press the button", "run": f"Score: {self.score}", "over": f"Score: {self.score}\nGame over"}
        return self.at * 32 + self.high, words[self.state]


class Still:
    """A picture: nothing is answered."""

    def press(self, key: str) -> None: ...

    def step(self) -> None: ...

    def shown(self) -> tuple[int, str]:
        return 1, "A picture"


def perform_in(game_of: Callable[[], Runner | Still], played: list[int]):
    def perform(inputs: Sequence[PlayInput], *, from_ms: int, until_ms: int) -> tuple[Sample, ...]:
        game, samples = game_of(), []
        events = [event for event in list_events(inputs) if event.type == "down"]
        played.append(len(events))
        for ms in range(0, until_ms, FRAME_MS):
            while events and events[0].ms < ms + FRAME_MS:
                game.press(events.pop(0).key)
            game.step()
            picture, text = game.shown()
            if ms >= from_ms and ms % SAMPLE_MS < FRAME_MS:
                samples.append(Sample(ms, picture, picture // 500, text))
        return tuple(samples)

    return perform


def search(game_of: Callable[[], Runner | Still], moves: Sequence[Move], *, most_plays: int = 64) -> Found | None:
    played: list[int] = []
    found = Search(perform_in(game_of, played), begins_ms=BEGINS_MS, most_plays=most_plays).run(moves)
    assert len(played) <= most_plays, "each play loads the page anew"
    return found


def test_a_search_learns_the_moves_and_comes_further_than_without_them() -> None:
    found = search(Runner, [START, JUMP, LEFT])
    assert found
    assert (found.moves, found.deaf) == ((JUMP,), (LEFT,))
    assert found.best.inputs[0] == START.at(BEGINS_MS + 34), "the button starts it"
    assert found.untouched.end is not None
    assert found.untouched.alive_ms < 1_000
    assert found.best.alive_ms > 10 * found.untouched.alive_ms
    assert [figure.label for figure in found.best.figures] == ["Score: 0"]
    again = search(Runner, [START, JUMP, LEFT])
    assert again
    assert again.best.inputs == found.best.inputs, "the same search finds the same"


def test_a_page_that_answers_nothing_is_not_played() -> None:
    assert search(Still, [START, JUMP]) is None


def samples(*shown: tuple[int, str]) -> Performance:
    return Performance(
        (), tuple(Sample(nth * 500, picture, picture, text) for nth, (picture, text) in enumerate(shown))
    )


ENDS: dict[str, tuple[Performance, int | None]] = {
    "words of an end": (samples((1, "Punkte 1"), (2, "Punkte 2"), (3, "Spiel vorbei")), 2),
    "a title with such words": (samples((1, "Game over? Never"), (2, "Game over? Never")), None),
    "it stands still": (samples((1, "1"), (2, "1"), *[(3, "1")] * 5), 2),
    "it moves": (samples(*[(nth, "") for nth in range(9)]), None),
    "figures go on": (samples(*[(1, f"Time {nth}") for nth in range(9)]), None),
}


def test_the_end_of_a_game(subtests: pytest.Subtests) -> None:
    for name, (performance, end) in ENDS.items():
        with subtests.test(name):
            assert performance.end == end


WORTHS: dict[str, tuple[str, str]] = {
    "a score that rises": ("Score 0\nLives 3", "Score 9\nLives 3"),
    "lives that are kept": ("Score 0\nLives 2", "Score 0\nLives 3"),
    "hearts that are kept": ("♥♥", "♥♥♥"),
    "no misses": ("Misses: 1", "Misses: 0"),
}


def test_what_a_play_is_worth(subtests: pytest.Subtests) -> None:
    for name, (worse, better) in WORTHS.items():
        with subtests.test(name):
            start = {"a score that rises": "Score 0\nLives 3", "hearts that are kept": "♥♥♥"}.get(name, better)
            one, other = (samples((1, start), (2, text), (3, text)) for text in (worse, better))
            assert one.worth < other.worth


def test_events_of_a_play() -> None:
    inputs = [
        PlayInput(at_ms=0, key="ArrowRight+Space", hold_ms=500), PlayInput(at_ms=100, key="Space", hold_ms=900),
        PlayInput(at_ms=50, x=3, y=4), PlayInput(at_ms=60, x=5, y=6, hold_ms=10),
    ]  # fmt: skip
    told = [(event.ms, event.type, event.key, event.repeat) for event in list_events(inputs, until_ms=450)]
    assert told == [
        (0, "down", "ArrowRight", False), (0, "down", "Space", False), (50, "move", "", False), (60, "move", "", False),
        (60, "down", "", False), (70, "up", "", False), (100, "down", "Space", True), (400, "down", "Space", True),
        (450, "up", "ArrowRight", False), (450, "up", "Space", False),
    ]  # fmt: skip


def test_what_was_found_before_the_page_is_spent_counts() -> None:
    perform = perform_in(Runner, played := [])

    def spent(inputs: Sequence[PlayInput], *, from_ms: int, until_ms: int) -> tuple[Sample, ...]:
        if len(played) == 20:
            raise PlaysSpentError
        return perform(inputs, from_ms=from_ms, until_ms=until_ms)

    found = Search(spent, begins_ms=BEGINS_MS).run([START, JUMP])
    assert found
    assert found.best.alive_ms > found.untouched.alive_ms


def test_the_play_ends_with_the_game() -> None:
    found = search(Runner, [START, JUMP], most_plays=8)
    assert found
    play = make_play(found)
    assert found.best.end is not None
    assert all(one.at_ms < found.best.lived[-1].ms for one in play.inputs), "no input starts another game"
    assert play.until_ms == found.best.lived[-1].ms + 510


def test_how_far_it_came_in_words() -> None:
    play = GamePlay(
        step=1, seconds=11.2, ended=True, untouched_seconds=1, untouched_ended=True, scenes=9, repeated=True,
        figures=(PlayedFigure(label="Score: 0", first=0, last=6),), answered=("Space", "press"),
    )  # fmt: skip
    assert describe_play(play) == (
        "Step 1 played the game for 11.2 s, when it was over; “Score: 0” from 0 to 6; 9 different scenes. The inputs "
        "had been found by trial. Without any after its start the game ended after 1 s. Inputs that it answered in "
        "trials: Space, press."
    )
    other = play.model_copy(update={"repeated": False, "ended": False, "untouched_ended": False})
    assert describe_play(other).startswith("In trials on pages of their own the game lasted 11.2 s, when it was still")
