"""Everything that a provider is known to do wrong, by what it means for whoever asked."""

from tests.provider.behaviours import (
    BadArguments,
    Behaviour,
    Broken,
    CutMidBody,
    EmptyChoices,
    EmptyText,
    Filtered,
    HalfJson,
    Hang,
    Huge,
    NoJson,
    NoModelField,
    Refusal,
    ReplyNoJson,
    SlowFirstByte,
    TooMany,
    Trickle,
    Truncated,
    UnknownTool,
    WrongSchema,
    WrongUsage,
)

UNANSWERED: dict[str, Behaviour] = {
    "429 with Retry-After": TooMany(retry_after=0.2),
    "429 without": TooMany(),
    "500": Broken(500),
    "503": Broken(503),
    "hang": Hang(),
    "a byte now and then": Trickle(),
    "cut mid-body": CutMidBody(),
    "no JSON": NoJson(),
    "half JSON": HalfJson(),
    "no choices": EmptyChoices(),
}
"""No answer came, or none that litellm can read. Asked again, one may."""

HARMLESS: dict[str, Behaviour] = {
    "slow first byte": SlowFirstByte(0.4),
    "negative usage": WrongUsage("negative"),
    "astronomic usage": WrongUsage("huge"),
    "usage null": WrongUsage("null"),
    "usage of words": WrongUsage("strings"),
    "no usage": WrongUsage("missing"),
    "no model field": NoModelField(),
    "ten megabytes of blanks": Huge(),
}
"""A good answer, with something about it that must not matter."""
OF_UNKNOWN_COST = frozenset(name for name in HARMLESS if "usage" in name)
"""Those whose numbers cannot be: the cost is not known, and not nothing."""

WRONG_REPLIES: dict[str, Behaviour] = {
    "prose": ReplyNoJson(),
    "another schema": WrongSchema(),
    "nothing said": EmptyText(),
    "cut off by length": Truncated(),
    "a tool that is not there": UnknownTool(),
    "arguments that are no JSON": BadArguments(),
}
"""An answer came, and it is not what was asked for. Told so, a model may do better."""

REFUSALS: dict[str, Behaviour] = {"a refusal": Refusal(), "a content filter": Filtered()}
TOO_LONG = Huge("x")
"""Ten megabytes of text behind the answer, of which not all is kept."""
