"""The endpoint that the environment sets for a provider; a local server may answer under a provider's name."""

import os
from urllib.parse import urlsplit


def address_of(provider: str) -> str:
    """The address set in the environment for `provider`; "" if calls go to the provider's own address."""
    if not provider:
        return ""
    addresses = (os.environ.get(f"{provider.upper()}_{kind}", "") for kind in ("BASE_URL", "API_BASE"))
    return next((address for address in addresses if address and not _is_openais(address, provider)), "")


def _is_openais(address: str, provider: str) -> bool:
    host = urlsplit(address).hostname or ""
    return provider == "openai" and (host == "api.openai.com" or host.endswith(".api.openai.com"))
