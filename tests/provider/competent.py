"""The scripted competent model: it reads the request and acts on it. The same request gets the same reply.

Like a real model it is credulous: it takes every text that is not quoted as data for an instruction.
"""

from tests.provider.asked import Asked
from tests.provider.author import write_page
from tests.provider.coder import work_on
from tests.provider.critic import opinion
from tests.provider.reply import Reply
from tests.provider.user import next_action


def competent(asked: Asked) -> Reply:
    """The reply to a request."""
    if asked.asker == "judge":
        return opinion(asked)
    if asked.asker == "explore":
        return next_action(asked)
    return work_on(asked) if asked.builds else write_page(asked)
