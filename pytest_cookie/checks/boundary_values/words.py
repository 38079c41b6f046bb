"""What a brief or a page says about values that it forbids, in the languages of the briefs."""

import re

_PAST = re.compile(
    r"\b(in the past|past dates?|future (date|day)s?|in the future|not before today|"
    r"dates? (must|has to) be (later|after)|dans le passé|dates? passées?|dates? futures?|à venir|en el pasado|"
    r"fechas? pasadas?|fechas? futuras?|"
    r"in der vergangenheit|vergangene[ns]? (datum|tage?)|in der zukunft|zukünftige[ns]?|no passado|datas? passadas?|"
    r"datas? futuras?)\b|过去的?(日期|时间)|早于今天|未来的?(日期|时间)|過去の日|未来の日|今日以降|"
    r"과거 ?날짜|지난 ?날짜|미래 ?날짜|오늘 이후",
    re.IGNORECASE,
)
_UNIQUE = re.compile(
    r"\b(unique|duplicates?|only once|already (exists?|taken)|no two|uniques?|doublons?|une seule fois|déjà|únic[oa]s?|"
    r"duplicad[oa]s?|una sola vez|ya existe|eindeutig|doppelte?[nrs]?|nur einmal|bereits vorhanden|uma única vez|"
    r"já existe)\b|"
    r"重复|唯一|不能重名|重複|一意|중복|고유",
    re.IGNORECASE,
)


def forbids_past(text: str) -> bool:
    """Whether it says that dates are not in the past."""
    return _PAST.search(text) is not None


def asks_for_unique(brief: str) -> bool:
    """Whether a brief asks that no entry is there twice."""
    return _UNIQUE.search(brief) is not None
