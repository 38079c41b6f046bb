"""Which package, version and file an address of a content delivery network means. Pure; one function a network.

A network's own words are in `networks.json`: which package of the registry a library of cdnjs is, and the addresses of
sites that hold one package alone.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from pytest_cookie.core.cdn import is_on_a_cdn
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.deployment.library.google_fonts import font_styles
from pytest_cookie.deployment.library.package_request import BuiltFile, Files, RefusedError, Request, Wanted

MAX_ADDRESS = 8_000
MAX_COMBINED = 30
BUILT = "/-/"
"""Where, on every host, the ES modules lie that the library has built."""
FONT_FILES = "https://fonts.gstatic.com/s/"

_MAX_PARAMETERS = 100
_MAX_WITH_VERSIONS = 20
_SPECIFIER = re.compile(r"(?P<name>(?:@[^/@]+/)?[^/@]+)(?:@(?P<version>[^/]*))?(?:/(?P<file>.*))?", re.DOTALL)
_JSDELIVR_FIELDS = ("jsdelivr", "browser", "main", "style")
_UNPKG_FIELDS = ("unpkg", "main")
_ASSET = re.compile(r".+\.(?:css|json|wasm|map|svg|png|jpe?g|gif|webp|woff2?|ttf|txt|md)", re.IGNORECASE)
_CDNJS_FOLDERS = ("", "dist", "build", "lib", "min", "umd", "dist/js", "dist/css", "js", "css", "src")
_NOT_A_PACKAGE = {
    "gh": "a repository is no package of a registry",
    "wp": "WordPress is no registry of packages",
    "jsr": "JSR is another registry",
    "pr": "a pull request is no package of a registry",
}

Parameters = Mapping[str, str]


class _CdnjsLibrary(FrozenModel):
    """Which package a library of cdnjs is, which folders its files lie in, and what they are called there."""

    package: str
    folders: tuple[str, ...] = ()
    files: dict[str, str] = {}


class _Site(FrozenModel):
    """Addresses of a site whose paths match `path`. Its groups are `version`, or what `file` is put together of."""

    path: str
    package: str = ""
    file: str = ""
    version: str = ""


class _Networks(FrozenModel):
    """`networks.json`."""

    cdnjs: dict[str, _CdnjsLibrary]
    sites: dict[str, tuple[_Site, ...]]


def wanted_at(url: str) -> Request:
    """What the address asks for. Raises `RefusedError` where that can be no package of a registry."""
    if len(url) > MAX_ADDRESS:
        raise RefusedError("the address is too long")
    if not is_on_a_cdn(url):
        raise RefusedError("that is no content delivery network")
    parts = urlsplit(url)
    host, path = (parts.hostname or "").removeprefix("www."), unquote(parts.path)
    if path.startswith(BUILT):
        return _built(path.removeprefix(BUILT))
    try:
        parameters = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
    except ValueError as error:
        raise RefusedError("it has too many parameters") from error
    if host == "fonts.googleapis.com":
        return font_styles(path, parameters)
    return _HOSTS.get(host, _of_one_package(host))(path, dict(parameters))


def _unpkg(path: str, parameters: Parameters) -> Files:
    if "meta" in parameters or path.endswith("/") or path.startswith("/browse/"):
        raise RefusedError("a list of files is nothing that a page needs")
    name, version, file = _split(path[1:])
    if "module" in parameters:
        return _one(Wanted(name, version, _part(file), "module"))
    return _one(Wanted(name, version, file, fields=_UNPKG_FIELDS, redirects=not file))


def _jsdelivr(path: str, parameters: Parameters) -> Files:
    kind, _, rest = path[1:].partition("/")
    if kind == "npm":
        return _one(_of_jsdelivr(rest))
    if kind == "combine":
        parts = rest.split(",")
        if len(parts) > MAX_COMBINED:
            raise RefusedError("it combines too many files")
        return Files(tuple(_of_jsdelivr(_npm(part)) for part in parts))
    raise RefusedError(_NOT_A_PACKAGE.get(kind, "that is no address of jsDelivr's"))


def _npm(part: str) -> str:
    kind, _, rest = part.strip().partition("/")
    if kind != "npm":
        raise RefusedError(_NOT_A_PACKAGE.get(kind, "that is no address of jsDelivr's"))
    return rest


def _of_jsdelivr(specifier: str) -> Wanted:
    if specifier.endswith("/+esm"):
        name, version, file = _split(specifier.removesuffix("/+esm"))
        return Wanted(name, version, _part(file), "module")
    name, version, file = _split(specifier)
    if specifier.endswith("/"):
        raise RefusedError("a list of files is nothing that a page needs")
    return Wanted(name, version, file, fields=_JSDELIVR_FIELDS, is_minified_on_demand=True)


def _esm_sh(path: str, parameters: Parameters) -> Files:
    specifier = re.sub(r"^(?:stable/|v\d+/)", "", path[1:])
    kind = specifier.partition("/")[0]
    if kind in _NOT_A_PACKAGE:
        raise RefusedError(_NOT_A_PACKAGE[kind])
    if not specifier or "alias" in parameters or "worker" in parameters:
        raise RefusedError("that use of esm.sh is not covered")
    name, version, file = _split(specifier.removeprefix("*"))
    file = file or parameters.get("path", "").lstrip("/")
    version, _, told = version.partition("&")  # `name@version&dev/file`
    told_so = dict(parse_qsl(told, max_num_fields=_MAX_PARAMETERS))
    if "raw" in parameters or _ASSET.fullmatch(file):
        return _one(Wanted(name, version, file, fields=_JSDELIVR_FIELDS))
    versions = _versions(parameters.get("deps", told_so.get("deps", "")))
    return _one(Wanted(name, version, _part(file), "module", with_versions=versions))


def _esm_run(path: str, parameters: Parameters) -> Files:
    name, version, file = _split(path[1:])
    return _one(Wanted(name, version, _part(file), "module"))


def _skypack(path: str, parameters: Parameters) -> Files:
    return _esm_run(re.sub(r"^/(?:pin|-)/", "/", path), parameters)


def _cdnjs(path: str, parameters: Parameters) -> Files:
    found = re.fullmatch(r"/ajax/libs/([^/]+)/([^/]+)/(.+)", path)
    if found is None:
        raise RefusedError("that is no address of cdnjs's")
    library, version, file = found.groups()
    return _one(_of_cdnjs(library, version, file))


def _of_cdnjs(library: str, version: str, file: str) -> Wanted:
    known = _networks().cdnjs.get(library) or _CdnjsLibrary(package=library)
    if release := re.fullmatch(r"r(\d{1,4})", version):
        version = f"0.{release[1]}.0"
    folders = (*known.folders, *_CDNJS_FOLDERS)
    return Wanted(known.package, version, known.files.get(file, file), folders=folders, is_minified_on_demand=True)


def _font_file(path: str, parameters: Parameters) -> Files:
    """At the address that the library's own style sheets give."""
    if not path.startswith("/s/@fontsource"):
        raise RefusedError("the file of a font is known by the style sheet that names it")
    return _one(Wanted(*_split(path.removeprefix("/s/"))))


def _of_one_package(host: str) -> Callable[[str, Parameters], Files]:
    """Of a site by the table of such sites."""

    def wanted(path: str, parameters: Parameters) -> Files:
        for one in _networks().sites.get(host, ()):
            if found := re.fullmatch(one.path, path):
                named = {name: text or "" for name, text in found.groupdict().items()}
                if "library" in named:
                    return _one(_of_cdnjs(named["library"], named["version"], named["file"]))
                version = named.get("version") or one.version
                return _one(Wanted(one.package, version, one.file.format(**named), is_minified_on_demand=True))
        raise RefusedError(f"no package is known for this address of {host}")

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
    told, separator, rest = path.rpartition(BUILT[1:])
    name, version, file = _split(rest)
    Wanted(name, version, file)  # is refused as any other
    return BuiltFile(name, version, file, _versions(told.rstrip("/")) if separator else ())


def built_address(package: str, version: str, file: str, with_versions: tuple[tuple[str, str], ...] = ()) -> str:
    """The path, on any of the hosts, at which a file of an ES module is answered."""
    told = ",".join(f"{name}@{one}" for name, one in with_versions)
    return f"{BUILT}{f'{told}/-/' if told else ''}{package}@{version}/{file}"


def _split(specifier: str) -> tuple[str, str, str]:
    """`@scope/name@version/file` in its three parts, "" for what is not there."""
    found = _SPECIFIER.fullmatch(specifier)
    if found is None:
        raise RefusedError("that is no name of a package")
    return found["name"], found["version"] or "", found["file"] or ""


def _versions(told: str) -> tuple[tuple[str, str], ...]:
    """`react@18.2.0,react-dom@18.2.0` as pairs."""
    parts = [part for part in told.split(",") if part]
    if len(parts) > _MAX_WITH_VERSIONS:
        raise RefusedError("it names too many packages")
    return tuple(sorted({name: version for name, version, _ in map(_split, parts)}.items()))


def _part(file: str) -> str:
    return file.strip("/")


def _one(wanted: Wanted) -> Files:
    return Files((wanted,))


@cache
def _networks() -> _Networks:
    return _Networks.model_validate_json(Path(__file__).with_name("networks.json").read_bytes())
