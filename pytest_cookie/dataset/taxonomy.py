"""The taxonomy of cases: 2 page types, 11 domains, 54 leaves (Cookie-Bench, Tables 4 and 5)."""

from functools import cache, cached_property
from importlib.resources import files

from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import PageType
from pytest_cookie.core.wording import did_you_mean


class Leaf(FrozenModel):
    """A task type (L3). `domain` and `page_type` are its parents; `position` is its index in the paper's order."""

    slug: str
    name: str
    definition: str
    domain: str
    page_type: PageType
    position: int


class Domain(FrozenModel):
    """A functional domain (L2) with its leaves."""

    slug: str
    name: str
    page_type: PageType
    leaves: tuple[Leaf, ...]


class Taxonomy(FrozenModel):
    """The whole tree, in the paper's order."""

    domains: tuple[Domain, ...]

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """All 54 leaves, in the paper's order."""
        return tuple(leaf for domain in self.domains for leaf in domain.leaves)

    def leaf(self, slug: str) -> Leaf:
        """The leaf with this slug. Raises `UsageError` with similar slugs if there is none."""
        if leaf := self._by_slug.get(slug):
            return leaf
        raise UsageError(f"unknown leaf {slug!r}{did_you_mean(slug, self._names())}")

    def domain(self, slug: str) -> Domain:
        """The domain with this slug. Raises `UsageError` with similar slugs if there is none."""
        for domain in self.domains:
            if domain.slug == slug:
                return domain
        raise UsageError(f"unknown domain {slug!r}{did_you_mean(slug, [d.slug for d in self.domains])}")

    @cached_property
    def _by_slug(self) -> dict[str, Leaf]:
        return {leaf.slug: leaf for leaf in self.leaves}

    def _names(self) -> dict[str, str]:
        """Lowercase slugs and names from the paper, mapped to slugs: users may know either."""
        return {key: leaf.slug for leaf in self.leaves for key in (leaf.name.lower(), leaf.slug)}


@cache
def taxonomy() -> Taxonomy:
    """The built-in taxonomy."""
    tree = parse_data(files(__package__).joinpath("taxonomy.yaml").read_text(encoding="utf-8"))
    position = 0
    domains = []
    for page_type in tree:
        for domain in page_type["domains"]:
            place = {"domain": domain["slug"], "page_type": page_type["slug"]}
            leaves = []
            for leaf in domain["leaves"]:
                leaves.append({**leaf, **place, "position": position})
                position += 1
            domains.append({**domain, "page_type": page_type["slug"], "leaves": leaves})
    return Taxonomy.model_validate({"domains": domains})
