"""Whether a page shows what its brief asks for, as far as people can see, press or read it."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pytest_cookie.core.labels import Language
from pytest_cookie.judging.brief.extract import extract_requirements
from pytest_cookie.judging.brief.numbers import read_numbers
from pytest_cookie.judging.brief.requirement import Requirement, RequirementKind
from pytest_cookie.judging.brief.uses import find_uses
from pytest_cookie.judging.brief.vocabulary import Concept, find_concepts, flatten, read_concepts, stem_words
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.measures.label_effects import find_pretending_names
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.text.code_examples import plain_name

Answer = Literal["met", "missing", "unknown"]
"""`unknown`: this evidence cannot show it, such as a message for an input that was not tried."""

_UNSEEN_CONTRAST = 1.15  # at this ratio, ink and background are nearly the same colour
_MOST_OF = 0.8  # share of a text's words that must be on the page, in any order
_ENOUGH_DIGITS = 2  # a single digit is on every page
_SURE_TEXT = 0.75  # quotations below it may be messages that only wrong input shows
_LONGEST_SIGN = 24  # characters; a sign such as + within a longer name means something else
_LONGEST_LABEL = 80  # characters; a longer text is a paragraph
_AROUND_NAME = re.compile(r"^\s*- [a-z]+ |\[[^\[\]]{0,80}\]|[\"'“”]|:$")  # what a line of the accessibility tree adds
_FACES = {"monospace": "mono|courier|consol|menlo", "serif": "(?<!sans-)serif|georgia|times|garamond|playfair"}
"""Names of typefaces by kind; other kinds cannot be recognised by name."""
_LABEL = re.compile(r"[>\"'`]\s{0,40}((?=[^\W\d_])[^<>{}\"'`\n=;]{2,80}?)\s{0,40}[<\"'`]")
"""A text between tags or in quotation marks that may be a label: it is checked for a capital or a space."""

_MARK = re.compile(r"\b(?:id|class|className|for|data-[a-z-]{1,30})=[\"'`]([^\"'`<>\n]{2,120})[\"'`]")
_DEFINED = re.compile(r"\b(?:function|const|let|var|class)\s{1,9}([A-Za-z_$][\w$]{2,60})")
_WORD_BREAK = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_$-]+")
"""Marks of elements and names that a script defines, and where their words end: `filterBar`, `search-field`."""

_MOST_SOURCE = 300_000
_MOST_LABELS = 60_000


@dataclass(frozen=True)
class Checked:
    """A requirement and whether the page meets it."""

    requirement: Requirement
    answer: Answer


@dataclass(frozen=True)
class Share:
    """The share of requirements that are met, weighted by their confidence, without unknown ones."""

    checked: tuple[Checked, ...]

    @property
    def known(self) -> tuple[Checked, ...]:
        """Requirements that are met or missing."""
        return tuple(check for check in self.checked if check.answer != "unknown")

    @property
    def met(self) -> float:
        """The share, 0 to 1."""
        total = sum(check.requirement.confidence for check in self.known)
        met = sum(check.requirement.confidence for check in self.known if check.answer == "met")
        return met / total if total else 1.0

    @property
    def missing(self) -> list[Requirement]:
        """The missing ones, in the order of the brief."""
        return [check.requirement for check in self.known if check.answer == "missing"]


def check_requirements(context: RubricContext, *kinds: RequirementKind) -> Share:
    """Look for all wanted requirements of these kinds."""
    sight = Sight(context)
    wanted = [
        requirement
        for requirement in extract_requirements(context.case.brief, context.case.language)
        if requirement.wanted
    ]
    return Share(
        tuple(Checked(requirement, sight.look_for(requirement)) for requirement in wanted if requirement.kind in kinds)
    )


@dataclass(frozen=True)
class Sight:
    """What people see of a page, at rest and in use."""

    context: RubricContext

    def look_for(self, one: Requirement) -> Answer:
        """Whether the page meets a requirement."""
        if one.kind in ("text", "name", "figure"):
            return self._look_for_literal(one)
        if one.kind == "count":
            return self._look_for_count(one)
        if one.kind in ("colour", "font"):
            return self._look_for_style(one)
        concept = next(each for each in read_concepts() if each.id == one.value)
        if self._is_shown(concept):
            return "met"
        return "unknown" if self._may_be_unmet(concept) else "missing"

    @cached_property
    def _texts(self) -> list[str]:
        """Drawn text, names of controls and pictures, and messages during use."""
        page, context = self.context.inventory, self.context
        if page is None:
            return []
        composition = context.perception.composition
        undrawn = {
            flatten(faint_text.text)
            for faint_text in (composition.texts if composition else ())
            if faint_text.covered or (faint_text.contrast is not None and faint_text.contrast < _UNSEEN_CONTRAST)
        }
        lines = [line for line in page.whole_text.splitlines() if flatten(line)[:40] not in undrawn]
        lines += page.accessibility_tree.splitlines()
        steps = context.trace.steps
        used = [text for step in steps if step.change.shown is not False for text in step.change.appeared_text]
        used += [text for step in steps for text in step.canvas_texts]
        said = [dialog.text for step in context.trace.steps for dialog in step.change.dialogs]
        names = [control.name for control in page.controls] + [medium.alt or "" for medium in page.media]
        acted = [step.action.target for step in context.trace.steps]
        texts = [page.title, *lines, *names, *acted, *used, *said]
        return [text for text in texts if not self._is_pretended(text)]

    def _is_pretended(self, text: str) -> bool:
        """Whether it is the name of a control that only answers with its name, or a part of it such as “on”."""
        named = find_pretending_names(self.context)
        if not named or len(text) > _LONGEST_LABEL:
            return False
        plain = plain_name(_AROUND_NAME.sub("", text))
        return any(plain in name or name in plain for name in named)

    @cached_property
    def _flat(self) -> str:
        return flatten("\n".join(self._texts))

    @cached_property
    def _numbers(self) -> set[float]:
        return read_numbers("\n".join(self._texts))

    @cached_property
    def _stems(self) -> set[str]:
        return set(stem_words("\n".join(self._texts), self.context.case.language))

    @cached_property
    def _concepts(self) -> set[str]:
        return self._find_concepts(self._texts)

    @cached_property
    def _labelled(self) -> set[str]:
        """Concepts in texts that may be labels: on a page of pretenders a paragraph about a search is no search."""
        return self._find_concepts([text for text in self._texts if len(text) <= _LONGEST_LABEL])

    @cached_property
    def _pretended(self) -> set[str]:
        """Concepts that only controls are named after which answer with their name and no more."""
        return self._find_concepts(sorted(find_pretending_names(self.context)))

    @cached_property
    def _effects(self) -> set[str]:
        """What clicks and keys made the page ask of the browser; a page that asks at any click has no button for it."""
        told = {step.index for one in find_interactions(self.context) for step in one.steps} - {
            index for one in find_interactions(self.context) for index in one.undifferentiated
        }
        steps = [step for step in self.context.trace.steps if step.index in told]
        asked = {effect for step in steps for effect in step.change.effects}
        return asked | ({"download"} if any(step.change.downloads for step in steps) else set())

    def _find_concepts(self, texts: list[str]) -> set[str]:
        text = "\n".join(texts)
        languages: set[Language] = {self.context.case.language, "en"}
        return {found.concept.id for language in languages for found in find_concepts(text, language)}

    @cached_property
    def _written(self) -> set[str]:
        """Concepts in labels of the source, and in marks and names of its code: an exploration may not have come to all
        of a page's views, and what the author calls a filter may show only its choices."""
        source = self.context.source_text[:_MOST_SOURCE]
        found = (match.group(1) for match in _LABEL.finditer(source))
        labels = "\n".join(label for label in found if not (label[0].islower() and label[0].isascii()))
        names = dict.fromkeys(match.group(1) for pattern in (_MARK, _DEFINED) for match in pattern.finditer(source))
        code = "\n".join(_WORD_BREAK.sub(" ", name) for name in names)
        in_code = {one.concept.id for one in find_concepts(code[:_MOST_LABELS], "en")}
        return in_code | {one.concept.id for one in find_concepts(labels[:_MOST_LABELS], self.context.case.language)}

    def _look_for_literal(self, one: Requirement) -> Answer:
        if one.value in self._flat or (one.number is not None and self._has_number(one)):
            return "met"
        words = [] if one.kind == "figure" else stem_words(one.words, self.context.case.language)
        if words and sum(word in self._stems for word in words) >= max(1, _MOST_OF * len(words)):
            return "met"
        written, used = one.value in self.context.flat_source, self.context.requirements.interaction == "full"
        if written and (self.context.requirements.drawn or self.context.stage_drawn):
            return "met"
        is_message = one.kind == "text" and one.confidence < _SURE_TEXT
        return "unknown" if used and (written or is_message) else "missing"

    def _has_number(self, one: Requirement) -> bool:
        long_enough = len(re.sub(r"\D", "", one.words)) >= _ENOUGH_DIGITS
        return long_enough and one.number in self._numbers

    def _look_for_count(self, one: Requirement) -> Answer:
        """Whether there are that many alike things: parts, controls of a kind or pictures; unknown on a drawing."""
        page, composition = self.context.inventory, self.context.perception.composition
        if page is None or composition is None or self.context.stage_drawn or one.number is None:
            return "unknown"
        kinds = [control.kind for control in page.controls]
        rows = [max((sum(p.make == q.make for q in g.parts) for p in g.parts), default=0) for g in composition.groups]
        most = max([*rows, *(kinds.count(kind) for kind in set(kinds)), len(page.media), 0])
        return "met" if most >= one.number or one.value in self._flat else "missing"

    def _look_for_style(self, one: Requirement) -> Answer:
        shown, styling = self.context.visible_content, self.context.styling
        if one.kind == "font":
            faces = " ".join(styling.font_families).lower() if styling else ""
            pattern = _FACES.get(one.value)
            if pattern is None or re.search(pattern, faces):
                return "met"
            return "missing" if faces else "unknown"
        facts = next(each for each in read_concepts("colours") if each.id == one.value).facts
        if shown is None or shown.dark is None:
            return "unknown"
        if "dark" in facts:
            return "met" if shown.dark == facts["dark"] else "missing"
        low, high = facts["hue"]
        return "met" if any(_is_between(hue + part, low, high) for hue in shown.hues for part in (0, 9)) else "unknown"

    def _is_shown(self, concept: Concept) -> bool:
        page, facts = self.context.inventory, concept.facts
        if page is None:
            return False
        roles, types, signs = (facts.get(name, ()) for name in ("roles", "types", "signs"))
        marked = any(
            control.role in roles
            or (control.input_type or control.tag) in types
            or any(sign in control.name for sign in signs if len(control.name) <= _LONGEST_SIGN)
            for control in page.controls
            if not self._is_pretended(control.name)
        )
        landmarks = any(mark.startswith(role) for mark in page.landmarks for role in roles)
        listed = any(f"{role}" in self._roles for role in roles)
        graphics = bool(facts.get("graphic")) and (
            self.context.stage_drawn or any(m.tag in ("svg", "img") for m in page.media)
        )
        pattern: str = facts.get("looks_like", "")
        looks_like_it = bool(pattern) and re.search(pattern, "\n".join(self._texts)) is not None
        is_used = facts.get("effect") in self._effects
        known = marked or landmarks or listed or graphics or looks_like_it or is_used
        worded = self._labelled if find_pretending_names(self.context) else self._concepts
        return known or concept.id in worded or self._is_of_page(concept)

    @cached_property
    def _roles(self) -> set[str]:
        page = self.context.inventory
        return set(re.findall(r"^\W{0,60}([a-z]{1,40})\b", page.accessibility_tree, re.MULTILINE)) if page else set()

    def _is_of_page(self, concept: Concept) -> bool:
        """Media, keys and storage, which have no words on the page."""
        page, context = self.context.inventory, self.context
        if page is None:
            return False
        moves = context.perception.restless > 0 or context.trace.restless > 0
        drawn = bool(page.canvases) or any(medium.tag == "svg" for medium in page.media)
        media = {
            "picture": drawn or any(medium.tag == "img" for medium in context.pictures),
            "icon": any(medium.tag in ("svg", "img") for medium in page.media),
            "video": any(medium.tag == "video" for medium in page.media),
            "motion": moves or bool(context.styling and context.styling.animations),
            "canvas": drawn,
            "kept": context.stores_entries,
        }
        code = concept.facts.get("code")
        return media.get(concept.id, False) or bool(code and re.search(code, context.source_text))

    def _may_be_unmet(self, concept: Concept) -> bool:
        """Whether an absence is no proof.

        That is a situation that was not met, a thing without words, a part of a drawing, no source to read, a use of
        it whatever it is called, controls or code that may be one, and a part whose sign is in a text.
        """
        facts = concept.facts
        if concept.id in self._pretended:
            return False
        if concept.id in find_uses(self.context) or (facts["kind"] == "part" and self._has_sign(concept)):
            return True
        if any(control.role in facts.get("perhaps", ()) for control in self.context.controls):
            return True
        if (pattern := facts.get("perhaps_code")) and re.search(pattern, self.context.source_text[:_MOST_SOURCE]):
            return True
        if self.context.requirements.drawn and self.context.stage_drawn:
            return True
        used = self.context.requirements.interaction == "full"
        if used and (concept.id in self._written or self._is_in_source(concept)):
            return True
        if facts["kind"] in ("key", "persistence"):
            return not self.context.source_text
        return bool(facts.get("unshown") or facts.get("state")) or concept.id in ("sound", "icon")

    def _has_sign(self, concept: Concept) -> bool:
        """Whether one of its characters is in a text: “£” may be of prices, “›” of a breadcrumb."""
        return any(sign in text for sign in concept.facts.get("signs", ()) for text in self._texts)

    def _is_in_source(self, concept: Concept) -> bool:
        """Whether the source has such an element, which may show at another width or in another state."""
        roles, types = (tuple(concept.facts.get(name, ())) for name in ("roles", "types"))
        signs = [f"role=[\"']?{role}\\b" for role in roles]
        signs += [sign for kind in types for sign in (f"type=[\"']?{kind}\\b", f"<{kind}\\b")]
        return bool(signs) and re.search("|".join(signs), self.context.source_text[:_MOST_SOURCE]) is not None


def _is_between(hue: int, low: int, high: int) -> bool:
    return low <= hue <= high if low < high else hue >= low or hue <= high
