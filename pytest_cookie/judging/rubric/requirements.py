"""`Requirements`: what a brief's leaf asks of a page, and so which rubric items apply.

The artifact has no influence.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from pytest_cookie.core.case import Case
from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Language

Scene = Literal[
    "generic", "game", "clone", "tool", "landing", "creative", "e-commerce", "blog", "map", "dashboard",
    "datavis", "3d", "ui-components", "svg",
]  # fmt: skip
"""The fourteen scenes of Cookie-Bench B.4.1. Clone, shop, map, UI components and SVG have no leaf of their own."""

Interaction = Literal["none", "light", "full"]
Flag = Literal["motion", "imagery", "drawn", "literal", "code"]


class LeafRequirements(FrozenModel):
    """A leaf's row of `requirements.yaml`. `flags` as in `Requirements`."""

    scene: Scene
    interaction: Interaction
    flags: frozenset[Flag] = frozenset()


class Exemption(FrozenModel):
    """A rule that exempts failures that are not the page's fault."""

    id: str
    items: tuple[str, ...]
    rule: str


class Criteria(FrozenModel):
    """`requirements.yaml`: leaves, requirements by scene, exemptions, and how much of each item is measured."""

    leaves: dict[str, LeafRequirements]
    scenes: dict[Scene, dict[str, str]]
    exemptions: tuple[Exemption, ...]
    coverage: dict[str, dict[Literal["measured", "not"], tuple[str, ...]]]

    @property
    def covered(self) -> float:
        """The measured share of all parts of all criteria, 0 to 1."""
        measured = sum(len(parts["measured"]) for parts in self.coverage.values())
        return measured / sum(len(part) for parts in self.coverage.values() for part in parts.values())


@cache
def criteria() -> Criteria:
    """The rubric's data, read once."""
    text = (resources.files("pytest_cookie.judging.rubric") / "requirements.yaml").read_text(encoding="utf-8")
    return Criteria.model_validate(parse_data(text))


def criterion(scene: Scene, item: str) -> str:
    """The requirement of an item for a scene beyond its general criterion, "" if there is none."""
    return criteria().scenes[scene].get(item, "")


# Words that ask for sound or video, and for pictures, by the brief's language.
_SOUND: dict[Language, str] = {
    "en": r"\b(sounds?|soundtrack|audio|audibl[ey]|music|melod(y|ies)|video|beeps?|chimes?|"
    r"((i|we|you|can|could|should|must) (can )?|to )hear"
    r"(?! (from|about|back|of|that|you|your|our|their|feedback|opinions|what|why|how|more)\b))\b",
    "de": r"\b(ton|töne|signalt(on|öne)|piept(on|öne)|klang|klänge|musik|melodien?|geräusche?|audio|video|hörbar\w*|"
    r"(ich|man) ((?!von\b)\w+ ){0,3}hör(e|t|en)(?! von\b))\b",
    "fr": r"\b(sons|(le|un|du|au|ce) son|avec son(?= *[.,;:!?)]| *$)|sonores?|musique|mélodies?|bips?|"
    r"audio|vidéo|(j['’]|on )(\w+ )?entend\w*(?! par\b))\b",
    "es": r"\b(sonidos?|sonor[oa]s?|música|melodías?|pitidos?|audio|vídeo|video|"
    r"oír(?! (tu|su|vuestra)s?\b)|se (oyen?|oigan?))\b",
    "pt": r"\b(som|sons|sonor[oa]s?|música|melodias?|bipes?|áudio|vídeo|"
    r"ouvir (um|uma|o|a|os|as)(?! (suas?|seus?|opini\w*|coment\w*|client\w*)\b))\b",
    "zh": r"声音|音效|音乐|视频|音频|提示音|铃声|旋律|听[到见](?!您|你|大家|意见|用户)",
    "ja": r"音楽|効果音|サウンド|動画|音声|メロディ|音が鳴|音を鳴|聞こえ",
    "ko": r"소리|음악|효과음|영상|오디오|멜로디|알림음|(?<!흔)들리",
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
# A word that negates the demand: shortly before it, or right after it in languages that negate so.
_REFUSAL_BEFORE: dict[Language, str] = {
    "en": r"\b(no|not|without|never)\b",
    "de": r"\b(kein\w*|ohne|nicht)\b",
    "fr": r"\b(sans|pas|aucune?)\b",
    "es": r"\b(no|sin|ning[uú]n\w*)\b",
    "pt": r"\b(sem|nenhum\w*|não)\b",
    "zh": r"不(?![同仅断少止但])|无(?![限缝障])|没(?!入)|(?<![类分特级性识区个])别",
}
_NEARBY = 40  # characters before a word in which a refusal may be
_UP_TO_THE_WORD = r"[^.;,。；，]{0,20}$"
_REFUSAL_AFTER = re.compile(
    r"^\s*([はをが]?(使わ(ない|ず)|なし|無し|不要|いらない|抜き)|[은는이가도]?\s{0,9}(없이|없는|없어|필요\s*없))"
)


@dataclass(frozen=True)
class Requirements:
    """The requirements of the brief's leaf and words.

    `working_inputs` is the number of different inputs that must work for full marks in logic: 3, 4 or 6 by the brief's
    page-interaction complexity, one if interaction is light. `drawn`: the stage is a canvas or an SVG rather than text.
    `literal`: names and figures of the brief must appear on the page. `code`: words such as `null` or `{{name}}` may be
    the page's topic.
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


def derive_requirements(case: Case) -> Requirements:
    """The requirements of a case: its leaf's row, and demands in the brief's words. Unknown leaves are generic."""
    leaf = criteria().leaves.get(case.leaf) or _of_page_type(case)
    flags = leaf.flags
    return Requirements(
        scene=leaf.scene,
        interaction=leaf.interaction,
        working_inputs=_working_inputs(leaf.interaction, case),
        motion="motion" in flags,
        sound=_asks(_SOUND, case),
        imagery="imagery" in flags or _asks(_PICTURES, case),
        drawn="drawn" in flags,
        literal="literal" in flags,
        code="code" in flags,
    )


def _of_page_type(case: Case) -> LeafRequirements:
    return LeafRequirements(scene="generic", interaction="full" if case.page_type == "dynamic" else "light")


def _working_inputs(interaction: Interaction, case: Case) -> int:
    if interaction == "none":
        return 0
    return {1: 3, 2: 4, 3: 6}[case.complexity.page_interaction.score] if interaction == "full" else 1


def _asks(words: dict[Language, str], case: Case) -> bool:
    brief, refusal = case.brief, _REFUSAL_BEFORE.get(case.language)
    before = re.compile(f"({refusal}){_UP_TO_THE_WORD}", re.IGNORECASE) if refusal else None
    return any(
        not (before and before.search(brief[max(0, found.start() - _NEARBY) : found.start()]))
        and not _REFUSAL_AFTER.search(brief[found.end() :])
        for found in re.finditer(words[case.language], brief, re.IGNORECASE)
    )
