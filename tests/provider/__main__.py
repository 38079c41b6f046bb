"""The scripted provider for trying by hand: `python -m tests.provider --port 8099`, and in another shell the run."""

import argparse
import time

from tests.provider.competent import competent
from tests.provider.server import Provider


def main() -> None:
    """Serve until interrupted; a line a request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="default: any free one")
    parser.add_argument("--latency", type=float, default=0.0, metavar="SECONDS", help="of every answer")
    options = parser.parse_args()
    with Provider(competent, latency_seconds=options.latency, port=options.port) as provider:
        for name, value in provider.environment.items():
            print(f"export {name}={value}", flush=True)
        shown = 0
        try:
            while True:
                for asked in provider.asked[shown:]:
                    shown += 1
                    media = ", ".join(medium.media_type for medium in asked.media)
                    name = asked.reply_name or asked.asker
                    print(f"{asked.number} {name}: {len(asked.text)} characters {media}", flush=True)
                time.sleep(0.2)
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
