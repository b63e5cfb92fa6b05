"""Writes a manual page: what its template says, and what the parser knows of verbs and options.

manual.py TEMPLATE VERSION DATE DUMP [DUMP of the other program] > PAGE

A DUMP is what `PROGRAM --experimental-dump-help` prints. A template is mdoc(7) with lines such as
`@verbs`, which are replaced. Unknown options, verbs and variables in it end
this with an error, and so does a variable GIFT_… of the sources that no template has."""

import collections
import datetime
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Stale(Exception):
    pass


def names(argument):
    """Such as ["-o", "--output"]; none for a positional argument."""
    found = [("-" if name["kind"] == "short" else "--") + name["name"]
             for name in argument.get("names", [])]
    return sorted(found, key=len)


def shown(command):
    """The arguments that help shows, there or for --help-limits, without the help itself and the
    version of the program."""
    own = [argument for argument in command.get("arguments", [])
           if argument["shouldDisplay"]
           or any(re.match("--(max|min)-", name) for name in names(argument))]
    return [argument for argument in own
            if names(argument) != ["-h", "--help"]
            and argument.get("abstract") != "Show the version."]


def verbs(command, path=()):
    """All verbs below, with their words."""
    for verb in command.get("subcommands", []):
        if verb["commandName"] != "help" and verb["shouldDisplay"]:
            yield path + (verb["commandName"],), verb
            yield from verbs(verb, path + (verb["commandName"],))


def identity(argument):
    return (tuple(names(argument)), argument["valueName"], argument.get("abstract"))


def escaped(text):
    """Text as roff prints it; hyphens stay what a shell takes."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in text)


def macro_argument(word):
    """A word that cannot be taken for a macro."""
    return ("\\&" if len(word) in (2, 3) and word[0].isupper() else "") + escaped(word)


def flag(name):
    return "Fl " + escaped(name[1:])


def value(argument):
    if argument["kind"] == "flag":
        return ""
    more = " ..." if argument["parsingStrategy"] == "upToNextOption" else ""
    return f" Ar {macro_argument(argument['valueName'])}{more}"


class Page:
    def __init__(self, template, version, date, dumps):
        self.command = dumps[0]["command"]
        self.program = self.command["commandName"]
        self.programs = {dump["command"]["commandName"]: dump["command"] for dump in dumps}
        self.template = template
        self.version = version
        self.date = date
        self.variables = set(re.findall(r"\b[A-Z_]{2,}\b", " ".join(
            re.findall(r"^\.It Ev (.*)$", template, re.M))))
        self.groups = {}
        self.use = collections.Counter()
        self.samples = {}
        for _, verb in verbs(self.command):
            for argument in shown(verb):
                self.use[identity(argument)] += 1
                self.samples[identity(argument)] = argument

    # What the parser says.

    def prose(self, text, values=()):
        """Sentences, a line each, with options, verbs and variables marked."""
        lines, line = [], []

        def end():
            if line:
                start = "\\&" if line[0][0] in ".'" else ""
                lines.append(start + " ".join(line))
                line.clear()

        words = text.replace("`", "").split()
        position = 0
        while position < len(words):
            word = words[position]
            position += 1
            opening, core, closing = re.fullmatch(r"(\(*)(.*?)([.,:;)]*)", word).groups()
            marked = None
            if re.fullmatch(r"--?[a-z][a-z-]*", core):
                marked = flag(core)
            elif core in self.variables:
                marked = "Ev " + core
            elif core.isupper() and core.lower() in values:
                marked = "Ar " + core.lower()
            elif core in self.programs and not closing:
                path = ()
                while position < len(words) and any(
                        found == path + (words[position].rstrip(".,:;)"),)
                        for found, _ in verbs(self.programs[core])):
                    path += (words[position].rstrip(".,:;)"),)
                    closing = words[position][len(path[-1]):]
                    position += 1
                    if closing:
                        break
                marked = f"Nm {core}" + (" Cm " + " ".join(path) if path else "")
            if marked:
                end()
                macro, rest = marked.split(" ", 1)
                lines.append(" ".join([f".{macro}", *opening, rest, *closing]))
            else:
                # Code is not hyphenated.
                line.append(("\\%" if re.search(r"[{/_@=]", word) else "") + escaped(word))
                if re.search(r"[.!?]$", word) and position < len(words):
                    end()
        end()
        return lines

    def description(self, argument, known):
        text = argument.get("abstract") or ""
        text = re.sub(r"\[(d)(efault[^]:]*: [^]]*)\]", r"D\2.", text)
        if argument.get("allValues") and "|" not in argument["valueName"]:
            text += f" Values: {', '.join(argument['allValues'])}."
        if "defaultValue" in argument and "[default" not in (argument.get("abstract") or ""):
            text += f" Default: {argument['defaultValue']}."
        repeats = argument["isRepeating"] and argument["kind"] != "positional"
        if repeats and not re.search("repeated|several|Gifts", text):
            text += " Can be repeated."
        return self.prose(text, known)

    def listing(self, arguments, values=()):
        if not arguments:
            return []
        lines = [".Bl -tag -width Ds"]
        pending = []
        for index, argument in enumerate(arguments):
            if argument["kind"] == "positional":
                item = "Ar " + macro_argument(argument["valueName"])
            else:
                item = " , ".join(map(flag, names(argument))) + value(argument)
            pending.append(item)
            following = arguments[index + 1] if index + 1 < len(arguments) else None
            # --streakable and --no-streakable are one.
            if following and names(following)[:1] == ["--no-" + argument["valueName"]] \
                    and following.get("abstract") == argument.get("abstract"):
                continue
            lines.append(".It " + " , ".join(pending))
            lines += self.description(argument, values)
            pending = []
        return lines + [".El"]

    def usage(self, path, verb):
        lines = [".Nm " + self.program, ".Cm " + " ".join(path)] if path else [".Nm"]
        if verb.get("subcommands") and path:
            return lines + [".Ar verb", ".Op Ar argument ..."]
        options = [argument for argument in shown(verb) if argument["kind"] != "positional"]
        if any(argument["isOptional"] for argument in options):
            lines.append(".Op Ar options")
        lines += ["." + flag(names(argument)[-1]) + value(argument)
                  for argument in options if not argument["isOptional"]]
        for argument in shown(verb):
            if argument["kind"] == "positional":
                name = "Ar " + macro_argument(argument["valueName"])
                name += " ..." if argument["isRepeating"] else ""
                lines.append(".Op " + name if argument["isOptional"] else "." + name)
        return lines

    def paragraphs(self, text, values=()):
        lines = []
        for paragraph in text.split("\n\n"):
            if not paragraph.startswith("Exit codes:"):
                lines += [".Pp", *self.prose(paragraph, values)]
        return lines

    def verb(self, path, verb):
        values = {name for argument in shown(verb) if argument["kind"] != "flag"
                  for name in re.findall(r"\w+", argument["valueName"])}
        lines = [".Ss " + " ".join(path), *self.usage(path, verb)]
        lines += self.paragraphs(verb["abstract"], values)
        if verb.get("aliases"):
            lines += ["Short:", f".Nm {self.program} Cm {' '.join(verb['aliases'])} ."]
        lines += self.paragraphs(verb["discussion"], values) if verb.get("discussion") else []
        shared = {key: title for title, keys in self.groups.items() for key in keys}
        lines += self.listing(
            [argument for argument in shown(verb) if identity(argument) not in shared], values)
        theirs = [identity(argument) for argument in shown(verb) if identity(argument) in shared]
        also = []
        for title, keys in self.groups.items():
            if set(keys) <= set(theirs):
                also.append(f"Sx {title}")
            else:
                also += [flag(key[0][-1]) for key in theirs if key in keys]
        if also:
            lines += [".Pp", "Also:"]
            lines += [f".{item} ," for item in also[:-1]] + [f".{also[-1]} ."]
        return lines

    def shared(self, title, wanted):
        """The options that a line `@shared TITLE: --option… [+the beginnings of others]` names."""
        keys = []
        for want in wanted:
            if want.startswith("+"):
                found = [key for key in self.samples
                         if key[0] and key[0][0].startswith(want[1:])]
            else:
                found = [key for key in self.use if want in key[0]]
                found = sorted(found, key=lambda key: -self.use[key])[:1]
            if not found or any(self.use[key] < 2 for key in found):
                raise Stale(f"{want} is not shared by verbs, as @shared says")
            keys += found
        self.groups[title] = keys

    def exits(self):
        said = re.search(r"Exit codes: (.*)", self.command["discussion"]).group(1)
        said = dict(re.findall(r"(\d+) ([^\u00b7]*?)(?: \u00b7 |\.$)", said))
        if self.program == "giftctl":
            table = (ROOT / "docs/cli.md").read_text().split("\n## Exit codes\n")[1]
            rows = dict(re.findall(r"^\| (\d+) \| (.*) \|$", table, re.M))
            if rows.keys() != said.keys():
                raise Stale("The exit codes of docs/cli.md are not those of the help")
            said = rows
        lines = [".Bl -tag -width Ds"]
        for code, meaning in said.items():
            lines += [f".It {code}", *self.prose(meaning[0].upper() + meaning[1:] + ".")]
        return lines + [".El"]

    # What the template says.

    def verify(self):
        own = {name for _, verb in [((), self.command), *verbs(self.command)]
               for argument in verb.get("arguments", []) for name in names(argument)}
        paths = {" ".join(path) for command in self.programs.values()
                 for path, _ in verbs(command)} | {"help"}
        sources = "".join(path.read_text() for path in (ROOT / "Sources").rglob("*.swift"))
        for line in self.template.replace("\\e\n", " ").splitlines():
            plain = line.replace("\\", "")
            if plain.startswith("$ "):
                for program, words in re.findall(r"\b(giftctl|giftd) ([^|]*)", plain):
                    self.verify_example(program, words.split())
                continue
            for option in re.findall(r"\bFl (\S+)", plain):
                if "-" + option not in own:
                    raise Stale(f"There is no option -{option}")
            for option in re.findall(r"--[a-z][a-z-]*", "" if plain.startswith("@") else plain):
                if option not in own:
                    raise Stale(f"There is no option {option}")
            for path in re.findall(r"\bCm ([a-z]+(?: [a-z]+)*)", plain):
                if path not in paths:
                    raise Stale(f"There is no verb {path}")
            for path in re.findall(r"\bPa ((?:docs|deploy)/\S+)", plain):
                if not (ROOT / path).exists():
                    raise Stale(f"There is no file {path}")
            for variable in re.findall(r"\b[A-Z_]{2,}\b", plain if "Ev " in plain else ""):
                if f'"{variable}"' not in sources:
                    raise Stale(f"No source reads {variable}")
        told = "".join(path.read_text() for path in (ROOT / "docs/man").glob("*.in"))
        for variable in sorted(set(re.findall(r'"(GIFT_\w+)"', sources))):
            if not re.search(rf"^\.It Ev .*\b{variable}\b", told, re.M):
                raise Stale(f"{variable}, which the sources read, is in no page")

    def verify_example(self, program, words):
        command = self.programs[program]
        verb = program
        while words and command.get("subcommands") and not words[0].startswith("-"):
            found = [verb for verb in command["subcommands"] if verb["commandName"] == words[0]]
            if not found:
                raise Stale(f"There is no verb {words[0]} of {verb}")
            command, verb = found[0], f"{verb} {words.pop(0)}"
        options = {name for argument in command["arguments"] for name in names(argument)}
        for word in words:
            if re.match("--?[a-z]", word) and word.split("=")[0] not in options:
                raise Stale(f"{verb} has no option {word}")

    def text(self):
        self.verify()
        directives = re.findall(r"^@shared ([A-Z ]+): (.*)$", self.template, re.M)
        for title, wanted in directives:
            self.shared(title, wanted.split())
        lines = []
        for line in self.template.splitlines():
            if not line.startswith("@"):
                lines.append(line)
                continue
            directive = line.split()[0]
            if directive == "@head":
                abstract = self.command["abstract"].rstrip(".")
                lines += [f".Dd {self.date:%B} {self.date.day}, {self.date.year}",
                          f".Dt {self.program.upper()} {line.split()[1]}",
                          f".Os \"Gift catalogue {self.version}\"",
                          ".Sh NAME", f".Nm {self.program}",
                          ".Nd " + escaped(abstract[0].lower() + abstract[1:])]
            elif directive == "@discussion":
                lines += self.paragraphs(self.command["discussion"])[1:]
            elif directive == "@options":
                lines += self.listing(self.command["arguments"])
            elif directive == "@verbs":
                for path, verb in verbs(self.command):
                    lines += self.verb(path, verb)
            elif directive == "@shared":
                title = re.match(r"@shared ([A-Z ]+):", line).group(1)
                lines += self.listing([self.samples[key] for key in self.groups[title]])
            elif directive == "@exit":
                lines += self.exits()
            else:
                raise Stale(f"There is no directive {directive}")
        return "\n".join(lines) + "\n"


template, version, date, *dumps = sys.argv[1:]
try:
    page = Page(pathlib.Path(template).read_text(), version, datetime.date.fromisoformat(date),
                [json.loads(pathlib.Path(dump).read_text()) for dump in dumps])
    sys.stdout.write(page.text())
except Stale as fault:
    sys.exit(f"{template}: {fault}")
