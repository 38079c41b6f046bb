"""Where the environment sends a provider's calls: what answers there need not be what the provider's own name says."""

import os
from urllib.parse import urlsplit


def address_of(provider: str) -> str:
    """The address that the environment gives for `provider`, "" where its calls go to the provider itself."""
    if not provider:
        return ""
    addresses = (os.environ.get(f"{provider.upper()}_{kind}", "") for kind in ("BASE_URL", "API_BASE"))
    return next((address for address in addresses if address and not _is_openais(address, provider)), "")


def _is_openais(address: str, provider: str) -> bool:
    host = urlsplit(address).hostname or ""
    return provider == "openai" and (host == "api.openai.com" or host.endswith(".api.openai.com"))
