"""Parses addresses of content delivery networks into package, version and file; one function per network.

`networks.json` maps cdnjs libraries to registry packages, and the addresses of sites with a single package.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from pytest_cookie.core.cdn import is_on_a_cdn
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.deployment.library.google_fonts import parse_font_styles
from pytest_cookie.deployment.library.package_request import (
    BuiltFile,
    FileRequest,
    Files,
    LibraryRefusedError,
    PackageRequest,
)

MAX_ADDRESS = 8_000
MAX_COMBINED = 30
BUILT = "/-/"
"""The path prefix, on every host, of ES modules built by the library."""
FONT_FILES = "https://fonts.gstatic.com/s/"

_MAX_PARAMETERS = 100
_MAX_WITH_VERSIONS = 20
_SPECIFIER = re.compile(r"(?P<name>(?:@[^/@]+/)?[^/@]+)(?:@(?P<version>[^/]*))?(?:/(?P<file>.*))?", re.DOTALL)
_JSDELIVR_FIELDS = ("jsdelivr", "browser", "main", "style")
_UNPKG_FIELDS = ("unpkg", "main")
_ASSET = re.compile(r".+\.(?:css|json|wasm|map|svg|png|jpe?g|gif|webp|woff2?|ttf|txt|md)", re.IGNORECASE)
_CDNJS_FOLDERS = ("", "dist", "build", "lib", "min", "umd", "dist/js", "dist/css", "js", "css", "src")
_NOT_A_PACKAGE = {
    "gh": "GitHub repositories are not supported, only npm packages",
    "wp": "WordPress files are not supported, only npm packages",
    "jsr": "JSR packages are not supported, only npm packages",
    "pr": "pull requests are not supported, only npm packages",
}

Parameters = Mapping[str, str]


class _CdnjsLibrary(FrozenModel):
    """The package of a cdnjs library, the folders of its files in the package, and renamed files."""

    package: str
    folders: tuple[str, ...] = ()
    files: dict[str, str] = {}


class _Site(FrozenModel):
    """Addresses of a site whose paths match the pattern `path`; its groups are `version`, or parts of `file`."""

    path: str
    package: str = ""
    file: str = ""
    version: str = ""


class _Networks(FrozenModel):
    """`networks.json`."""

    cdnjs: dict[str, _CdnjsLibrary]
    sites: dict[str, tuple[_Site, ...]]


def parse_package_address(url: str) -> PackageRequest:
    """The package request that an address means. Raises `LibraryRefusedError` if it cannot be a registry package."""
    if len(url) > MAX_ADDRESS:
        raise LibraryRefusedError("the address is too long")
    if not is_on_a_cdn(url):
        raise LibraryRefusedError("the host is not a known content delivery network")
    parts = urlsplit(url)
    host, path = (parts.hostname or "").removeprefix("www."), unquote(parts.path)
    if path.startswith(BUILT):
        return _built(path.removeprefix(BUILT))
    try:
        parameters = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
    except ValueError as error:
        raise LibraryRefusedError("the address has too many parameters") from error
    if host == "fonts.googleapis.com":
        return parse_font_styles(path, parameters)
    return _HOSTS.get(host, _of_one_package(host))(path, dict(parameters))


def _unpkg(path: str, parameters: Parameters) -> Files:
    if "meta" in parameters or path.endswith("/") or path.startswith("/browse/"):
        raise LibraryRefusedError("file listings are not supported")
    name, version, file = _split(path[1:])
    if "module" in parameters:
        return _one(FileRequest(name, version, _part(file), "module"))
    return _one(FileRequest(name, version, file, fields=_UNPKG_FIELDS, redirects=not file))


def _jsdelivr(path: str, parameters: Parameters) -> Files:
    kind, _, rest = path[1:].partition("/")
    if kind == "npm":
        return _one(_of_jsdelivr(rest))
    if kind == "combine":
        parts = rest.split(",")
        if len(parts) > MAX_COMBINED:
            raise LibraryRefusedError("the address combines too many files")
        return Files(tuple(_of_jsdelivr(_npm(part)) for part in parts))
    raise LibraryRefusedError(_NOT_A_PACKAGE.get(kind, "not a valid jsDelivr address"))


def _npm(part: str) -> str:
    kind, _, rest = part.strip().partition("/")
    if kind != "npm":
        raise LibraryRefusedError(_NOT_A_PACKAGE.get(kind, "not a valid jsDelivr address"))
    return rest


def _of_jsdelivr(specifier: str) -> FileRequest:
    if specifier.endswith("/+esm"):
        name, version, file = _split(specifier.removesuffix("/+esm"))
        return FileRequest(name, version, _part(file), "module")
    name, version, file = _split(specifier)
    if specifier.endswith("/"):
        raise LibraryRefusedError("file listings are not supported")
    return FileRequest(name, version, file, fields=_JSDELIVR_FIELDS, is_minified_on_demand=True)


def _esm_sh(path: str, parameters: Parameters) -> Files:
    specifier = re.sub(r"^(?:stable/|v\d+/)", "", path[1:])
    kind = specifier.partition("/")[0]
    if kind in _NOT_A_PACKAGE:
        raise LibraryRefusedError(_NOT_A_PACKAGE[kind])
    if not specifier or "alias" in parameters or "worker" in parameters:
        raise LibraryRefusedError("this use of esm.sh is not supported")
    name, version, file = _split(specifier.removeprefix("*"))
    file = file or parameters.get("path", "").lstrip("/")
    version, _, in_path = version.partition("&")  # `name@version&dev/file`
    path_parameters = dict(parse_qsl(in_path, max_num_fields=_MAX_PARAMETERS))
    if "raw" in parameters or _ASSET.fullmatch(file):
        return _one(FileRequest(name, version, file, fields=_JSDELIVR_FIELDS))
    versions = _versions(parameters.get("deps", path_parameters.get("deps", "")))
    return _one(FileRequest(name, version, _part(file), "module", with_versions=versions))


def _esm_run(path: str, parameters: Parameters) -> Files:
    name, version, file = _split(path[1:])
    return _one(FileRequest(name, version, _part(file), "module"))


def _skypack(path: str, parameters: Parameters) -> Files:
    return _esm_run(re.sub(r"^/(?:pin|-)/", "/", path), parameters)


def _cdnjs(path: str, parameters: Parameters) -> Files:
    found = re.fullmatch(r"/ajax/libs/([^/]+)/([^/]+)/(.+)", path)
    if found is None:
        raise LibraryRefusedError("not a valid cdnjs address")
    library, version, file = found.groups()
    return _one(_of_cdnjs(library, version, file))


def _of_cdnjs(library: str, version: str, file: str) -> FileRequest:
    known = _networks().cdnjs.get(library) or _CdnjsLibrary(package=library)
    if release := re.fullmatch(r"r(\d{1,4})", version):
        version = f"0.{release[1]}.0"
    folders = (*known.folders, *_CDNJS_FOLDERS)
    return FileRequest(known.package, version, known.files.get(file, file), folders=folders, is_minified_on_demand=True)


def _font_file(path: str, parameters: Parameters) -> Files:
    """A font file at an address used in the library's own style sheets."""
    if not path.startswith("/s/@fontsource"):
        raise LibraryRefusedError("font files can only be requested through a Google Fonts style sheet")
    return _one(FileRequest(*_split(path.removeprefix("/s/"))))


def _of_one_package(host: str) -> Callable[[str, Parameters], Files]:
    """The parser for a single-package site, from the table of sites."""

    def wanted(path: str, parameters: Parameters) -> Files:
        for one in _networks().sites.get(host, ()):
            if found := re.fullmatch(one.path, path):
                named = {name: text or "" for name, text in found.groupdict().items()}
                if "library" in named:
                    return _one(_of_cdnjs(named["library"], named["version"], named["file"]))
                version = named.get("version") or one.version
                return _one(FileRequest(one.package, version, one.file.format(**named), is_minified_on_demand=True))
        raise LibraryRefusedError(f"no package is known for this address on {host}")

    return wanted


_HOSTS: dict[str, Callable[[str, Parameters], Files]] = {
    "cdn.jsdelivr.net": _jsdelivr,
    "cdn.skypack.dev": _skypack,
    "cdnjs.cloudflare.com": _cdnjs,
    "esm.run": _esm_run,
    "esm.sh": _esm_sh,
    "fastly.jsdelivr.net": _jsdelivr,
    "fonts.gstatic.com": _font_file,
    "unpkg.com": _unpkg,
}


def _built(path: str) -> BuiltFile:
    with_versions, separator, rest = path.rpartition(BUILT[1:])
    name, version, file = _split(rest)
    FileRequest(name, version, file)  # validates the names
    return BuiltFile(name, version, file, _versions(with_versions.rstrip("/")) if separator else ())


def built_address(package: str, version: str, file: str, with_versions: tuple[tuple[str, str], ...] = ()) -> str:
    """The path, on any host, of a file of an ES module."""
    versions = ",".join(f"{name}@{one}" for name, one in with_versions)
    return f"{BUILT}{f'{versions}/-/' if versions else ''}{package}@{version}/{file}"


def _split(specifier: str) -> tuple[str, str, str]:
    """`@scope/name@version/file` as name, version and file; "" for missing parts."""
    found = _SPECIFIER.fullmatch(specifier)
    if found is None:
        raise LibraryRefusedError("invalid package name")
    return found["name"], found["version"] or "", found["file"] or ""


def _versions(listed: str) -> tuple[tuple[str, str], ...]:
    """`react@18.2.0,react-dom@18.2.0` as pairs."""
    parts = [part for part in listed.split(",") if part]
    if len(parts) > _MAX_WITH_VERSIONS:
        raise LibraryRefusedError("the address names too many packages")
    return tuple(sorted({name: version for name, version, _ in map(_split, parts)}.items()))


def _part(file: str) -> str:
    return file.strip("/")


def _one(wanted: FileRequest) -> Files:
    return Files((wanted,))


@cache
def _networks() -> _Networks:
    return _Networks.model_validate_json(Path(__file__).with_name("networks.json").read_bytes())
