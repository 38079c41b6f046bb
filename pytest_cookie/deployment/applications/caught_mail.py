"""`Mail`: a mail that an application sent, and the host of the inbox that shows it."""

from dataclasses import dataclass

INBOX_HOST = "inbox.localhost"


@dataclass(frozen=True)
class Mail:
    """A caught mail. `text` is its plain text, or the text of its HTML with the addresses of links."""

    recipients: tuple[str, ...]
    sender: str
    subject: str
    text: str
