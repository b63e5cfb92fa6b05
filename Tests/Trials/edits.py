#!/usr/bin/env python3
"""Plays animations before and after edits that keep their look, with lottie-web in Chromium.

usage: edits.py CHUNK EDITS
CHUNK is the script with lottie-web in it. EDITS has the lines of `LottieBench edits`. Lists edits
after which a renderer draws a pixel differently, or no longer plays what it played.
"""
import collections
import pathlib
import sys

from browser import LATE, Failure
from lottie_web import RENDERERS, Player, each_of, write_page

# Of 255: anti-aliased edges are rounded.
MOST = 1
# Faults of what is not played to its end.
UNPLAYED = ("stops", "throws", "unloaded")

# What lottie-web does not draw right before an edit, and after it does.
REPAIRED = {
    ("text.json", "repair"): "without \"tr\" all letters of a text are in one place",
}

Row = collections.namedtuple("Row", "path edit edited")


def text_of(path):
    return pathlib.Path(path).read_text(encoding="utf-8", errors="replace")


def solid(colour, first=0, rotation='{"k":0}'):
    return ('{"v":"5.7.4","fr":30,"ip":0,"op":90,"w":100,"h":100,"assets":[],"layers":[{"ty":1,'
            f'"ind":1,"ip":{first},"op":90,"st":0,"sr":1,"ks":{{"r":{rotation}}},"sw":9,"sh":9,'
            f'"sc":"{colour}"}}]}}')


# What can be told from a red solid, and what cannot.
RED = solid("#ff0000")
EASING = '"i":{"x":[0.8],"y":[0.8]},"o":{"x":[0.2],"y":[0.2]}'
TURNED = solid("#ff0000", rotation=f'{{"a":1,"k":[{{"t":0,"s":[0],{EASING}}},{{"t":90,"s":[90]}}]}}')
# An expression that does not run, or throws, would leave the solid as it is.
DRIVEN = solid("#ff0000", rotation='{"a":0,"k":0,"x":"var $bm_rt = $bm_mul(time, 30);"}')
PLANTED = [
    (RED, solid("#fe0000"), False), (RED, solid("#f00000"), True), (RED, solid("#ff0000", 1), True),
    (RED, "{}", True), (RED, DRIVEN, True), (DRIVEN, TURNED, False),
]


def check_harness(address):
    """Fails unless a difference is found, and a change that cannot be seen is not."""
    player = Player(address)
    try:
        for renderer in RENDERERS:
            for before, after, is_wrong in PLANTED:
                told = player.call("compare", before, after, renderer)
                if bool(wrong(told)) != is_wrong or "throws" in told["before"]:
                    raise Failure(f"{renderer}, {before}, {after}: {told}")
    finally:
        player.close()


def compare(player, row):
    """How each renderer compares an animation with its edit; None if there is nothing to compare:
    it does not play, or looks different each time."""
    before, after = text_of(row.path), text_of(row.edited)
    results = {}
    for renderer in RENDERERS:
        twice = player.call("compare", before, before, renderer)
        is_steady = not wrong(twice) and set(UNPLAYED).isdisjoint(twice["before"])
        if not is_steady:
            results[renderer] = None
            continue
        results[renderer] = player.call("compare", before, after, renderer)
        if LATE in str(results[renderer].get("stops")):
            # A busy machine is late once, an animation that no longer ends always.
            results[renderer] = player.call("compare", before, after, renderer)
    return results


def wrong(told):
    """How an edit changed what a renderer does, or None."""
    for fault in UNPLAYED:
        if fault in told.get("after", told):
            return f"no longer plays it: {fault} {told.get('after', told)[fault][0]}"
    if told["difference"] > MOST:
        return f"draws it differently, by {told['difference']} of 255"
    return None


def main(chunk, list_of_edits):
    # Loops are code, which is evaluated where it is compared with keyframes.
    page = write_page(pathlib.Path(chunk), "edits.html", "'unsafe-eval'")
    check_harness(page)
    rows = [Row(*line.rstrip("\n").split("\t")) for line in open(list_of_edits, encoding="utf-8")]
    results = each_of(rows, page, compare)
    found = 0
    compared = collections.Counter()
    for row, result in zip(rows, results):
        for renderer, told in result.items():
            if told is None:
                print(f"{row.path}, {row.edit}: not compared in {renderer}, "
                      "which does not play it, or differently each time")
                continue
            compared[row.edit, renderer] += 1
            fault = wrong(told)
            reason = REPAIRED.get((pathlib.Path(row.path).name, row.edit))
            if fault and reason:
                print(f"{row.path}, {row.edit}: lottie-web, {renderer}, {fault}: {reason}")
            elif fault:
                found += 1
                print(f"{row.path}, {row.edit}: lottie-web, {renderer}, {fault}")
    edits = sorted({row.edit for row in rows})
    for edit in edits:
        counts = ", ".join(f"{compared[edit, renderer]} in {renderer}" for renderer in RENDERERS)
        print(f"{edit}: {sum(row.edit == edit for row in rows)} animations, compared {counts}")
    is_whole = edits and all(compared[edit, renderer] for edit in edits for renderer in RENDERERS)
    sys.exit(1 if found or not is_whole else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
