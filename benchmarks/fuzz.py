"""Tries values of hostile pages for minutes, other ones each round: python benchmarks/fuzz.py --minutes 10.

Ends with 1 at the first find, which pytest prints with the value that shows it.
"""

import argparse
import os
import subprocess
import sys
import time


def main() -> int:
    """Run the fuzzing of the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--examples", type=int, default=100, help="values a test and round")
    asked = parser.parse_args()
    ends, rounds = time.monotonic() + 60 * asked.minutes, 0
    while time.monotonic() < ends:
        environment = os.environ | {"COOKIE_FUZZ_EXAMPLES": str(asked.examples)}
        command = [sys.executable, "-m", "pytest", "tests/unit/fuzz", "-q", "-x", "-p", "no:cacheprovider"]
        if subprocess.run(command, env=environment, check=False).returncode:
            return 1
        rounds += 1
        print(f"{rounds} rounds of {asked.examples} values a test: no find", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
