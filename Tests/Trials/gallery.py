#!/usr/bin/env python3
"""Checks the gallery in Debian's Chromium, as readers of all kinds see it.

usage: gallery.py GIFTCTL FIXTURES SCREENSHOTS
GIFT_DATA names the folder of a private database, which is filled with 300 gifts.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from browser import Browser, Failure

GIFTS = 300
WIDTHS = (390, 1280, 2560)
HOSTILE = [
    {"en": "<script>alert('hi')</script><b>bold</b> & \"quoted\" 'names'"},
    {"en": "\"><img src=x onerror=alert(1)>", "he": "מתנה גדולה"},
    {"en": "An exceptionally long name that goes on until all eighty characters are used up"},
    {"en": "W" * 80, "de": "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenstelle" + "n" * 15},
    {"en": "👨‍👩‍👧‍👦" * 12, "ar": "هدية احتفالية كبيرة جدا لكل المشاهدين الذين يحبون البث المباشر كل ليلة"},
    {"zh": "这是一个非常非常长的礼物名称用来测试页面是否会溢出或者换行不当" * 2, "en": "Long in Chinese"},
    {"en": "ﷺ﷽" * 20},
]

# What is wrong with a page, found in the page itself.
CHECKS = r"""
(() => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("body *")]
      .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
      .slice(0, 3).map(e => e.tagName + "." + e.className);
    wrong.push(`overflow: ${root.scrollWidth} of ${innerWidth}: ${wide}`);
  }
  const parse = text => (text.match(/[\d.]+/g) || []).map(Number);
  const over = (top, below) => {
    const a = top[3] === undefined ? 1 : top[3];
    return [0, 1, 2].map(i => top[i] * a + below[i] * (1 - a));
  };
  const canvas = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 20] : [255, 255, 255];
  const ground = element => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      // The stage's glow is between two greys; the lighter one is the worse for its light text.
      if (e.classList.contains("stage") && style.backgroundImage !== "none") {
        layers.push(parse(getComputedStyle(document.documentElement)
          .getPropertyValue("--stage-glow").replace("#", "").match(/../g)
          .map(h => parseInt(h, 16)).join(",")));
        break;
      }
      const colour = parse(style.backgroundColor);
      layers.push(colour);
      if (colour.length === 3 || colour[3] === 1) break;
    }
    return layers.reduceRight((below, top) => over(top, below), canvas);
  };
  const luminance = colour => {
    const [r, g, b] = colour.map(v => {
      v /= 255;
      return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const seen = new Set();
  // What is closed is read, too, once somebody opens it.
  const closed = [...document.querySelectorAll("details:not([open])")];
  for (const details of closed) details.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || element.closest("title, .unseen, .skip, option")
        || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const drawing = element.closest("svg");
    if (!drawing && element.closest("[aria-hidden]")) continue;
    // Text on a bar has its colour behind it; on a hatched one, an outline of its own.
    const bar = drawing && drawing.querySelector(":scope > rect");
    const behind = !bar ? ground(drawing || element)
      : parse(getComputedStyle(bar).fill.startsWith("rgb") ? getComputedStyle(bar).fill : style.stroke);
    const colour = over(parse(drawing ? style.fill : style.color), behind);
    const [high, low] = [luminance(colour), luminance(behind)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const large = parseFloat(style.fontSize) >= 24
      || parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700;
    const key = element.tagName + "." + (element.getAttribute("class") || drawing?.getAttribute("class"));
    if (ratio < (large ? 3 : 4.5) && !seen.has(key)) {
      seen.add(key);
      wrong.push(`contrast ${ratio.toFixed(2)}: ${key} ${style.color} on ${behind.map(Math.round)}`);
    }
  }
  for (const element of document.querySelectorAll("a, button, input, select, summary")) {
    if (!element.checkVisibility() || element.closest(".unseen")) continue;
    const box = element.getBoundingClientRect();
    const covers = getComputedStyle(element, "::after").position === "absolute";
    const isInText = getComputedStyle(element).display === "inline" && element.closest("p, li, dd, h3");
    if (innerWidth < 500 && !covers && box.height < 24 && !isInText)
      wrong.push(`small target: ${element.tagName}.${element.className} ${box.height}`);
  }
  for (const details of closed) details.open = false;
  return wrong;
})()
"""

NAMED_ROLES = {"link", "button", "checkbox", "searchbox", "textbox", "combobox", "image", "img",
               "heading", "navigation", "DisclosureTriangle", "Date"}


class Gallery:
    """`giftctl gallery` while it serves."""

    def __init__(self, giftctl):
        self.process = subprocess.Popen(
            [giftctl, "gallery", "--no-open"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)
        self.address = self.process.stdout.readline().strip()

    def close(self):
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(timeout=20) == 0, "giftctl gallery did not end well"


class Checks:
    """Collects what is wrong."""

    def __init__(self, screenshots):
        self.screenshots = screenshots
        self.wrong = []
        self.pages = 0

    def expect(self, condition, what):
        if not condition:
            self.wrong.append(what)

    def page(self, page, root, name):
        """Everything that holds for every page."""
        self.pages += 1
        self.wrong += [f"{name}: {wrong}" for wrong in page.run(CHECKS)]
        for request in page.seen("Network.requestWillBeSent"):
            url = request["request"]["url"]
            # Chromium's own icon in a field of dates; the policy lets a page have none.
            self.expect(url.startswith((root, "data:image/svg+xml;")), f"{name}: requested {url}")
        for answer in page.seen("Network.responseReceived"):
            status = answer["response"]["status"]
            self.expect(status in (0, 200, 304), f"{name}: {status} {answer['response']['url']}")
        for entry in page.seen("Log.entryAdded"):
            self.wrong.append(f"{name}: console: {entry['entry']['text']}")
        for kind in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown"):
            self.expect(not page.seen(kind), f"{name}: {kind}")
        for node in page.call("Accessibility.getFullAXTree")["nodes"]:
            role = node.get("role", {}).get("value")
            if node.get("ignored") or role not in NAMED_ROLES:
                continue
            self.expect(
                node.get("name", {}).get("value", "").strip(), f"{name}: a {role} without a name")


def run(giftctl, *words):
    subprocess.run([giftctl, *words], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def fill(giftctl, fixtures):
    """Stores 300 gifts with names that a page must withstand, some of them planned."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gallery-import-"))
    gifts = json.loads((fixtures / "manifest.json").read_text())["gifts"]
    files = [gift["file"] for gift in gifts]
    for file in files:
        shutil.copy(fixtures / file, folder)
    for number in range(GIFTS - len(gifts)):
        names = HOSTILE[number] if number < len(HOSTILE) else {"en": f"Gift {number}"}
        gifts.append({
            "id": f"gift-{number:03}", "file": files[number % len(files)], "names": names,
            "price": 10 ** (number % 6), "category": ("love", "party", "sky")[number % 3],
            "order": 200 + number, "tags": ["new"] if number % 5 == 0 else [],
            "streakable": number % 2 == 0, "publish": number % 4 != 3})
    (folder / "manifest.json").write_text(json.dumps({"gifts": gifts}))
    run(giftctl, "import", "--yes", str(folder))
    run(giftctl, "add", "rose", str(fixtures / "crown.json"), "-m", "A richer one for spring")
    run(giftctl, "publish", "rose", "--from", "+2d", "--until", "+9d", "-m", "Valentine's week")
    run(giftctl, "publish", "heart", "--from", "+20h", "--until", "+4d")
    run(giftctl, "publish", "gift-007", "--from", "+1d", "--until", "+8d")
    run(giftctl, "retire", "--yes", "gift-008")
    # A version of another size than the one before it.
    smaller = folder / "smaller.json"
    animation = json.loads((fixtures / "crown.json").read_text())
    smaller.write_text(json.dumps({**animation, "w": 256, "h": 128}))
    run(giftctl, "add", "gift-009", str(smaller))
    shutil.rmtree(folder)
    run(giftctl, "rotation", "add", "spring", "--every", "1w", "--first", "Fri 10:00", "--lineup",
        "gift-011,gift-015,gift-019,gift-023", "--per-turn", "2", "--stay", "4d", "--tz",
        "Europe/Berlin")


def pages_of(page, root):
    """A page of each kind, by name."""
    page.view(1280)
    page.open(root)
    boundary = page.run("document.querySelector('.next a').href")
    compare = "?version=1&with=2&position=500#comparison"
    return {
        "overview": root, "arabic": root + "?locale=ar&status=live",
        "drafts": root + "?status=draft&category=party", "search": root + "?q=%3Cscript",
        "nothing": root + "?q=nothing-like-this", "gift": root + "gifts/rose",
        "frame": root + "gifts/rose?frame=45&ground=chequered", "comparison": root + "gifts/rose" + compare,
        "sizes": root + "gifts/gift-009" + compare,
        "script": root + "gifts/gift-000", "long": root + "gifts/gift-003",
        "emoji": root + "gifts/gift-004", "rotation": root + "rotations/spring",
        "boundary": boundary, "later": root + "?at=%2B3d", "missing-name": root + "gifts/gift-005",
    }


def look(checks, page, root):
    """Each page at each width in each scheme."""
    for name, url in pages_of(page, root).items():
        for width in WIDTHS:
            for dark in (False, True):
                page.view(width, dark=dark, touch=width < 500)
                page.open(url)
                page.settle()
                label = f"{name}-{width}-{'dark' if dark else 'light'}"
                checks.page(page, root, label)
                page.screenshot(checks.screenshots / f"{label}.png", whole=True, most=4000)
        page.view(800, media="print")
        page.open(url)
        page.screenshot(checks.screenshots / f"{name}-print.png", whole=True, most=4000)
        checks.wrong += [f"{name} printed: {wrong}" for wrong in page.run(CHECKS)
                         if wrong.startswith("overflow")]


MOVING = """(() => {
  const image = document.querySelector('.tile .preview');
  return image.checkVisibility() && image.complete && image.naturalWidth > 0;
})()"""
STAGE = """(() => {
  const box = document.querySelector('.tile .stage').getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})()"""


def move(checks, page, root):
    """A preview moves on hover, focus and tap, and never where motion is not wanted."""
    def open_page(**options):
        page.view(options.pop("width", 1280), **options)
        page.open(root)
        page.run("document.querySelector('.tile').scrollIntoView({block: 'center'})")
        page.settle()

    def hover():
        x, y = page.run(STAGE)
        page.call("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
        page.settle()

    def leave():
        page.call("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 1, "y": 1})

    leave()
    open_page()
    checks.expect(not page.run(MOVING), "a preview moves unasked")
    fetched = [r["request"]["url"] for r in page.seen("Network.requestWillBeSent")]
    preview = page.run("document.querySelector('.tile .preview').src")
    checks.expect(preview not in fetched, "a preview is fetched before it is asked for")
    hover()
    checks.expect(page.run(MOVING), "no preview moves on hover")
    leave()
    open_page()
    page.run("document.querySelector('.tile a').focus()")
    page.settle()
    checks.expect(page.run(MOVING), "no preview moves on focus")
    open_page(still=True)
    hover()
    page.run("document.querySelector('.tile a').focus()")
    checks.expect(not page.run(MOVING), "a preview moves under reduced motion")
    leave()
    open_page(width=390, touch=True)
    x, y = page.run(STAGE)
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        page.call("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.settle()
    checks.expect(page.run(MOVING), "no preview moves on a tap")
    checks.expect(page.run("location.href") == root, "a tap on a picture leaves the page")
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        page.call("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.settle()
    checks.expect(not page.run(MOVING), "a second tap does not stop a preview")
    # A large animation, too, is a still picture under reduced motion.
    for still in (False, True):
        page.view(1280, still=still)
        page.open(root + "gifts/rose")
        moving = page.run("document.querySelector('.ground .motion').checkVisibility()")
        checks.expect(moving != still, f"a large animation: {'moves' if moving else 'is still'}")


def copy_commands(checks, page, root):
    """A command is copied, or selected; without a script nothing offers that."""
    shown = "[...document.querySelectorAll('button.copy')].filter(b => b.checkVisibility()).length"
    page.view(1280)
    page.open(root + "gifts/rose")
    checks.expect(page.run(shown) > 0, "no command can be copied")
    result = page.run("""(async () => {
      const button = document.querySelector('button.copy');
      const renamed = new Promise(done => new MutationObserver(() =>
        done(button.getAttribute('aria-label'))).observe(button, {attributes: true}));
      button.click();
      const result = await renamed;
      return [result, getSelection().toString() === button.previousElementSibling.textContent];
    })()""")
    checks.expect(result in (["Copied", False], ["Press Ctrl-C", True]), f"Copy: {result}")
    page.call("Emulation.setScriptExecutionDisabled", {"value": True})
    page.open(root + "gifts/rose")
    checks.expect(page.run(shown) == 0, "Copy is offered without a script")
    page.call("Emulation.setScriptExecutionDisabled", {"value": False})


def use_keyboard(checks, page, root):
    """The first thing that Tab reaches leads past the head, and focus can be seen."""
    page.view(1280)
    page.open(root)
    for kind in ("keyDown", "keyUp"):
        page.call("Input.dispatchKeyEvent", {"type": kind, "key": "Tab", "code": "Tab",
                                             "windowsVirtualKeyCode": 9})
    page.settle()
    place = page.run("(() => { const e = document.activeElement; const b = e.getBoundingClientRect();"
                     " return [e.className, b.top >= 0, getComputedStyle(e).outlineStyle]; })()")
    checks.expect(place == ["skip", True, "solid"], f"the first focus is at {place}")


def pass_boundary(checks, page, root, giftctl):
    """A page that is open shows what a boundary changes, once it has passed."""
    run(giftctl, "retire", "--yes", "--at", "+8s", "gift-010")
    page.view(1280)
    page.open(root + "gifts/gift-010")
    status = "document.querySelector('.status').textContent"
    checks.expect("live" in page.run(status).lower(), "a gift is not live before its boundary")
    page.browser.events.clear()
    page.browser.wait("Page.loadEventFired", page.session)
    checks.expect("retired" in page.run(status).lower(), "a boundary passed, and nothing changed")


def open_folder(checks, page, giftctl):
    """The same from files, without a server."""
    parent = tempfile.mkdtemp(prefix="gallery-folder-")
    run(giftctl, "gallery", "-o", f"{parent}/gallery")
    root = f"file://{parent}/gallery/"
    for name in ("index.html", "gift-rose.html", "rotation-spring.html", "names-ar.html"):
        page.view(1280)
        page.open(root + name)
        page.settle()
        checks.page(page, root, f"folder {name}")
        checks.expect(page.run("[...document.images].filter(i => i.checkVisibility() && "
                               "i.getBoundingClientRect().top < innerHeight)"
                               ".every(i => i.naturalWidth > 0)"), f"{name}: a picture is missing")
        checks.expect(page.run("getComputedStyle(document.querySelector('.bar')).position")
                      == "sticky", f"{name}: no stylesheet")
        page.screenshot(checks.screenshots / f"folder-{name[:-5]}.png")
    shutil.rmtree(parent)


def main():
    giftctl, fixtures, screenshots = sys.argv[1], *map(pathlib.Path, sys.argv[2:])
    screenshots.mkdir(parents=True, exist_ok=True)
    checks = Checks(screenshots)
    fill(giftctl, fixtures)
    with contextlib.closing(Gallery(giftctl)) as gallery, contextlib.closing(Browser()) as browser:
        page = browser.page()
        try:
            move(checks, page, gallery.address)
            copy_commands(checks, page, gallery.address)
            use_keyboard(checks, page, gallery.address)
            pass_boundary(checks, page, gallery.address, giftctl)
            open_folder(checks, page, giftctl)
            look(checks, page, gallery.address)
        except Failure as failure:
            checks.wrong.append(str(failure))
    for wrong in checks.wrong:
        print(re.sub(r"/[0-9a-f]{48}/", "/…/", wrong)[:300], file=sys.stderr)
    print(f"{checks.pages} views of pages, {len(checks.wrong)} things wrong; "
          f"screenshots in {screenshots}")
    sys.exit(1 if checks.wrong else 0)


if __name__ == "__main__":
    main()
