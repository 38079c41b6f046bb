"""`Limits`: what one command of other people's may take, before it is ended."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Seconds and megabytes (10⁶ bytes).

    `seconds` are of the wall, and of processor time for any one process. `process_mb` is the data of one process
    (`RLIMIT_DATA`: V8 reserves too much address space for a limit of that), `tree_mb` the memory of all together,
    looked at twice a second. `disk_mb` bounds everything that is written, `file_mb` one file; `files` is how many there
    may be, looked at as often. `log_mb` is what may be said, `output_mb` what may be handed out.
    """

    seconds: float = 300.0
    process_mb: int = 2_000
    tree_mb: int = 3_000
    disk_mb: int = 512
    file_mb: int = 128
    files: int = 200_000
    processes: int = 512
    open_files: int = 4_096
    log_mb: float = 8.0
    output_mb: int = 80


def limited(limits: Limits, *, is_alone: bool = True) -> list[str]:
    """What stands before a command that is to have the limits which Linux keeps by itself, a process each.

    The number of processes counts all of a user's, so it can be bounded only where the command `is_alone`.
    """
    seconds = max(1, round(limits.seconds))
    return [
        "prlimit",
        f"--cpu={seconds}:{seconds + 5}",  # the soft one first: its signal tells what it was
        f"--fsize={limits.file_mb * 1_000_000}",
        f"--nofile={limits.open_files}",
        *([f"--nproc={limits.processes}"] if is_alone else []),
        f"--data={limits.process_mb * 1_000_000}",
        "--core=0",
        "--",
    ]
