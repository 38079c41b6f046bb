"""What all commands share: the place where they are added, and how wide they print."""

import argparse
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

TERMINAL_WIDTH = 100
