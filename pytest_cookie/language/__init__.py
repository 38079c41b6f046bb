"""Detects which of the benchmark's languages a text is in, for briefs (dataset) and interfaces (judging)."""

from pytest_cookie.language.recognise import LANGUAGE_NAMES, language_of, recognize_language

__all__ = ["LANGUAGE_NAMES", "language_of", "recognize_language"]
