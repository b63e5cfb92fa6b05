#!/usr/bin/env python3
"""Plays animations with lottie-web in Debian's Chromium, and holds the check to what it accepts.

usage: players.py CHUNK DRAWBENCH VERDICTS
CHUNK is the script with lottie-web in it. DRAWBENCH tells what rlottie draws. VERDICTS has the
lines of `LottieBench verdicts`. Files of work are written beside it and beside the chunk.
"""
import collections
import os
import pathlib
import shutil
import subprocess
import sys

from browser import Failure
from lottie_web import RENDERERS, Player, each_of, write_page

# By weight: an animation is listed under the first that applies.
FAULTS = {
    "requests": "asks for what is outside the file", "evaluates": "evaluates code",
    "stops": "hangs or ends the page", "throws": "throws", "unloaded": "never loads",
    "blank": "draws nothing",
}
# What the check warns of, and of which nothing may be left to see.
BLANK = {
    "feature.effect", "feature.effect-layer", "feature.mask-open", "image.no-size",
    "keyframe.number", "layer.scale-zero", "layer.span-empty", "layer.unplayed", "number.opacity",
    "number.precision", "reference.matte-unused", "reference.parent-missing", "shape.star-radius",
    "shape.type-unknown", "structure.incomplete", "structure.one-component", "text.glyph-missing",
    "time.layer-outside", "time.remap-outside", "top.no-layers",
}
# What the check warns of, and what the canvas renderer throws at.
NOT_ON_CANVAS = {
    "canvas.gradient", "canvas.text", "feature.luma-matte", "feature.matte-unknown",
    "image.no-size", "reference.matte-missing", "structure.one-component", "text.glyph-missing",
}
Row = collections.namedtuple(
    "Row", "path gift gift_errors gift_warnings web web_errors web_warnings")


def planted(layer, assets="[]"):
    """An animation of one layer."""
    return (f'{{"v":"5.7.4","fr":30,"ip":0,"op":30,"w":100,"h":100,"assets":{assets},"layers":['
            f'{{"nm":"a","ind":1,"ip":0,"op":30,"st":0,"sr":1,"ks":{{}},{layer}}}]}}')


def disk(size, items=""):
    return (f'"ty":4,"shapes":[{{"ty":"gr","it":[{{"ty":"el","p":{{"k":[50,50]}},"s":{size}}},'
            f'{{"ty":"fl","c":{{"k":[1,0,0,1]}},"o":{{"k":100}}}},{items}'
            f'{{"ty":"tr","o":{{"k":100}}}}]}}]')


# An animation with each fault, so that a harness that no longer notices it is noticed itself.
ENDLESS = ('{"ty":"rp","c":{"k":1e9},"o":{"k":0},"m":1,"tr":{"p":{"k":[0,0]},"a":{"k":[0,0]},'
           '"s":{"k":[100,100]},"r":{"k":0},"so":{"k":100},"eo":{"k":100}}},')
PLANTED = {
    None: planted(disk('{"k":[50,50]}')),
    "requests": planted('"ty":2,"refId":"i"', '[{"id":"i","w":9,"h":9,"u":"","p":"i.png","e":0}]'),
    "evaluates": planted(disk('{"k":[50,50],"x":"var $bm_rt = [1, 1]"}')),
    "stops": planted(disk('{"k":[50,50]}', ENDLESS)),
    "throws": planted(disk('{"k":[{"t":0,"s":[50,50]}]}')),
    "unloaded": planted('"ty":13,"pe":{"k":1}'),
    "blank": planted('"ty":3'),
}


def check_harness(address):
    """Plays an animation with each fault, and fails if it is not found, or if a rule is unknown."""
    rules = (pathlib.Path(__file__).parents[2] / "RULES.md").read_text(encoding="utf-8")
    unknown = [code for code in sorted(BLANK | NOT_ON_CANVAS) if f"\n## `{code}`\n" not in rules]
    if unknown:
        raise Failure(f"RULES.md does not know {unknown}")
    player = Player(address)
    try:
        for name, text in PLANTED.items():
            for renderer in RENDERERS:
                told = player.play(text, renderer)
                if name not in told if name else told:
                    raise Failure(f"{renderer}, planted {name}: {told}")
    finally:
        player.close()


def play_all(rows, address):
    """The faults that each renderer has with each animation."""
    def play(player, row):
        text = pathlib.Path(row.path).read_text(encoding="utf-8", errors="replace")
        return {renderer: player.play(text, renderer) for renderer in RENDERERS}
    return each_of(rows, address, play)


def fault(told):
    """The worst fault among what a renderer told, with its first detail; None if it plays."""
    return next(((name, told[name][0]) for name in FAULTS if name in told), None)


def is_warned(row, renderer, name):
    warnings = (row.gift_warnings + "," + row.web_warnings).split(",")
    if renderer == "canvas" and name in ("throws", "unloaded"):
        return not NOT_ON_CANVAS.isdisjoint(warnings)
    return name == "blank" and not BLANK.isdisjoint(warnings)


def blank_in_rlottie(paths, bench, folder):
    """Those of which rlottie, too, draws nothing: the check warns when it draws them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for number, path in enumerate(paths):
        (folder / f"{number}.json").symlink_to(pathlib.Path(path).resolve())
    parts = os.cpu_count()
    benches = [subprocess.Popen([bench, "verdicts", folder, "0", "1", str(part), str(parts)],
                                stdout=subprocess.PIPE, text=True) for part in range(parts)]
    printed = [process.communicate()[0] for process in benches]
    lines = [line.split("\t") for part in printed for line in part.splitlines()]
    if any(process.returncode for process in benches) or len(lines) != len(paths):
        raise Failure("DrawBench did not draw everything")
    return {paths[int(name.removesuffix(".json"))] for name, verdict, _ in lines
            if verdict != "drawn" and not verdict.startswith("failed")}


def violations(rows, results, bench, folder):
    """Each animation that a profile accepts and a renderer does not play: row, renderer, fault."""
    found = []
    for row, result in zip(rows, results):
        if "accepted" not in (row.gift, row.web):
            continue
        for renderer in RENDERERS:
            wrong = fault(result[renderer])
            if wrong and not is_warned(row, renderer, wrong[0]):
                found.append((row, renderer, wrong))
    blank = sorted({row.path for row, _, (name, _) in found if name == "blank"})
    drawn_nowhere = blank_in_rlottie(blank, bench, folder)
    return [each for each in found if each[2][0] != "blank" or each[0].path not in drawn_nowhere]


def main(chunk, bench, verdicts):
    rows = [Row(*line.rstrip("\n").split("\t")) for line in open(verdicts, encoding="utf-8")]
    page = write_page(pathlib.Path(chunk), "players.html")
    check_harness(page)
    results = play_all(rows, page)
    found = violations(rows, results, bench, pathlib.Path(verdicts).parent / "blank")
    for row, renderer, (name, detail) in found:
        print(f"{row.path}: lottie-web, {renderer}, {FAULTS[name]}{': ' if detail else ''}{detail}")
    accepted = sum("accepted" in (row.gift, row.web) for row in rows)
    print(f"{len(rows)} animations; gift or web accepts {accepted}, of which "
          f"{len({row.path for row, _, _ in found})} do not play")
    for name, text in FAULTS.items():
        counts = [sum(r == renderer and wrong[0] == name for _, r, wrong in found)
                  for renderer in RENDERERS]
        if any(counts):
            print(f"  {text}: {counts[0]} in svg, {counts[1]} in canvas")
    strict = collections.Counter()
    for row, result in zip(rows, results):
        if row.web != "accepted" and not any(fault(result[renderer]) for renderer in RENDERERS):
            strict.update(row.web_errors.split(","))
    print("Refused by web, but plays, by rule:")
    for code, count in strict.most_common():
        print(f"  {code}: {count}")
    sys.exit(1 if found or not accepted else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
