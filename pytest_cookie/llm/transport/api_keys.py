"""Environment variables that hold providers' API keys: which one to set, and whether it is set."""

import os

from pytest_cookie.llm.transport.model_info import provider_of

_OTHERWISE = {
    "azure": "AZURE_API_KEY and AZURE_API_BASE",
    "bedrock": "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION_NAME",
    "vertex_ai": "GOOGLE_APPLICATION_CREDENTIALS",
    "together_ai": "TOGETHERAI_API_KEY",
}
_BY_ONE_KEY = {
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "together_ai": ("TOGETHERAI_API_KEY", "TOGETHER_AI_API_KEY", "TOGETHER_AI_TOKEN", "TOGETHER_API_KEY"),
    "openrouter": ("OPENROUTER_API_KEY", "OR_API_KEY"),
    "anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
    "mistral": ("MISTRAL_API_KEY", "MISTRAL_AZURE_API_KEY"),
    **{name: (f"{name.upper()}_API_KEY",) for name in ("openai", "deepseek", "xai", "groq")},
}
"""Providers for which any one of these variables suffices, under litellm's names."""


def key_of(model: str) -> str:
    """The variable or variables to set for `model`."""
    provider = provider_of(model) or "openai"
    return _OTHERWISE.get(provider, f"{provider.upper()}_API_KEY")


def missing_key(model: str) -> str:
    """The variable that `model` needs and that is not set; "" if it is set or unknown.

    litellm needs one even for a local server that checks no key.
    """
    names = _BY_ONE_KEY.get(provider_of(model), ())
    return key_of(model) if names and not any(os.environ.get(name, "").strip() for name in names) else ""
