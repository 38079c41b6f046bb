"""`parse_data`: reads the text of a YAML file that comes with the package."""

from typing import Any

import yaml

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def parse_data(text: str) -> Any:  # noqa: ANN401 - as `yaml.safe_load`
    """As `yaml.safe_load`, with libyaml if that is installed, which takes a tenth of the time."""
    return yaml.load(text, Loader=_LOADER)
