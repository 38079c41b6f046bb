"""`AcceptedRoles`: what a protocol takes as its agent, or as its judge, beside its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.errors import UsageError


@dataclass(frozen=True)
class AcceptedRoles:
    """Whether a protocol takes models, those that installed packages add, and several samples of a model's verdict.

    `why` gives the reason why it does not take all of them, and what to do instead; it ends the message to the user.
    """

    models: bool = True
    packages: bool = True
    samples: bool = True
    why: str = ""

    def check(
        self, option: str, protocol: str, *, models: Sequence[str], packages: Sequence[str], sampled: Sequence[str] = ()
    ) -> None:
        """Raise `UsageError` for the first name in `option` that the protocol would ignore."""
        refused = (
            (self.models, models, "models"),
            (self.packages, packages, "additions of packages"),
            (self.samples, sampled, "several samples of a verdict"),
        )
        for is_taken, names, what in refused:
            if names and not is_taken:
                raise UsageError(f"{option}={names[0]}: the protocol {protocol} takes no {what} here: {self.why}")


ANY = AcceptedRoles()
"""Whatever the user may name."""
NO_OTHER_JUDGE = AcceptedRoles(models=False, packages=False, why="it has a judge of its own; omit the option")
"""The default of protocols with a judge."""
OWN_STAGES = AcceptedRoles(models=False, packages=False, why="it explores pages in its own way; omit the option")
"""The default for agents of protocols that compose their stages."""
