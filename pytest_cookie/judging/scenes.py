"""`Demands`: what a brief's leaf asks of a page, and so which rubric items apply. Never read off the artifact."""

import re
from dataclasses import dataclass
from typing import Literal

from pytest_cookie.core.case import Case
from pytest_cookie.core.labels import Language

Scene = Literal[
    "generic", "game", "clone", "tool", "landing", "creative", "e-commerce", "blog", "map", "dashboard",
    "datavis", "3d", "ui-components", "svg",
]  # fmt: skip
"""The fourteen scenes of Cookie-Bench B.4.1; clone, shop, map, UI components and SVG have no leaf of their own."""

Interaction = Literal["none", "light", "full"]

LEAVES: dict[str, tuple[Scene, Interaction, str]] = {
    "corporate-site": ("landing", "light", "imagery literal"),
    "product-landing": ("landing", "light", "imagery literal"),
    "marketing-landing": ("landing", "light", "imagery literal"),
    "article": ("blog", "light", "literal"),
    "docs": ("blog", "light", "literal code"),
    "event": ("landing", "light", "imagery literal"),
    "portfolio": ("landing", "light", "imagery literal"),
    "data-display": ("datavis", "none", "literal"),
    "unit-converter": ("tool", "full", ""),
    "text-formatter": ("tool", "full", "code"),
    "encoder-decoder": ("tool", "full", "code"),
    "validator": ("tool", "full", "code"),
    "text-processing": ("tool", "full", "code"),
    "formula-calculator": ("tool", "full", ""),
    "periodic-report": ("datavis", "none", "literal"),
    "infographic": ("datavis", "none", "imagery literal"),
    "chart-page": ("datavis", "none", "literal"),
    "wallboard": ("dashboard", "none", "literal"),
    "comparison": ("datavis", "none", "literal"),
    "archive": ("datavis", "none", "literal"),
    "form-workflow": ("generic", "full", ""),
    "reader-engagement": ("blog", "full", ""),
    "community": ("generic", "full", ""),
    "chat": ("generic", "full", ""),
    "access-accounts": ("generic", "full", ""),
    "business-objects": ("generic", "full", ""),
    "approvals": ("generic", "full", ""),
    "rules-config": ("generic", "full", "code"),
    "data-catalog": ("generic", "full", "code"),
    "file-processing": ("tool", "full", ""),
    "efficiency": ("tool", "full", ""),
    "live-info": ("dashboard", "light", ""),
    "image-editor": ("tool", "full", "imagery"),
    "video-editor": ("tool", "full", ""),
    "audio-editor": ("tool", "full", ""),
    "rich-text-editor": ("tool", "full", ""),
    "layout-designer": ("tool", "full", ""),
    "dashboard": ("dashboard", "full", ""),
    "monitor": ("dashboard", "light", ""),
    "self-service-bi": ("dashboard", "full", ""),
    "query-report": ("dashboard", "full", "code"),
    "experiment-analysis": ("dashboard", "full", ""),
    "what-if": ("dashboard", "full", ""),
    "canvas-2d": ("creative", "light", "motion imagery drawn"),
    "scene-3d": ("3d", "light", "motion imagery drawn"),
    "visual-effects": ("creative", "light", "motion imagery drawn"),
    "interactive-graphics": ("creative", "full", "motion imagery drawn"),
    "puzzle": ("game", "full", "imagery drawn"),
    "action": ("game", "full", "motion imagery drawn"),
    "strategy": ("game", "full", "imagery drawn"),
    "educational": ("game", "full", "imagery drawn"),
    "physics": ("creative", "full", "motion imagery drawn"),
    "numerical": ("creative", "full", "motion imagery drawn"),
    "scenario": ("creative", "full", "motion drawn"),
}  # fmt: skip
"""Every leaf of the taxonomy: its scene, how much interaction it demands, and flags (see `Demands`)."""

# Words of the brief that ask for sound or video, and for pictures, by the brief's language.
_SOUND: dict[Language, str] = {
    "en": r"\b(sounds?|audio|music|video|beeps?)\b",
    "de": r"\b(ton|töne|klang|klänge|musik|geräusche?|audio|video)\b",
    "fr": r"\b(son|sons|musique|audio|vidéo)\b",
    "es": r"\b(sonidos?|música|audio|vídeo|video)\b",
    "pt": r"\b(som|sons|música|áudio|vídeo)\b",
    "zh": r"声音|音效|音乐|视频|音频",
    "ja": r"音楽|効果音|サウンド|動画|音声",
    "ko": r"소리|음악|효과음|영상|오디오",
}
_PICTURES: dict[Language, str] = {
    "en": r"\b(images?|pictures?|photos?|illustrations?|gallery)\b",
    "de": r"\b(bild|bilder|fotos?|illustration(en)?|galerie)\b",
    "fr": r"\b(images?|photos?|illustrations?|galerie)\b",
    "es": r"\b(imagen|imágenes|fotos?|ilustraci[oó]n(es)?|galería)\b",
    "pt": r"\b(imagem|imagens|fotos?|ilustraç(ão|ões)|galeria)\b",
    "zh": r"图片|照片|插图|插画|产品图|配图",
    "ja": r"画像|写真|イラスト",
    "ko": r"이미지|사진|그림",
}
# A "no" shortly before the word, or after it, takes the demand back.
_REFUSAL_BEFORE = re.compile(
    r"(\b(no|not|without|never|kein\w*|ohne|nicht|sans|pas|aucune?|sin|ningun\w*|sem|nenhum\w*|não)\b|不|无|没|別)"
    r"[^.;,。；，]{0,20}$",
    re.IGNORECASE,
)
_NEARBY = 40
_REFUSAL_AFTER = re.compile(r"^\s*(なし|は不要|不要|없이|없는)")


@dataclass(frozen=True)
class Demands:
    """What the brief's leaf and words ask for.

    `working_inputs` is how many different inputs must answer before logic can have full marks: 3, 4 or 6 by the
    brief's page-interaction complexity, one where interaction is light. `drawn`: the stage is a canvas or an
    SVG rather than text. `literal`: names and figures of the brief are meant to stand on the page. `code`: words
    such as `null` or `{{name}}` may be the page's subject.
    """

    scene: Scene
    interaction: Interaction
    working_inputs: int
    motion: bool
    sound: bool
    imagery: bool
    drawn: bool
    literal: bool
    code: bool


def demands_of(case: Case) -> Demands:
    """The demands of a case: its leaf's row, and what the brief asks for in words. Unknown leaves are generic."""
    scene, interaction, flags = LEAVES.get(case.leaf, _of_page_type(case))
    return Demands(
        scene=scene,
        interaction=interaction,
        working_inputs=_working_inputs(interaction, case),
        motion="motion" in flags,
        sound=_asks(_SOUND[case.language], case.brief),
        imagery="imagery" in flags or _asks(_PICTURES[case.language], case.brief),
        drawn="drawn" in flags,
        literal="literal" in flags,
        code="code" in flags,
    )


def _of_page_type(case: Case) -> tuple[Scene, Interaction, str]:
    return ("generic", "full" if case.page_type == "dynamic" else "light", "")


def _working_inputs(interaction: Interaction, case: Case) -> int:
    if interaction == "none":
        return 0
    return {1: 3, 2: 4, 3: 6}[case.complexity.page_interaction.score] if interaction == "full" else 1


def _asks(words: str, brief: str) -> bool:
    return any(
        not _REFUSAL_BEFORE.search(brief[max(0, found.start() - _NEARBY) : found.start()])
        and not _REFUSAL_AFTER.search(brief[found.end() :])
        for found in re.finditer(words, brief, re.IGNORECASE)
    )
