"""`StoredState`: cookies and local storage, as Playwright's `storage_state` writes them."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class _Part(BaseModel):
    """Fields of other versions of Playwright, such as those of IndexedDB, are left out."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class StoredCookie(_Part):
    """A cookie."""

    name: str = Field(max_length=4_096)
    value: str = Field(max_length=4_096)
    domain: str
    path: str = "/"
    expires: float = -1
    httpOnly: bool = False  # noqa: N815 - Playwright's name
    secure: bool = False
    sameSite: Literal["Strict", "Lax", "None"] = "Lax"  # noqa: N815 - Playwright's name


class StoredEntry(_Part):
    """An entry of the local storage."""

    name: str
    value: str


class StoredOrigin(_Part):
    """The local storage of an origin, such as `http://localhost:5173`."""

    origin: str
    localStorage: tuple[StoredEntry, ...] = ()  # noqa: N815 - Playwright's name


class StoredState(_Part):
    """All of it."""

    cookies: tuple[StoredCookie, ...] = ()
    origins: tuple[StoredOrigin, ...] = ()

    def moved(self, host: str, port: int, origin: str) -> "StoredState":
        """What a page at `host` and `port` would see, for a page at `origin`, an HTTP origin.

        Cookies become those of the other host, and lose `Secure`, without which it would not get them.
        """
        here = [cookie for cookie in self.cookies if _is_for(cookie.domain, host)]
        new_host = origin.removeprefix("http://")
        cookies = (
            cookie.model_copy(
                update={
                    "domain": new_host,
                    "secure": False,
                    "sameSite": "Lax" if cookie.sameSite == "None" else cookie.sameSite,
                }
            )
            for cookie in here
        )
        names = {f"http://{host}:{port}"} | ({f"http://{host}"} if port == 80 else set())
        entries = (entry for kept in self.origins if kept.origin in names for entry in kept.localStorage)
        stored = StoredOrigin(origin=origin, localStorage=tuple(entries))
        return StoredState(cookies=tuple(cookies), origins=(stored,) if stored.localStorage else ())


def _is_for(domain: str, host: str) -> bool:
    name = domain.removeprefix(".")
    return host == name or (domain.startswith(".") and host.endswith(f".{name}"))
