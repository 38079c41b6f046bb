"""An OpenAI-compatible provider on loopback, played by a scripted competent model, that can be set to misbehave.

with Provider(model) as provider:
    provider.first(TooMany(retry_after=1), asker="judge")
    …  # a client with provider.environment
    assert provider.counts["judge"] == 4
"""

from tests.provider.asked import Asked, Asker, Medium, Said
from tests.provider.behaviours import Behaviour, Fixed, Good
from tests.provider.exchange import Exchange
from tests.provider.reply import Call, Reply
from tests.provider.server import KEY, Answered, Provider

__all__ = [
    "KEY",
    "Answered",
    "Asked",
    "Asker",
    "Behaviour",
    "Call",
    "Exchange",
    "Fixed",
    "Good",
    "Medium",
    "Provider",
    "Reply",
    "Said",
]
