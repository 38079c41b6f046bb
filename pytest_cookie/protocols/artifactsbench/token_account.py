"""Where the tokens of a referee's message go: question, checklist, code, pictures (ArtifactsBench, A.7, Table 7)."""

from pytest_cookie.core.frozen_model import Count, FrozenModel

CHARACTERS_PER_TOKEN = 5.2
"""Mean over the models that have both characters (Table 3) and tokens (Table 7) of answers."""
IDEOGRAMS_PER_TOKEN = 1.5
TOKENS_PER_PICTURE = 259
"""Gemini 2.5 Pro's count for a picture of a page (section A.7)."""
_FIRST_IDEOGRAM = "\u2e80"


class TokenAccount(FrozenModel):
    """Estimated input tokens of one message by section. The provider's own count is in the verdict's spend."""

    instructions: Count = 0
    """The prompt without the parts below."""
    question: Count = 0
    """The task."""
    checklist: Count = 0
    """The checklist."""
    code: Count = 0
    """The answer."""
    pictures: Count = 0
    """The pictures, or the captions in their place."""

    @property
    def text_total(self) -> int:
        """Question, checklist and code: the paper's "Text-Total"."""
        return self.question + self.checklist + self.code

    @property
    def total(self) -> int:
        """Everything that is sent."""
        return self.instructions + self.text_total + self.pictures


def estimate_tokens(text: str) -> int:
    """About as many tokens as a current tokenizer makes of it: 5.2 characters each, 1.5 for ideograms and kana."""
    ideograms = 0 if text.isascii() else sum(character >= _FIRST_IDEOGRAM for character in text)
    return round((len(text) - ideograms) / CHARACTERS_PER_TOKEN + ideograms / IDEOGRAMS_PER_TOKEN)


def cut_to_tokens(text: str, limit: int) -> str:
    """The longest beginning of the text of about `limit` tokens."""
    if estimate_tokens(text) <= limit:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text[:middle]) <= limit:
            low = middle
        else:
            high = middle - 1
    return text[:low]
