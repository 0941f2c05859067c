"""A bot in one file, for any title: python example_bot.py http://127.0.0.1:8500 TOKEN

It listens to its seat's stream and answers with the legal move that reads longest. Only Python's own library is needed.
"""

import json
import sys
import time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen


def choose(event):
    """Here is room for your own thoughts: `event["view"]` is what the seat sees."""
    return max(event["legal"], key=lambda move: len(move["label"]))


def main(base, token):
    last, secret = "", {"Authorization": f"Bearer {token}"}
    while True:
        try:
            with urlopen(Request(f"{base}/api/v1/seat/stream?after={last}", headers=secret)) as stream:
                for line in stream:
                    if not line.strip():
                        continue  # the server says: still here
                    event = json.loads(line)
                    last = event["id"]
                    if event["state"] == "over":
                        print(f"{event['title']}: the winners are {event['result'] and event['result']['winners']}")
                        return
                    if event["legal"]:
                        wish = {"move": choose(event)["id"], "at": event["id"]}
                        urlopen(Request(f"{base}/api/v1/seat/move", json.dumps(wish).encode(), secret)).read()
        except HTTPError as error:
            if error.code == 401:
                raise SystemExit(json.load(error)["error"]) from None
            time.sleep(0.1)  # the table moved on: look again
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(1)  # the line is down: the stream goes on after the last event we saw


if __name__ == "__main__":
    main(*sys.argv[1:])
