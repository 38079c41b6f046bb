"""`wants_kept`: whether a brief asks that what users enter outlasts a reload, in eight languages."""

import re

_LASTS = r"(?:survive\w{0,2}|still there|keep\w{0,20}|remember\w{0,20})\b"
_RELOADING = r"(?:reload|refresh|reopen|restart)(?:s|ed|ing)?\b"
_WHOSE = r"(?:(?:a|an|the|any|each|every|i|you|we|users?|they|full|hard|page|browser|is|was|gets|has been) ){0,4}"
_CLOSING = (
    r"(?:clos(?:e|es|ed|ing)\b(?:,? (?:and|or)\b| (?:it|(?:(?:the|my|your|a|this|their) )?"
    r"(?:browser )?(?:tab|browser|page|window|app|laptop|phone))\b)|(?:tab|browser|page|app) (?:is|was|gets) closed\b)"
)
_KEEP = re.compile(
    r"localstorage|indexeddb|\b(persist\w{0,20}|"
    rf"{_LASTS}[^.]{{0,40}}\b{_RELOADING}|({_LASTS}|after\b)[^.]{{0,40}}\b{_CLOSING}|after {_WHOSE}{_RELOADING}|"
    r"saved? (locally|in the browser)|keep everything in the browser)|"
    r"(neu ?laden|aktualisier\w{0,20}|schließ\w{0,20}|zumach\w{0,20})[^.]{0,40}"
    r"(erhalten|noch da|nicht (weg|verloren)|bleib\w{0,20})|"
    r"(bleib\w{0,20}|erhalten|gespeichert|merk\w{0,20})[^.]{0,40}(neu ?laden|browser|schließ\w{0,20})|"
    r"(recharge\w{0,20}|rafraîchi\w{0,20}|ferm(er|é|e|ant)\b)[^.]{0,40}"
    r"(perd\w{0,20}|gard\w{0,20}|conserv\w{0,20}|retrouv\w{0,20}|là)|"
    r"(recarg\w{0,20}|cerr\w{0,20}|actualiz\w{0,20})[^.]{0,40}"
    r"(pierd\w{0,20}|perd\w{0,20}|conserv\w{0,20}|guard\w{0,20}|sigu\w{0,20})|"
    r"(guard\w{0,20}|salv\w{0,20}|conserv\w{0,20}|mant\w{0,20})[^.]{0,40}(navegador|recarg\w{0,20})|"
    r"刷新[^。，]{0,8}(不丢|还在|保留|不能丢|不会丢)|重新打开|关(掉|闭|了)[^。]{0,12}(还在|不丢|保留)|存(在|到)(浏览器|本地)|本地存储|保存在(浏览器|本地)|"
    r"(再読み込み|リロード)(?!な|せず|不要)|閉じても|ブラウザに保存|새로 ?고침(?! ?없)|"
    r"닫아도|껐다 켜도|브라우저에 저장",
    re.IGNORECASE,
)
_STORE = r"(?:localstorage|indexeddb|persist\w{0,20}|(?:browser|local|persistent|web) storage)"
_REFUSED = re.compile(
    r"(?:\b(?:no|not|never|without|avoid|cannot|\w{2,6}n['’]t|nothing|ohne|kein\w{0,2}|nicht|sans|pas|sin|sem|no|não)\b"
    r"(?: (?:use|using|used|any|need|needs|needed|needing|to|be|is|rely|on|requires?|stored?|in|or|and|data|"
    r"cookies,?|sessionstorage|expected|de|d['’]|utiliser|usar|uses|use|utilizar|el|o|le)){0,8}? "
    rf"{_STORE}|(?:不要|不用|不使用|不能用|不依赖|无需|无须|避免|禁止)(?:使用|用|依赖)?\s?{_STORE}|"
    rf"{_STORE}\s?(?:は|を|も)?(?:使わ|使用し|不要|使え)|{_STORE}\s?(?:은|는|을|를|도|이|가)?\s?(?:사용하지|쓰지|없)|"
    rf"{_STORE} (?:(?:is|are) (?:not|unavailable|forbidden)|isn['’]t|(?:(?:ist|wird|darf|soll) )?nicht)\b)",
    re.IGNORECASE,
)
"""A store that the brief does without."""


def wants_kept(brief: str) -> bool:
    """Whether the brief asks for that. A store that is named only to be refused does not count."""
    return _KEEP.search(_REFUSED.sub(" ", brief)) is not None
