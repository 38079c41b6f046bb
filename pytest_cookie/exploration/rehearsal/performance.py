"""`Performance`: what a game showed while it was played, and how far that came. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from pytest_cookie.core.action import PlayInput
from pytest_cookie.core.shown_numbers import read_shown_numbers

LOST = (
    r"game over|you (?:lose|lost|died|crashed|failed)|(?:play|try) again|play once more|spiel vorbei|spielende|"
    r"verloren|nochmal|noch einmal|erneut|perdu|partie terminée|fin de (?:la )?partie|rejouer|fin del juego|"
    r"has perdido|jugar de nuevo|fim de jogo|você perdeu|jogar (?:de novo|novamente)|游戏结束|失败|再玩|"
    r"重新开始|ゲームオーバー|もう一度|게임 오버|게임 종료|다시 (?:하기|시작)"
)
"""Words for the end of a game, in the languages of the briefs."""
WON = (
    r"you win|you won|you reached|level (?:complete|cleared|up)|congratulations|victory|gewonnen|geschafft|gagné|"
    r"victoire|has ganado|victoria|você venceu|vitória|胜利|过关|恭喜|クリア|勝利|승리|클리어|축하"
)
ENDING = f"{LOST}|{WON}"
_ENDING = re.compile(ENDING, re.IGNORECASE)
_WON = re.compile(WON, re.IGNORECASE)
_COUNTS_INPUTS = re.compile(
    r"moves?|steps?|clicks?|taps?|turns?|flaps?|jumps?|attempts?|tries|zeit|time|temps|tiempo|tempo|timer|seconds?|züge|"
    r"coups?|movimientos?|best|high|record|rekord|fps|时间|步数|最高|時間|시간",
    re.IGNORECASE,
)
"""Figures that rise with every input, with time, or only follow another one."""
_HARMFUL = re.compile(
    r"miss(?:es|ed)?\b|death|died|error|fail|fehler|verfehlt|mort|erreur|fallo|muerte|erro|morte|失误|死亡|ミス|실수",
    re.IGNORECASE,
)
_HEARTS = re.compile(r"[♥❤💖🧡💛💚💙]")
STILL_MS = 1_600
"""A picture that stays the same for so long, though it moved before, is the end of a game."""
_UPS_APART_MS = 300
"""A figure that rises faster counts the time."""
_TICKS, _TICK_MS = 3, 1_300
"""A figure that changes untouched, at least three times and every 1.3 s, counts the time."""
_UP_WORTH, _WON_WORTH, _LOSS_WORTH, _SCENE_WORTH = 2.0, 6.0, 2.5, 0.05
"""In seconds of staying alive."""


@dataclass(frozen=True)
class Sample:
    """One moment: the hash of a small picture, that of an even smaller one, and the visible text."""

    ms: int
    picture: int
    scene: int
    text: str

    @cached_property
    def figures(self) -> Mapping[str, float]:
        """Numbers by their labels; hearts are counted."""
        told = {one.label: one.value for one in read_shown_numbers(self.text) if not one.is_time}
        hearts = len(_HEARTS.findall(self.text))
        return {**told, "♥": float(hearts)} if hearts else told


@dataclass(frozen=True)
class Figure:
    """A number that the game shows: its line with the figure as 0, the value at the beginning, and the furthest one."""

    label: str
    first: float
    last: float


@dataclass(frozen=True)
class Performance:
    """The samples since the first input, and the inputs. `by_itself` are labels of figures that change untouched."""

    inputs: tuple[PlayInput, ...]
    samples: tuple[Sample, ...]
    by_itself: frozenset[str] = field(default=frozenset())

    @property
    def begins_ms(self) -> int:
        """When it begins."""
        return self.samples[0].ms if self.samples else 0

    @cached_property
    def end(self) -> int | None:
        """Index of the sample in which the game is over; None while it goes on."""
        if not self.samples:
            return 0
        usual = len(_ENDING.findall(self.samples[0].text))
        for index, one in enumerate(self.samples):
            if len(_ENDING.findall(one.text)) > usual:
                return index
            usual = min(usual, len(_ENDING.findall(one.text)))
        return self._stands_still_from()

    def _stands_still_from(self) -> int | None:
        last = self.samples[-1]
        index = len(self.samples) - 1
        while index and self._are_alike(self.samples[index - 1], last):
            index -= 1
        is_long = last.ms - self.samples[index].ms >= STILL_MS
        return index if is_long and index else None

    @staticmethod
    def _are_alike(one: Sample, other: Sample) -> bool:
        return one.picture == other.picture and one.text == other.text

    @property
    def has_won(self) -> bool:
        """Whether its end is a success."""
        if self.end is None or not self.samples:
            return False
        return len(_WON.findall(self.samples[self.end].text)) > len(_WON.findall(self.samples[0].text))

    @cached_property
    def lived(self) -> tuple[Sample, ...]:
        """The samples up to the end."""
        return self.samples if self.end is None else self.samples[: self.end]

    @property
    def alive_ms(self) -> int:
        """How long it went on."""
        return self.lived[-1].ms - self.begins_ms if self.lived else 0

    @cached_property
    def scenes(self) -> int:
        """Number of different scenes."""
        return len({one.scene for one in self.lived})

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """The figures that have changed while it went on, apart from those that change untouched."""
        if not self.lived:
            return ()
        found = []
        for label, first in self.lived[0].figures.items():
            values = [one.figures[label] for one in self.lived if label in one.figures]
            furthest = max(values, key=lambda value: abs(value - first))
            if furthest != first and label not in self.by_itself:
                found.append(Figure(label, first, furthest))
        return tuple(found)

    @cached_property
    def worth(self) -> float:
        """How far it came, in seconds: what it gained counts beside the time that it went on."""
        ups, losses = self._count_turns()
        won = _WON_WORTH if self.has_won else 0.0
        return self.alive_ms / 1000 + _UP_WORTH * ups - _LOSS_WORTH * losses + _SCENE_WORTH * self.scenes + won

    def _count_turns(self) -> tuple[int, int]:
        """How often a figure rose, and how often one fell that is not a countdown."""
        ups = losses = 0
        for label in dict.fromkeys(label for one in self.lived for label in one.figures):
            if label in self.by_itself or _COUNTS_INPUTS.search(label):
                continue
            rises, falls = _turns([(one.ms, one.figures[label]) for one in self.lived if label in one.figures])
            if _HARMFUL.search(label):
                rises, falls = 0, falls + rises
            ups, losses = ups + rises, losses + falls
        return ups, losses


def is_ending(text: str) -> bool:
    """Whether a text has words for the end of a game, or for another one after it."""
    return _ENDING.search(text) is not None


def _turns(values: Sequence[tuple[int, float]]) -> tuple[int, int]:
    rises = falls = 0
    rose_ms = -_UPS_APART_MS
    for (_, before), (ms, after) in pairwise(values):
        if after > before and ms - rose_ms >= _UPS_APART_MS:
            rises, rose_ms = rises + 1, ms
        falls += after < before
    return rises, falls


def find_ticking(samples: Sequence[Sample]) -> frozenset[str]:
    """The labels of figures that change again and again at short intervals, such as a time."""
    found = set()
    for label in {label for one in samples for label in one.figures}:
        values = [(one.ms, one.figures[label]) for one in samples if label in one.figures]
        changes = [ms for (_, before), (ms, after) in pairwise(values) if before != after]
        lasted_ms = values[-1][0] - values[0][0]
        if len(changes) >= _TICKS and len(changes) * _TICK_MS >= lasted_ms:
            found.add(label)
    return frozenset(found)
