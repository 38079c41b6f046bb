"""Known misbehaviours of providers, by their meaning for the caller."""

from tests.provider.behaviours import (
    BadArguments,
    Behaviour,
    Broken,
    CutMidBody,
    EmptyChoices,
    EmptyText,
    Filtered,
    Good,
    HalfJson,
    Hang,
    Huge,
    NoJson,
    NoModelField,
    Refusal,
    ReplyNoJson,
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
"""No reply, or none that litellm can read. A retry may get one."""

HARMLESS: dict[str, Behaviour] = {
    "slow first byte": Good(0.4),
    "negative usage": WrongUsage("negative"),
    "astronomic usage": WrongUsage("huge"),
    "usage null": WrongUsage("null"),
    "usage of words": WrongUsage("strings"),
    "no usage": WrongUsage("missing"),
    "no model field": NoModelField(),
    "ten megabytes of blanks": Huge(),
}
"""A good reply with a harmless oddity."""
OF_UNKNOWN_COST = frozenset(name for name in HARMLESS if "usage" in name)
"""Those with impossible token counts: the cost is unknown, not 0."""

WRONG_REPLIES: dict[str, Behaviour] = {
    "prose": ReplyNoJson(),
    "another schema": WrongSchema(),
    "empty text": EmptyText(),
    "cut off by length": Truncated(),
    "an unknown tool": UnknownTool(),
    "arguments that are not JSON": BadArguments(),
}
"""A reply that does not match the request. The model may do better once it knows the fault."""

REFUSALS: dict[str, Behaviour] = {"a refusal": Refusal(), "a content filter": Filtered()}
TOO_LONG = Huge("x")
"""Ten megabytes of text after the reply, most of which is dropped."""
