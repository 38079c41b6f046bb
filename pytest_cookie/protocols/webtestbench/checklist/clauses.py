"""`split_brief`: what a brief asks for, one clause each, without a model."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?](?=\w|\s?[a-z,])[^.!?。！？\n]+)*")
_CUT = re.compile(r"[;；]\s?|[,，、]\s?(?:(?:and|or|und|et|y|e)\s)?|\s(?:and|und|et|y)\s", re.IGNORECASE)
_VERB = re.compile(
    r"^(?:(?:also|then|quickly|easily|simply|should|can|could|must|may|will|be able to|to|we|they|users?|i|it|"
    r"visitors?|\w+ers?|\w+ors?|members?|people)\s+){0,5}"
    r"(add|apply|archive|assign|book|browse|buy|cancel|change|check|choose|classify|collect|comment|compare|complete|"
    r"confirm|create|customi[sz]e|delete|describe|discover|download|drag|edit|enter|explore|export|favorite|filter|"
    r"find|follow|generate|get|give|import|invite|join|keep|leave|like|list|listen|log|manage|mark|modify|monitor|move|"
    r"offer|open|order|organi[sz]e|pause|pay|pick|place|plan|play|post|preview|print|provide|publish|purchase|rate|"
    r"read|receive|record|register|remove|rename|rent|reply|report|request|reserve|reset|review|revisit|save|schedule|search|"
    r"see|select|send|set|share|show|sign|sort|start|submit|subscribe|switch|tag|track|try|update|upload|use|view|vote|"
    r"watch|write)\b",
    re.IGNORECASE,
)
"""How a part of a sentence begins that asks for something to be possible; other parts belong to the one before."""
_LEAST = 20
"""Characters; a shorter part, such as “For each event”, is read with the next."""


_BETWEEN = " \t,;；，、"
"""What separates clauses."""


class Clause(NamedTuple):
    """A part of the brief, and where it is."""

    text: str
    start: int
    end: int


def split_brief(brief: str) -> tuple[Clause, ...]:
    """The clauses that say what can be done or seen, in order. Enumerations of things are not cut.

    Only English verbs are known: in another language each sentence is one clause.
    """
    return tuple(clause for sentence in _SENTENCE.finditer(brief) for clause in _cut(sentence))


def _cut(sentence: re.Match[str]) -> Iterator[Clause]:
    text, begin = sentence.group(), sentence.start()
    starts, stops = [0], []
    for cut in _CUT.finditer(text):
        if cut.start() - starts[-1] >= _LEAST and _VERB.match(text[cut.end() :]):
            starts.append(cut.end())
            stops.append(cut.start())
    for start, stop in zip(starts, [*stops, len(text)], strict=True):
        part = text[start:stop]
        words = part.strip(_BETWEEN)
        if re.search(r"\w", words):
            left = begin + start + len(part) - len(part.lstrip(_BETWEEN))
            yield Clause(words, left, left + len(words))
