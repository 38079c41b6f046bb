"""Item 2a of the rubric, language consistency: the interface uses the brief's language."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_cookie.core.labels import LANGUAGES, Language
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.context import RubricContext, letters_worth
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import Measured, interpolate, mark_scored, mark_unmeasured, step_defect
from pytest_cookie.judging.rubric.names import list_names, list_others, quote_texts
from pytest_cookie.judging.text.label_words import detect_label_language
from pytest_cookie.judging.text.placeholder_text import BROKEN, is_marked
from pytest_cookie.language import LANGUAGE_NAMES, language_of

_IDEOGRAPHIC: frozenset[str] = frozenset({"zh", "ja", "ko"})
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_FILLER = re.compile(r"\b(lorem|ipsum|dolor|amet|consectetur|adipisci\w*)\b", re.IGNORECASE)
_KANA = re.compile(r"[\u3040-\u30ff]")
_LONG_KANJI = 30  # shorter Japanese labels are often all kanji and look Chinese
# A run of letters is read once, from its start: a page may be a single word of 20,000 letters.
_NO_WORDS = re.compile(
    r"(?<!\S)[^\s\d_/\\{}<>=#$@]*+[\d_/\\{}<>=#$@]\S*+|[\"“”„«»「」『』‘’][^\"“”„«»「」『』‘’\n]*+[\"“”„«»「」『』‘’]"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_IN_USE_WEIGHT = 3  # users act on messages
_LABELS_WEIGH = 0.5  # labels are short, but pressed
_LEAST_WORDS = 3  # fewer words may be a name
_MAX_LINES = 300  # of the page, and as many from use; bounds the detector's time
_MAX_LINE = 500  # letters; more do not make the detector surer
_LEAST_LETTERS = 14  # the detector is unsure of shorter texts
_LEAST_IDEOGRAMS = 4  # the same in ideograms
_FUNCTION_WORDS: dict[Language, str] = {
    "en": "a an and are at by for from in is it of on or our that the this to us we with you your",
    "de": "als auf aus bei das dem den der des die ein eine für im in ist mit nach oder sie und uns von zu zum zur",
    "fr": "à au aux avec ce ces dans de des du en est et la le les nos notre ou par pour sur un une vos votre",
    "es": "a al con de del el en es la las lo los más nuestra nuestro o para por que se su sus tu un una y",
    "pt": "a ao as com da das de do dos e em mais na nas no nos nossa o os ou para por que se sua um uma",
}
"""Articles, prepositions, pronouns and conjunctions, of which headings in capitals have some and names few."""
_NAMES: dict[Language, str] = {
    "zh": r"chinese|chinesisch|chinois|chino|chinês|中文|中国語|중국어",
    "en": r"english|englisch|anglais|inglés|inglês|英文|英语|英語|영어",
    "fr": r"french|französisch|français|francés|francês|法文|法语|フランス語|프랑스어",
    "es": r"spanish|spanisch|espagnol|español|espanhol|西班牙|スペイン語|스페인어",
    "ja": r"japanese|japanisch|japonais|japonés|japonês|日文|日语|日本語|일본어",
    "de": r"german\b|deutsch|allemand|alemán|alemão|德文|德语|ドイツ語|독일어",
    "ko": r"korean|koreanisch|coréen|coreano|韩文|韩语|韓国語|한국어",
    "pt": r"portuguese|portugiesisch|portugais|portugués|português|葡萄牙|ポルトガル語|포르투갈어",
}


@dataclass(frozen=True)
class _Chunk:
    text: str
    letters: int
    language: Language
    step: Step | None


def measure_language_consistency(context: RubricContext) -> Measured:
    """Item 2a: copy, buttons and messages are in the brief's language.

    Each line of the page and of text that appeared in use is checked separately, so that mixed interfaces are found. A
    line counts if it has three words and 14 letters, or four ideograms, without numbers, addresses, code and
    quotations, and if the detector is sure (≥ 75 %, the brief's language ≤ 10 %). Short labels are skipped, except
    interface words such as Next or Speichern (`label_words.yaml`). A line may be a name if all words begin with a
    capital and none is an article, preposition, pronoun or conjunction. In Chinese, Japanese and Korean interfaces,
    Latin words beside ideograms count as names. The score falls from 1 at 1 % foreign letters to 0 at 40 %; if it is
    more, half the share of controls with a foreign name counts instead. Text that appeared in use weighs three times,
    since users act on it. At most 300 lines each of the page and of text from use are read, 500 letters of a line.
    Languages that the brief names are allowed; filler Latin and broken characters belong to item 4. Known false alarms:
    names, addresses and titles of works in long lines.
    """
    chunks = list(_chunks(context))
    if sum(chunk.letters for chunk in chunks) < _LEAST_LETTERS:
        return mark_unmeasured("there is too little running text to detect a language")
    expected = context.case.language
    foreign = [chunk for chunk in chunks if chunk.language != expected]
    everything = sum(_letters(line) * _weight(step) for line, step in _lines(context))
    share = min(1.0, sum(_letters(chunk.text) * _weight(chunk.step) for chunk in foreign) / max(1, everything))
    share = max(share, _LABELS_WEIGH * _foreign_labels(context, foreign))
    name = LANGUAGE_NAMES[expected]
    reason = f"{share:.0%} of the text is certainly not {name} (up to 1 % is free, 40 % costs everything)"
    return mark_scored(interpolate(share, good=0.01, bad=0.4), reason, _foreign(context, foreign, share))


def _foreign_labels(context: RubricContext, foreign: list[_Chunk]) -> float:
    """The share of controls whose name is a foreign interface word: few letters, but every one that users press."""
    names = {control.name.strip() for control in context.controls if control.name.strip()}
    wrong = {chunk.text.strip() for chunk in foreign} & names
    return len(wrong) / len(names) if names else 0.0


def _weight(step: Step | None) -> int:
    return _IN_USE_WEIGHT if step else 1


def _letters(line: str) -> float:
    return sum(letters_worth(character) for character in line if character.isalpha())


def _foreign(context: RubricContext, chunks: list[_Chunk], share: float) -> list[Defect]:
    if not chunks:
        return []
    expected = LANGUAGE_NAMES[context.case.language]
    first = next((chunk for chunk in chunks if chunk.step), chunks[0])
    names = quote_texts(dict.fromkeys(chunk.text for chunk in chunks))
    severity: Severity = "critical" if share > 0.5 else "major" if share > 0.15 else "minor"
    why = (
        f"The brief is written in {expected}, so users expect that language. This text is "
        f"{LANGUAGE_NAMES[first.language]}. Translate it.{list_others(names)}"
    )
    title = f"Text is not in {expected}: {list_names(names)}"
    return [step_defect(context, first.step, FindingKind.WRONG_LANGUAGE, severity, title, why).showing(first.text)]


def _chunks(context: RubricContext) -> Iterator[_Chunk]:
    welcome = {context.case.language, *_named(context.case.brief)}
    typed = {step.action.value for step in context.trace.steps if step.action.value}
    for line, step in _lines(context):
        if _FILLER.search(line) or is_marked(BROKEN, line) or any(value in line for value in typed if len(value) > 3):
            continue
        chunk = _recognised(line, step, context.case.language)
        if chunk and (chunk.language == context.case.language or chunk.language not in welcome):
            yield chunk


def _lines(context: RubricContext) -> Iterator[tuple[str, Step | None]]:
    text = context.inventory.whole_text if context.inventory else ""
    seen: set[str] = set()
    sources: list[tuple[str, Step | None]] = [(text, None), *context.appeared_texts]
    for source, step in sources:
        for line in source.splitlines():
            if line not in seen and len(seen) < _MAX_LINES * (2 if step else 1):
                seen.add(line)
                yield line.strip()[:_MAX_LINE], step


def _named(brief: str) -> Iterator[Language]:
    for language in LANGUAGES:
        if re.search(_NAMES[language], brief, re.IGNORECASE):
            yield language


def _may_be_a_name(words: list[str], language: Language) -> bool:
    """Whether all words begin with a capital and none is a function word: names are not translated."""
    functions = _FUNCTION_WORDS.get(language, "").split()
    return bool(functions) and all(word[:1].isupper() and word.casefold() not in functions for word in words)


def _recognised(line: str, step: Step | None, expected: Language) -> _Chunk | None:
    """The line with its language; None if the language is uncertain."""
    label = detect_label_language(line)
    if label and label != expected:
        return _Chunk(line, len(line), label, step)
    plain = _NO_WORDS.sub(" ", line)
    ideograms = len(_CJK.findall(plain))
    if ideograms:
        if ideograms < _LEAST_IDEOGRAMS:
            return None
        plain = re.sub(r"[A-Za-z]+", " ", plain) if expected in _IDEOGRAPHIC else plain
    words = _WORD.findall(plain)
    letters = ideograms or sum(len(word) for word in words)
    if not ideograms and (len(words) < _LEAST_WORDS or letters < _LEAST_LETTERS):
        return None
    if expected == "ja" and ideograms and letters < _LONG_KANJI and not _KANA.search(plain):
        return None
    language = language_of(" ".join(plain.split()), expected)
    if language and language != expected and _may_be_a_name(words, language):
        return None
    return _Chunk(line, letters, language, step) if language else None
