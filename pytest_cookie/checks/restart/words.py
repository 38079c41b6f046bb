"""Words in eight languages for what a restart begins anew, and for figures that outlast it."""

import re

from pytest_cookie.judging.text.begin_anew import begins_anew

_OF_A_PART = re.compile(
    r"round|level|puzzle|question|refresh|reload|clear|filter|runde|stufe|rätsel|frage|manche|niveau|énigme|ronda|nivel|"
    r"pregunta|acertijo|rodada|nível|pergunta|轮|关|题|筛选|ラウンド|レベル|問|라운드|레벨|문제",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"best|high|record|\btop\b|total|all.?time|\bw[io]ns?\b|loss|draws?\b|games?\b|played|rounds?\b|\blevel|streak|coins?\b|"
    r"gold|gems?\b|höchst|rekord|gesamt|siege?\b|gewonnen|spiele\b|runde|stufe|serie|münz|meilleur|victoire|parties?\b|manche|"
    r"niveau|série|pièces|mejor|récord|victoria|partidas?\b|ronda|nivel|racha|monedas|melhor|recorde|vitória|rodada|nível|"
    r"sequência|moedas|最高|最佳|最好|纪录|记录|总|胜|局|关|连胜|金币|ベスト|記録|合計|勝|レベル|連勝|コイン|최고|기록|총|승|레벨|코인",
    re.IGNORECASE,
)

_STEPPER = re.compile(
    r"^\W{0,9}[-+−–±▲▼◀▶‹›<>＋－]\W{0,9}$|\b(increase|decrease|plus|minus|more|less|fewer|larger|smaller|erhöhen|verringern|mehr|weniger|"
    r"augmenter|diminuer|aumentar|disminuir|diminuir|reducir|reduzir)\b|增加|减少|増やす|減らす|늘리기|줄이기|증가|감소",
    re.IGNORECASE,
)


def sets_figure(label: str) -> bool:
    """Whether a button is one of a pair that sets a figure, such as the size of a board."""
    return _STEPPER.search(label) is not None


def starts_new_game(label: str) -> bool:
    """Whether a control begins all anew, and not only a round, a level or a question."""
    return begins_anew(label) and not _OF_A_PART.search(label)


def may_last(line: str) -> bool:
    """Whether a line is of a figure that rightly outlasts a restart: a best score, wins, a level."""
    return _LASTING.search(line) is not None
