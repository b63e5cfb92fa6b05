"""Watches every frame of a page that shows gifts, while they change:

web.py URL CHUNK DOCUMENT GIFTCTL    URL is that of a giftd which serves the fixtures; CHUNK is the
                                     script with lottie-web in it; the page is in DOCUMENT.
"""
import json
import pathlib
import subprocess
import sys
import threading
import time
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from browser import Browser

BOUNDARIES = 1000
# Gifts that have a second version, and those that change their price alone.
TWO_VERSIONS = ("rose", "heart", "teddy")
OTHERS = ("clouds", "rocket", "confetti", "gift-box", "champagne")
# Seconds until the first boundary, for planning and loading, and between two of one gift.
LEAD, STEP = 25, 0.8

WATCH = """
window.seen = {frames: 0, flickers: [], prices: {}, played: {}};
const last = {};
(function look() {
  seen.frames += 1;
  for (const id of ids) {
    const place = document.querySelector(`#gifts [data-id="${id}"]`);
    if (!place || !place.querySelector("svg") || !place.checkVisibility()) {
      seen.flickers.push([id, seen.frames, place ? "empty" : "gone"]);
      continue;
    }
    const price = place.firstChild.textContent.split(": ")[1];
    if (seen.prices[id]?.at(-1) !== price) (seen.prices[id] ??= []).push(price);
    const drawn = place.querySelector("svg");
    if (last[id] !== drawn) seen.played[id] = (seen.played[id] ?? 0) + 1;
    last[id] = drawn;
  }
  requestAnimationFrame(look);
})();
"""


# What tracing adds makes the browser ask first; timing and the clock of the server are readable.
TRACED = """(async () => {
  const url = "SERVER/v1/catalogue";
  const answer = await fetch(url, {headers: {
    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", tracestate: "a=b",
    baggage: "a=b", "Content-Type": "text/plain", Authorization: "Bearer x", "X-Request-Id": "x"}});
  await answer.text();
  const [entry] = performance.getEntriesByName(url).slice(-1);
  return answer.ok && Math.abs(Date.parse(answer.headers.get("Date")) - Date.now()) < 60000
    && entry.responseStart > 0 && entry.encodedBodySize > 0;
})()"""


def page(document):
    text = pathlib.Path(document).read_text()
    return text.split("```html\n")[1].split("\n```")[0].encode()


def player(chunk):
    """lottie-web as the page wants it: a script that makes `lottie`."""
    here = pathlib.Path(__file__).parent
    text = (here / "players.js").read_text()
    loader = text[text.index("const player"):text.index("})();")] + "})();"
    return (pathlib.Path(chunk).read_text() + loader.replace("const player", "window.lottie")).encode()


def serve(files):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            body = files.get(self.path.split("?")[0])
            # Chromium asks for an icon, too.
            self.send_response(200 if body else 204)
            kind = "text/javascript" if self.path.endswith(".js") else "text/html"
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def plan(giftctl):
    """Plans windows one after the other; returns when the last ends, and each gift's prices."""
    gifts = TWO_VERSIONS + OTHERS
    count = -(-BOUNDARIES // len(gifts))
    start = datetime.now(timezone.utc) + timedelta(seconds=LEAD)
    entries, prices = [], {}
    for place, gift in enumerate(gifts):
        first = start + timedelta(seconds=STEP * place / len(gifts))
        # A window at every other boundary; between them is what stands below.
        windows = []
        for number in range(0, count, 2):
            begin = first + timedelta(seconds=STEP * number)
            version = 2 if gift in TWO_VERSIONS and number % 4 == 0 else 1
            windows.append({
                "from": begin.isoformat().replace("+00:00", "Z"),
                "until": (begin + timedelta(seconds=STEP)).isoformat().replace("+00:00", "Z"),
                "version": version, "price": 20_000 + number})
        entries.append({"id": gift, "windows": windows})
        prices[gift] = {str(window["price"]) for window in windows}
    outcome = subprocess.run(
        [giftctl, "import", "--yes", "-"], input=json.dumps({"gifts": entries}).encode(),
        capture_output=True)
    if outcome.returncode:
        sys.exit(f"web: {outcome.stderr.decode()}")
    return start + timedelta(seconds=STEP * (count + 1)), prices


def main(url, chunk, document, giftctl):
    origin = serve({"/page.html": page(document), "/lottie.js": player(chunk)})
    browser = Browser()
    try:
        tab = browser.page(domains=("Page", "Network", "Runtime", "Log"))
        tab.open(f"{origin}/page.html?server={url}")
        if not tab.run(TRACED.replace("SERVER", url)):
            sys.exit("web: a script cannot add what tracing does, or read clock and timing")
        end, prices = plan(giftctl)
        tab.run("""(async () => {
          while (document.querySelectorAll("#gifts svg").length < 12)
            await new Promise(done => setTimeout(done, 100));
        })()""")
        ids = json.dumps(list(prices))
        tab.run(f"window.ids = {ids};{WATCH}0")
        while datetime.now(timezone.utc) < end + timedelta(seconds=5):
            time.sleep(1)
            tab.run("0")
        seen = tab.run("seen")
        complaints = [event["params"]["entry"]["text"] for event in browser.events
                      if event["method"] == "Log.entryAdded"]
        complaints += [str(event["params"]["args"][0].get("value")) for event in browser.events
                       if event["method"] == "Runtime.consoleAPICalled"]
    finally:
        browser.close()
    shown = {gift: len(prices[gift] & set(seen["prices"].get(gift, []))) for gift in prices}
    planned = sum(len(all) for all in prices.values())
    played = [seen["played"].get(gift, 0) for gift in TWO_VERSIONS]
    print(f"{BOUNDARIES} boundaries, {seen['frames']} frames, {len(seen['flickers'])} flickers; "
          f"{sum(shown.values())} of {planned} planned prices were shown, and {sum(played)} times another "
          f"version played; {len(complaints)} complaints")
    is_enough = min(shown.values()) >= 3 and min(played) >= 3 and seen["frames"] >= 500
    if seen["flickers"] or complaints or not is_enough:
        sys.exit(f"web: {seen['flickers'][:5]} {complaints[:5]} {shown} {played}")


main(*sys.argv[1:])
