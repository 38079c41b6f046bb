"""The scripted competent model: it reads what it is sent and acts on it. The same request, the same reply.

Like a model it is credulous: of what is not quoted as data it takes every word for its task.
"""

from tests.provider.asked import Asked
from tests.provider.author import write_page
from tests.provider.coder import work_on
from tests.provider.critic import opinion
from tests.provider.reply import Reply
from tests.provider.user import next_action


def competent(asked: Asked) -> Reply:
    """What it answers."""
    if asked.asker == "judge":
        return opinion(asked)
    if asked.asker == "explore":
        return next_action(asked)
    return work_on(asked) if asked.builds else write_page(asked)
