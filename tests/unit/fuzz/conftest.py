"""How long is tried: `COOKIE_FUZZ_EXAMPLES` values a test, other ones each time; without it a few, always the same.

`python benchmarks/fuzz.py --minutes 10` sets it.
"""

import os

from hypothesis import HealthCheck, settings

_EXAMPLES = os.environ.get("COOKIE_FUZZ_EXAMPLES", "")

settings.register_profile(
    "fuzz",
    max_examples=int(_EXAMPLES) if _EXAMPLES.isascii() and _EXAMPLES.isdecimal() else 4,
    derandomize=not _EXAMPLES,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("fuzz")
