"""`RehearsedGame`: plays a game as a rehearsal found out, once, before anything else touches the page."""

from pytest_cookie.core.game_play import GamePlay, PlayedFigure
from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.shown_numbers import read_shown_numbers
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.games import GAME_DOMAIN, find_stage, letter_keys, movement_keys
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.rehearsal.moves import Move
from pytest_cookie.exploration.rehearsal.performance import is_ending
from pytest_cookie.exploration.rehearsal.rehearsal import Controls, Rehearsal, make_play
from pytest_cookie.exploration.rehearsal.search import Found
from pytest_cookie.exploration.tactic import Tactic, Turn

_COMMON_KEYS = ("Space", "ArrowUp", "ArrowRight", "ArrowLeft", "ArrowDown", "Enter", "w", "d", "a", "s")
_MOST_KEYS, _MOST_BUTTONS = 12, 4
_FRAME_MS = 17
_LEAD_FRAMES = 2
"""The session's time goes on a little between a step and the next."""


class RehearsedGame(Tactic):
    """Plays, and knows how far that came."""

    worth = 98  # before anything else: from an untouched page on, trials tell what follows

    def __init__(self) -> None:
        self.rehearsal: Rehearsal | None = None
        self.play: GamePlay | None = None
        self._found: Found | None = None

    def propose(self, turn: Turn) -> Decision | None:
        """Return the play of a game if nothing has touched the page yet, and a rehearsal found one.

        Editors and simulations have no end to put off and nothing to gain: a search would cost its time for nothing.
        """
        view, last = turn.view, turn.view.last
        if self.rehearsal is None or last is None or last.index or turn.case.domain != GAME_DOMAIN:
            return None
        begins_ms = (last.page_ms // _FRAME_MS + _LEAD_FRAMES) * _FRAME_MS
        self._found = self.rehearsal.find_play(_find_controls(view), begins_ms)
        if self._found is None:
            return None
        return Decision(make_play(self._found), "Play it, as trials have shown how: how far does one come?")

    def look(self, view: View) -> None:
        """Note how far the play came, right after it."""
        last = view.last
        if self._found is None or self.play is not None or last is None or last.action.kind != "play":
            return
        best, untouched = self._found.best, self._found.untouched
        self.play = GamePlay(
            step=last.index,
            seconds=round(best.alive_ms / 1000, 1),
            ended=best.end is not None,
            won=best.has_won,
            untouched_seconds=round(untouched.alive_ms / 1000, 1),
            untouched_ended=untouched.end is not None,
            figures=tuple(PlayedFigure(label=one.label, first=one.first, last=one.last) for one in best.figures),
            scenes=best.scenes,
            answered=_name_moves(self._found.moves),
            unanswered=_name_moves(self._found.deaf),
            repeated=self._is_repeated(view.observation.inventory.whole_text),
        )

    def _is_repeated(self, text: str) -> bool:
        """Whether the page shows the same figures as the trial did at its end, and has ended as that did."""
        if self._found is None or not self._found.best.samples:
            return False
        best = self._found.best
        shown = {one.value for one in read_shown_numbers(text)}
        last = best.lived[-1].figures if best.lived else {}
        return all(last[one.label] in shown for one in best.figures if one.label in last) and (
            best.end is None or not is_ending(best.samples[-1].text) or is_ending(text)
        )


def _name_moves(moves: tuple[Move, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(move.key or ("press" if move.holds else "move the pointer") for move in moves))


def _find_controls(view: View) -> Controls:
    inventory, facts = view.observation.inventory, view.page_facts
    text, named = inventory.whole_text, facts.named_keys
    keys = (*movement_keys(text, named), *_COMMON_KEYS, *letter_keys(text, named))
    buttons = [control for control in inventory.controls if _is_playable(control, view)]
    buttons.sort(key=lambda control: not _starts(control))
    places = [_press(control.box, view, starts=_starts(control)) for control in buttons[:_MOST_BUTTONS]]
    stage = find_stage(view)
    if stage:
        places.append(_press(stage, view, starts=True, is_placed=True))
    return Controls(tuple(dict.fromkeys(keys))[:_MOST_KEYS], tuple(places), stage)


def _starts(control: Control) -> bool:
    return means(control.name, "start") or is_ending(control.name)


def _is_playable(control: Control, view: View) -> bool:
    if control.disabled or control.covered or control.tag == "canvas" or control.href:
        return False
    is_button = control.role == "button" or view.page_facts.of(control).pointer
    away = means(control.name, "destroy") or means(control.name, "menu") or means(control.name, "close")
    return is_button and not away and _is_in_window(control.box, view)


def _is_in_window(box: Box, view: View) -> bool:
    x, y = box.x - view.page_facts.scroll_x + box.width / 2, box.y - view.page_facts.scroll_y + box.height / 2
    return 0 <= x < view.page_facts.window_width and 0 <= y < view.page_facts.window_height


def _press(box: Box, view: View, *, starts: bool, is_placed: bool = False) -> Move:
    left, top = (0.0, 0.0) if is_placed else (view.page_facts.scroll_x, view.page_facts.scroll_y)
    return Move(x=round(box.x - left + box.width / 2), y=round(box.y - top + box.height / 2), starts=starts)
