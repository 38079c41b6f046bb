"""Commands that a protocol adds to `pytest-cookie`.

Each is a function `add(commands)`, which adds a parser to the subparsers that it is given and sets its default
`command`: a function of the parsed options that returns an exit code, None for 0, or the run whose report must be
written again. Entry points of the group `pytest_cookie.commands` name these functions; the name of the entry point is
that of the command, such as `tasks` or `dataset tasks`. The module is imported only when its command is used, or for
the list of all commands, so heavy imports belong into the function that runs.
"""

import argparse
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
