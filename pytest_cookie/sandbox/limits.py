"""`Limits`: the resources that an untrusted command may use before it is stopped."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Seconds and megabytes (10⁶ bytes).

    `seconds` limits wall time, and the processor time of each process. `process_mb` limits the data of one process
    (`RLIMIT_DATA`: V8 reserves too much address space to limit that), `tree_mb` the memory of all processes together,
    sampled twice a second. `disk_mb` limits all written bytes, `file_mb` one file, and `files` the number of files,
    sampled twice a second too. `log_mb` limits standard error, `output_mb` the returned archive.
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
    """The command prefix that sets the limits which Linux enforces for each process.

    Linux counts all processes of a user, so their number is limited only if the command `is_alone` under its user.
    """
    seconds = max(1, round(limits.seconds))
    return [
        "prlimit",
        f"--cpu={seconds}:{seconds + 5}",  # the soft limit comes first: its signal names the cause
        f"--fsize={limits.file_mb * 1_000_000}",
        f"--nofile={limits.open_files}",
        *([f"--nproc={limits.processes}"] if is_alone else []),
        f"--data={limits.process_mb * 1_000_000}",
        "--core=0",
        "--",
    ]
