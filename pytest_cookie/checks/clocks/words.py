"""Words in eight languages for clocks, their pauses, and durations that are no clocks."""

import re

PACED = re.compile(
    r"\b(speed|pace|tempo|simulat\w*|time.?lapse|geschwindigkeit|zeitraffer|vitesse|velocidade?s?|rapid\w*)\b|"
    r"(?<![\d.])\d+(\.\d+)? ?[x×](?![ \w])|(?<![\d ])[x×] ?\d+(?! ?[x×\d])|倍速|速度|快进|倍率|スピード|속도|배속",
    re.IGNORECASE,
)
"""Speeds of time that users choose."""
MEASURED = re.compile(
    r"\bago\b|\bvor\b|\bhace\b|il y a|\bhá\b|[秒分时時间間天日] ?前|[초분간일] ?전|ø|/ ?(km|mi)\b|"
    r"\b(avg|average|mean|median|pace|durchschnitt\w{0,9}|mittel\w{0,4}|moyenne?|promedio|médi[oa]|"
    r"(tiempo|duración) medi[oa]|response|latency|ping|load(ing)? time|eta|wait(ing)? time|wartezeit|latenz|latence|"
    r"latencia|latência)\b|平均|延迟|响应|遅延|応答|평균|지연|응답",
    re.IGNORECASE,
)
"""Durations that something had or has, which change as it does."""
PAUSES = re.compile(
    r"\b(pause|stop|halt|stopp|pausieren|anhalten|arrêter|parar|pausar?|detener)\b|"
    r"暂停|停止|一時停止|ストップ|일시 ?정지|정지|멈춤",
    re.IGNORECASE,
)
"""Labels of what stops a clock."""
PAUSED = re.compile(
    r"^\W*(?:(?:game|spiel|jeu|juego|jogo) )?(?:(?:is|ist|est|en|em) )?(paused?|pausiert|angehalten|pausa|"
    r"pausad[oa])\b|^\W*(?:游戏)?(已?暂停)|^\W*(一時停止|ポーズ)|^\W*(?:게임 )?(일시 ?정지|멈춤)",
    re.IGNORECASE,
)
"""What a page says when it is paused, at the start of a text."""
OF_OTHERS = re.compile(
    r"slide|carousel|karussell|carrusel|carrossel|carrousel|diaporama|diashow|anima[tcç]|music|musik|musique|música|sound|ton\b|"
    r"video|vidéo|feed|stream|updates?\b|refresh|aktualis|actuali[sz]|atualiza|autoplay|轮播|动画|音乐|视频|更新|スライド|アニメ|"
    r"音楽|動画|슬라이드|애니|음악|동영상|업데이트",
    re.IGNORECASE,
)
"""What a button pauses beside a clock that goes on."""
OFFERS = re.compile(
    r"\b(offers?|sale|deals?|angebot\w{0,2}|rabatt|offre|soldes?|promo\w{0,6}|oferta|descuento|desconto)\b|限时|优惠|抢购|"
    r"セール|특가|세일",
    re.IGNORECASE,
)
"""The words beside a clock that runs to the end of an offer, whatever a button pauses."""
