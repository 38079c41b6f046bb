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


_LATER = (
    r"(?:\b(?:tomorrow|overnight|next (?:time|day|morning|week|month|visit)|days? later|re-?open\w{0,3}|"
    r"(?:i|we|they|you|she|he|people) (?:come|comes) back|open(?:s|ed)? (?:it|this|the page) again|switched off|"
    r"(?:am nächsten|beim nächsten|nächstes|nächste) \w{2,8}|morgen(?! früh)|wieder(?:komm|öffn)\w{0,4}|"
    r"demain|lendemain|la prochaine fois|(?:re|rou)(?:vien|vr)\w{1,4}|"
    r"(?<!la )mañana|al día siguiente|la próxima vez|cuando vuelv\w{1,4}|reabr\w{1,4}|"
    r"amanhã|no dia seguinte|da próxima vez|quando (?:eu |a gente )?volt\w{1,4}|abrir de novo)\b|"
    r"明天|第二天|下次|下回|下一次|再(?:打开|来时)|关机|回来|"
    r"明日|翌日|次回|次に開|また(?:開|来)|開き直|내일|다음 ?날|다음에|다시 (?:열|켜|들어오))"
)
"""A later visit."""
_STAYS = (
    r"(?:\b(?:still (?:be )?(?:there|here)|still has|remember\w{0,3}|kept|saved?(?! (?:as|to))|stays?|"
    r"(?:not|never|without|n['’]t) (?:be )?(?:lose|losing|lost|gone|forget|forgotten)|carry on|"
    r"noch da|bleib\w{0,3}|erhalten|gespeichert|merk\w{0,3}|nicht (?:weg|verloren)|wieder da|"
    r"reste|encore là|gard\w{1,4}|conserv\w{1,4}|retrouv\w{1,4}|attend|"
    r"sig[au]e?n?|est(?:é|én)|guard\w{1,4}|conserv\w{1,4}|acuerd\w{1,3}|no se (?:pierd|borr)\w{1,3}|"
    r"continu\w{1,4}|salv\w{1,3}|lembr\w{1,4}|estej\w{1,3}|não (?:se )?perd\w{1,3})\b|"
    r"还(?:得)?在|还能接|不丢|别丢|没丢|记住|记着|保留|接着填|残(?:っ|る|し)|消えな|覚え|保存|続きから|"
    r"남(?:습|아|고|게|으|는)|그대로 있|저장|기억)"
)
"""That something is there, then."""
_BY_ITSELF = re.compile(
    r"\b(?:is|are|be|gets) remembered\b|(?:^|[.,;:!?\n] ?|\b(?:and|should|must|it|please|page|app) )remembers? "
    r"(?:my|the|your|their|each|his|her|our|which|where|what|who|everything|it)\b|auto-?sav\w{1,3}\b|"
    r"\bsaves? (?:it ?|everything )?(?:automatically|by itself|on (?:this|my|the) (?:device|phone|computer|laptop))|"
    r"merkt sich|(?:automatisch|lokal|von selbst) (?:gespeichert|speicher)|"
    r"enregistr\w{1,4} (?:localement|tout seul|automatiquement)|conservé localement|"
    r"le brouillon|brouillons? (?:gard|comp)|"
    r"se guarda sol[oa]|guardad\w automátic|borrador (?:se )?guard|"
    r"fica (?:tudo )?salv[oa]|(?:guarda|salva) sozinho|rascunho (?:guardado|salvo)|não perder nada|"
    r"(?<!让人)(?<!容易)(?<!能)(?<!要)记住|存着|自动(?:保存|存)|(?:数据|都)(?:留|存)在|覚えて(?:おいて|て)|自動(?:で)?保存|消えないように|"
    r"자동(?:으로)? ?(?:저장|남)|기억해",
    re.IGNORECASE,
)
"""That the page keeps or remembers something, whenever that is."""
_NEXT_VISIT = re.compile(
    rf"{_LATER}[^.。!?！？\n]{{0,30}}?{_STAYS}|{_STAYS}[^.。!?！？\n]{{0,30}}?{_LATER}", re.IGNORECASE
)


def wants_kept(brief: str) -> bool:
    """Whether the brief asks for that. A store that is named only to be refused does not count."""
    told = _REFUSED.sub(" ", brief)
    return any(pattern.search(told) for pattern in (_KEEP, _NEXT_VISIT, _BY_ITSELF))
