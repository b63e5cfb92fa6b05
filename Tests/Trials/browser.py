"""Chromium, driven over its DevTools protocol through a pipe: no package and no port are needed.

https://chromedevtools.github.io/devtools-protocol/ describes the messages.
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


# How a failure ends after a wait for an answer.
LATE = "no answer in time"
# What a page reports; the more it is, the slower the page.
DOMAINS = ("Page", "Network", "Runtime", "Log", "DOM", "CSS", "Accessibility")


class Failure(Exception):
    """The browser did not do what it was told."""


class Browser:
    """One headless Chromium with a profile of its own, ended with its folder."""

    def __init__(self, program="chromium", arguments=()):
        self.folder = tempfile.mkdtemp(prefix="gallery-browser-")
        here_in, there_out = os.pipe()
        there_in, here_out = os.pipe()
        self.input, self.output = here_in, here_out

        def connect():
            # Chromium reads commands from descriptor 3 and writes answers to 4.
            a, b = os.dup(there_in), os.dup(there_out)
            a, b = os.dup2(a, 30), os.dup2(b, 31)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-first-run",
             # Without a mouse, it would be a device whose pointer cannot hover.
             "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,"
             "availablePointerTypes=4",
             "--disable-gpu", "--hide-scrollbars", "--mute-audio", "--disable-dev-shm-usage",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             f"--user-data-dir={self.folder}", *arguments,
             # It refuses to run as root otherwise; it only loads pages of ours.
             *(["--no-sandbox"] if os.geteuid() == 0 else []), "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there_in)
        os.close(there_out)
        self.number = 0
        self.buffer = b""
        self.answers = {}
        self.events = []

    def close(self):
        try:
            self.call("Browser.close")
        except Failure:
            self.process.kill()
        self.process.wait()
        os.close(self.input)
        os.close(self.output)
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, parameters=None, session=None, limit=60):
        """Sends a command, and returns its result."""
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + limit
        while number not in self.answers:
            self._receive(end, method)
        answer = self.answers.pop(number)
        if "error" in answer:
            raise Failure(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def wait(self, event, session, limit=60):
        """Waits for an event of a page, and returns its parameters."""
        end = time.monotonic() + limit
        while True:
            for index, found in enumerate(self.events):
                if found["method"] == event and found.get("sessionId") == session:
                    return self.events.pop(index)["params"]
            self._receive(end, event)

    def _receive(self, end, what):
        left = end - time.monotonic()
        if left <= 0 or not select.select([self.input], [], [], left)[0]:
            raise Failure(f"{what}: {LATE}")
        part = os.read(self.input, 1 << 20)
        if not part:
            raise Failure(f"{what}: the browser has ended")
        self.buffer += part
        *messages, self.buffer = self.buffer.split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            else:
                self.events.append(message)

    def page(self, domains=DOMAINS):
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call(
            "Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        return Page(self, target, session, domains)


class Page:
    """One tab, with what it requested and complained of."""

    def __init__(self, browser, target, session, domains):
        self.browser, self.target, self.session = browser, target, session
        for domain in domains:
            self.call(f"{domain}.enable")

    def call(self, method, parameters=None, limit=60):
        return self.browser.call(method, parameters, self.session, limit)

    def close(self):
        self.browser.call("Target.closeTarget", {"targetId": self.target})

    def view(self, width, height=900, dark=False, still=False, touch=False, media=""):
        self.call("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch})
        self.call("Emulation.setTouchEmulationEnabled", {"enabled": touch})
        self.call("Emulation.setEmulatedMedia", {"media": media, "features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
            {"name": "hover", "value": "none" if touch else "hover"},
            {"name": "any-hover", "value": "none" if touch else "hover"},
            {"name": "pointer", "value": "coarse" if touch else "fine"}]})

    def open(self, url):
        """Loads a page; a part of one that is shown already would not be loaded again."""
        if "#" in url:
            self.call("Page.navigate", {"url": "about:blank"})
            self.browser.wait("Page.loadEventFired", self.session)
        self.browser.events = [
            event for event in self.browser.events if event.get("sessionId") != self.session]
        answer = self.call("Page.navigate", {"url": url})
        if "errorText" in answer:
            raise Failure(f"{url}: {answer['errorText']}")
        self.browser.wait("Page.loadEventFired", self.session)

    def run(self, script, limit=60):
        """The value of a script in the page, also of one that has to be awaited.

        The policy of the page holds for code that the script evaluates.
        """
        answer = self.call("Runtime.evaluate", {
            "expression": script, "awaitPromise": True, "returnByValue": True,
            "allowUnsafeEvalBlockedByCSP": False}, limit)
        if "exceptionDetails" in answer:
            raise Failure(answer["exceptionDetails"]["exception"].get("description", "?"))
        return answer["result"].get("value")

    def seen(self, method):
        """The events of a kind since the page was opened."""
        self.run("0")
        return [event["params"] for event in self.browser.events
                if event["method"] == method and event.get("sessionId") == self.session]

    def settle(self):
        """Waits until what is in sight is loaded and drawn."""
        self.run("""(async () => {
          const inSight = i => i.checkVisibility() && i.getBoundingClientRect().top < innerHeight;
          for (const image of document.images)
            if (inSight(image) && !image.complete)
              await new Promise(done => { image.onload = image.onerror = done; });
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        })()""")

    def screenshot(self, path, whole=False, most=6000):
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"x": 0, "y": 0, "width": size["width"],
                    "height": min(size["height"], most), "scale": 1}
            options = {"captureBeyondViewport": True, "clip": clip}
        else:
            options = {}
        data = self.call("Page.captureScreenshot", {"format": "png", **options})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
