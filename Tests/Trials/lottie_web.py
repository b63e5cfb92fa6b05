"""lottie-web in Debian's Chromium, on pages from which nothing leaves this machine."""
import json
import os
import pathlib
import threading

from browser import Browser, Failure

RENDERERS = ("svg", "canvas")
# An animation that takes longer stops the page that plays it, or compares two.
SECONDS = {"play": 8, "compare": 60}
# Chromium keeps some of what is played.
PER_PAGE = 2000


class Player:
    """One browser with one page, both replaced when an animation stops them."""

    def __init__(self, page):
        self.address = page
        self.browser = None

    def open(self):
        # No name leads anywhere.
        self.browser = Browser(arguments=["--host-resolver-rules=MAP * ~NOTFOUND"])
        self.fill()

    def fill(self):
        self.page = self.browser.page(domains=("Page", "Network", "Runtime", "Inspector"))
        self.page.open(self.address)
        self.played = 0

    def close(self):
        if self.browser:
            self.browser.close()
        self.browser = None

    def play(self, text, renderer):
        """The faults that a renderer has with an animation, each with details."""
        told = self.call("play", text, renderer)
        requests = [event["params"]["request"]["url"] for event in self.events
                    if event["method"] == "Network.requestWillBeSent"]
        outside = [url for url in requests if not url.startswith("data:")]
        return {**told, "requests": outside} if outside else told

    def call(self, function, *arguments):
        """What a function of players.js answers; a fault if it does not answer in time."""
        if not self.browser:
            self.open()
        elif self.played == PER_PAGE:
            self.page.close()
            self.fill()
        self.played += 1
        self.browser.events.clear()
        base = f"file:///animation-{self.played}/"
        told = ", ".join(json.dumps(argument) for argument in (*arguments, base))
        try:
            answer = self.page.run(f"{function}({told})", SECONDS[function])
        except Failure as failure:
            self.browser.process.kill()
            self.close()
            self.events = []
            return {"stops": [str(failure)]}
        self.events = self.browser.events
        return answer


def write_page(chunk, name, policy=""):
    """Writes a page that plays, beside the chunk; a policy allows more than the page's scripts."""
    here = pathlib.Path(__file__).parent
    page = chunk.parent / name
    # Chromium hides what a script of another file throws, and all files are others to it.
    texts = [script.read_text(encoding="utf-8") for script in (chunk, here / "players.js")]
    scripts = "".join(f'<script nonce="players">{text}</script>' for text in texts)
    if any("</script" in text for text in texts):
        raise Failure("A script would end early")
    page.write_text(
        f'<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
        f'content="script-src \'nonce-players\' {policy}"><base href="file:///">'
        f'<body></body>{scripts}', encoding="utf-8")
    return page.resolve().as_uri()


def each_of(rows, address, work):
    """What `work` makes of each row with a player, with as many players as processors."""
    results = [None] * len(rows)
    left = iter(range(len(rows)))
    lock = threading.Lock()
    failures = []

    def turn():
        player = Player(address)
        try:
            while True:
                with lock:
                    number = next(left, None)
                if number is None:
                    return
                results[number] = work(player, rows[number])
        except BaseException as failure:
            failures.append(failure)
            raise
        finally:
            player.close()

    threads = [threading.Thread(target=turn) for _ in range(os.cpu_count())]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return results
