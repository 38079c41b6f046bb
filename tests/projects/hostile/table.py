"""The expected result of each build of `harm/`."""

from tests.projects.hostile.build import HostileBuild

_DONE = " DONE "
"""How a page reports an attempt that succeeded."""

REACHING = (
    HostileBuild(
        "reads-secrets",
        told=("secret refused ENOENT", "shadow refused ENOENT", "/home refused ENOENT"),
        never=(_DONE,),
        is_short=True,
    ),
    HostileBuild("reads-the-environment", told=("own refused unset", "environ of 1 ")),
    HostileBuild("writes-elsewhere", told=("watched refused ENOENT", "/usr refused EROFS"), never=(_DONE,)),
    HostileBuild(
        "uses-the-network",
        told=(r"tcp 127.0.0.1:\d+ refused ECONNREFUSED", "169.254.169.254:80 refused ENETUNREACH", "name refused"),
        never=("tcp .* DONE", "name DONE", "fetch DONE"),
        is_short=True,
    ),
    HostileBuild(
        "uses-sockets-of-the-machine",
        told=("by path refused ENOENT", "by an abstract name refused Connection refused"),
        never=(_DONE,),
    ),
    HostileBuild(
        "becomes-another",
        told=("CapEff:\t0{16}", "NoNewPrivs:\t1", "unshare .* refused", "mount .* refused"),
        never=(r"uid=0\(", r"(?<!who) DONE "),
    ),
    HostileBuild(
        "calls-the-kernel",
        told=("memfd refused", "shm refused", "queue refused", "keys refused", "vsock refused", "unix DONE"),
        never=("(?<!unix) DONE",),
        is_short=True,
    ),
)
LEAVING = (
    HostileBuild("links-out-of-its-site", ("output",), ("a link, 'secret.txt' to",), is_short=True),
    HostileBuild("links-a-folder-into-its-site", ("output",), ("a link, 'assets' to",)),
    HostileBuild("links-hard", ("output",), ("a link, '[ab].txt' to",)),
    HostileBuild("is-a-link-itself", ("config",), ("left no index.html",)),
    HostileBuild("leaves-a-pipe", ("output",), ("'pipe', which is not a plain file",)),
    HostileBuild("leaves-odd-names", ("output",), ("which cannot be served",)),
    HostileBuild("forges-its-archive", ("output", None), ("the build left a link, 'out' to| refused EACCES",)),
    HostileBuild("leaves-a-hollow-file", ("output",), ("EFBIG|too large",)),
    HostileBuild("leaves-too-much", ("output",), ("more than .* 20 MB",)),
    HostileBuild("leaves-very-many-files", ("output",), ("more than .* files",)),
    HostileBuild("digs-very-deep", ("output",), ("cannot be served",)),
)
GREEDY = (
    HostileBuild("forks-without-end", ("timeout",), limits={"seconds": 20, "processes": 60}),
    HostileBuild("starts-many", told=("processes refused EAGAIN",), limits={"processes": 60}),
    HostileBuild("takes-memory-in-its-heap", ("memory",), limits={"process_mb": 400}),
    HostileBuild("takes-memory-in-buffers", ("memory",), limits={"process_mb": 400}),
    HostileBuild("takes-memory-in-many-processes", ("memory",), ("more than 300 MB",), limits={"tree_mb": 300}),
    HostileBuild("takes-memory-together", ("memory",), ("more than 200 MB",), limits={"tree_mb": 200}),
    HostileBuild("fills-the-disk", ("output",), ("ENOSPC",), limits={"disk_mb": 48}),
    HostileBuild("writes-a-huge-file", ("output",), ("EFBIG",), limits={"file_mb": 16}),
    HostileBuild("makes-a-million-files", ("output",), ("more than 20,000 files",), limits={"files": 20_000}),
    HostileBuild("talks-without-end", ("output",), ("logged more than 1 MB",), limits={"log_mb": 1}),
)
STAYING = (
    HostileBuild("never-ends", ("timeout",), limits={"seconds": 3}),
    HostileBuild("sleeps-for-ever", ("timeout",), limits={"seconds": 3}),
    HostileBuild("closes-its-mouth", ("timeout",), limits={"seconds": 3}),
    HostileBuild("stays-behind"),
    HostileBuild("kills-everybody", ("other", "timeout"), limits={"seconds": 5}),
    HostileBuild("talks-to-the-terminal", ("syntax",), ("SyntaxError: all is well",)),
)
BUILDS = REACHING + LEAVING + GREEDY + STAYING
