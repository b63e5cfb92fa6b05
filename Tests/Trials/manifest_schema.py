"""Compares the schema with `giftctl import --dry-run` over manifests that differ from a valid one
in one member each: missing, null, of another type, at and beyond each limit, unknown.

manifest_schema.py SCHEMA GIFTCTL FOLDER"""

import copy
import json
import os
import subprocess
import sys

import jsonschema

schema_path, giftctl, folder = sys.argv[1:]
with open(schema_path, encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)



def for_python(part):
    """The same schema, where no `$` matches before a line feed: Python's does, JSON Schema's not."""
    if isinstance(part, dict):
        return {name: value.removesuffix("$") + r"\Z" if name == "pattern" else for_python(value)
                for name, value in part.items()}
    return part


validator = jsonschema.Draft202012Validator(for_python(schema))

WINDOW = {"from": "2091-02-08 00:00", "until": "2091-02-15T00:00:00Z", "version": 1, "hide": False}
GIFT = {
    "id": "rose", "names": {"en": "Rose"}, "price": 10, "category": "flowers",
    "order": 10, "tags": ["valentine"], "streakable": True, "note": "Licensed", "publish": True,
    "version": 1, "from": "2090-12-20T10:00:00Z", "until": None, "windows": [WINDOW],
    "retire": "2091-06-01 00:00"}
BASE = {"$schema": "x", "zone": "Europe/Berlin", "gifts": [GIFT]}
MISSING = object()

KINDS = [MISSING, None, True, False, 0, 1, -1, 1.5, 1.0, "", "x", [], [1], {}, {"x": 1}]
SLUGS = ["a", "ab", "a-b", "a--b", "-a", "a-", "A", "ä", "a b", "a\n", "a" * 64, "a" * 65]
TIMES = ["2090-12-21T10:00:00Z", "2090-12-21t10:00:00.123456789z", "2090-12-21 10:00:00+01:00",
         "2090-12-21 10:00", "2090-12-21T10:00", "2090-12-21T10:00:30", "2090-12-21",
         "2090-13-21 10:00", "2090-12-32 10:00", "2090-12-21 24:00", "2090-12-21 10:60",
         "2090-12-21T10:00:60Z", "2090-12-21T10:00:00.Z", "2090-12-21T10:00:00+24:00",
         "2090-12-21T10:00:00.1234567890Z", "tomorrow", "now", "+3w", "2090-12-21 10:00\n",
         "2090-12-21t10:00", " 2090-12-21 10:00"]
LINES = ["Rose 🌹", " x", "x ", "a\nb", "a\tb", "x\n", "a\u2028b", "a\x7fb", "x" * 80]
VALUES = {
    "id": SLUGS, "category": SLUGS, "tag": SLUGS, "order": [-1000000, -1000001, 1000000, 1000001],
    "price": [10000000, 10000001, 1e1, 1e300, "10"], "version": [1000001, "1"],
    "file": ["./rose.json", "../rose.json", "/rose.json", "a//rose.json", "rose.json\0", ".."],
    "from": TIMES, "until": TIMES, "retire": ["2092-01-01 00:00"], "note": LINES,
    "name": LINES + ["x" * 641],
    "locale": ["de", "zh-Hant-TW", "es-419", "e", "english_", "", "de-", "en\n", "de--x"],
    "zone": []}


def variants():
    """Manifests, each with what is different about it."""
    def changed(path, value):
        document = copy.deepcopy(BASE)
        *parents, last = path
        target = document
        for step in parents:
            target = target[step]
        if value is MISSING:
            target.pop(last, None)
        else:
            target[last] = value
        return path, value, document

    places = [([], BASE), (["gifts", 0], GIFT), (["gifts", 0, "windows", 0], WINDOW)]
    for path, members in places:
        yield changed(path + ["unknown"], 1)
        for member in members:
            for value in KINDS + VALUES.get(member, []):
                yield changed(path + [member], value)
    for value in KINDS[1:] + VALUES["tag"]:
        yield changed(["gifts", 0, "tags", 0], value)
    for value in KINDS[1:] + VALUES["name"]:
        yield changed(["gifts", 0, "names", "en"], value)
    for locale in VALUES["locale"]:
        yield changed(["gifts", 0, "names", locale], "Rose")
    for value in KINDS:
        yield changed(["gifts", 0], value) if value is not MISSING else changed(["gifts"], [])
        yield changed(["gifts", 0, "windows", 0], value if value is not MISSING else [])
    # Its bytes take a while to compress, so the others leave it out.
    for value in KINDS + ["rose.json"] + VALUES["file"]:
        yield changed(["gifts", 0, "file"], value)
    # Members that go together: publishing, its times, and an end.
    for publish in [True, False, None, MISSING]:
        for member in ["version", "from", "until", "retire"]:
            for value in [GIFT[member] or "2091-01-01 00:00", None, MISSING]:
                path, value, document = changed(["gifts", 0, member], value)
                gift = document["gifts"][0]
                gift.pop("publish")
                if publish is not MISSING:
                    gift["publish"] = publish
                yield path, (publish, value), document
    for hide in [True, False, None, MISSING]:
        for version in [1, None, MISSING]:
            path, value, document = changed(["gifts", 0, "windows", 0, "version"], version)
            window = document["gifts"][0]["windows"][0]
            window.pop("hide")
            if hide is not MISSING:
                window["hide"] = hide
            yield path, (hide, value), document
    for count in [100, 101]:
        windows = [dict(WINDOW, **{"from": f"2091-03-01 00:00:{i % 60:02}",
                                   "until": f"2091-03-01 00:00:{i % 60:02}"}) for i in range(count)]
        yield changed(["gifts", 0, "windows"], windows)


def refusal(document):
    """Why giftctl does not accept the manifest; None if it does.

    What the schema cannot say is no refusal: what the catalogue has, and whether a file is there.
    """
    with open(os.path.join(folder, "manifest.json"), "w", encoding="utf-8") as file:
        json.dump(document, file)
    answer = subprocess.run([giftctl, "import", folder, "--dry-run", "--yes", "--json"],
                            capture_output=True, text=True, timeout=60)
    if answer.returncode == 0:
        return None
    error = json.loads(answer.stdout)
    text = json.dumps([error["error"]] + error.get("problems", []), ensure_ascii=False)
    beyond = ["overlap", "is before", "already planned", "there is no", "does not exist",
              "has no time zone", "ends before", "no version", "empty", "is not after the beginning"]
    code = error["error"]["code"]
    if code == "import_refused" and any(words in text.lower() for words in beyond):
        return None
    return text if code != "manifest" or "IANA" not in text else None


count = invalid = 0
failed = False
for path, value, document in variants():
    count += 1
    errors = [error.message for error in validator.iter_errors(document)]
    invalid += bool(errors)
    refused = refusal(document)
    if bool(errors) != bool(refused):
        failed = True
        shown = "missing" if value is MISSING else repr(value)[:80]
        print(f"{'/'.join(map(str, path))}: {shown}\n  schema: {errors[:1]}\n  giftctl: {refused}")
print(f"{count} manifests, of which {invalid} are refused")
sys.exit(failed)
