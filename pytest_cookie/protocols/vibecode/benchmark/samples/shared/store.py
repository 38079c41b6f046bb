"""Access to the database."""

import hashlib
import os
import secrets
from urllib.parse import urlsplit

import pg8000.native


def rows(statement, **values):
    """The rows of a statement, as tuples."""
    url = urlsplit(os.environ["DATABASE_URL"])
    db = pg8000.native.Connection(
        url.username, host=url.hostname, port=url.port, password=url.password, database=url.path[1:]
    )
    try:
        return db.run(statement, **values)
    finally:
        db.close()


def seal(password, salt=None):
    """A password as it is stored."""
    salt = salt or secrets.token_hex(8)
    return f"{salt}${hashlib.scrypt(password.encode(), salt=salt.encode(), n=1024, r=8, p=1).hex()}"


def is_sealed(password, sealed):
    """Whether this is the password that was stored."""
    return secrets.compare_digest(seal(password, sealed.partition("$")[0]), sealed)
