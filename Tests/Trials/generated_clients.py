"""Compares what generated clients make of a giftd's answers with the answers themselves:

generated_clients.py OPENAPI URL SINCE    in the folder that Tests/Trials/generated prepared; SINCE is the
                                          token of an earlier catalogue. Fails at the first that is
                                          wrong, and prints what held.
"""
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import yaml

sys.path.insert(0, ".")
sys.path.insert(0, "python")

INSTANT = re.compile(r"^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([.]\d+)?(Z|[+]00:00)$")


def plain(value):
    """The same with instants to the millisecond, which is all that a Date of JavaScript keeps."""
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    if isinstance(value, list):
        return [plain(member) for member in value]
    if isinstance(value, str) and (match := INSTANT.match(value)):
        return f"{match[1]}{((match[2] or '.') + '000')[:4]}Z"
    return value


def fetch(url):
    try:
        with urllib.request.urlopen(url) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as problem:
        return json.load(problem)


def same(who, what, value, wanted):
    if plain(value) != plain(wanted):
        sys.exit(f"generated: {who} makes of {what}\n  {json.dumps(plain(value), sort_keys=True)}"
                 f"\nnot\n  {json.dumps(plain(wanted), sort_keys=True)}")


def pydantic_models(answers):
    import models

    for name, schema, answer in answers:
        value = getattr(models, schema).model_validate(answer)
        same("datamodel-code-generator", name, value.model_dump(
            mode="json", by_alias=True, exclude_unset=True), answer)


def attrs_client(answers, url, since):
    sys.path.insert(0, "clients")
    from gift_attrs import Client, models
    from gift_attrs.api.catalogue import get_catalogue, get_gift
    from gift_attrs.api.pictures import get_picture

    for name, schema, answer in answers:
        value = getattr(models, schema).from_dict(json.loads(json.dumps(answer)))
        same("openapi-python-client", name, value.to_dict(), answer)
    client = Client(base_url=url)
    whole = get_catalogue.sync(client=client)
    same("openapi-python-client", "getCatalogue", whole.to_dict(), answers[0][2])
    same("openapi-python-client", "getCatalogue with since",
         get_catalogue.sync(client=client, since=since).to_dict(), answers[1][2])
    same("openapi-python-client", "getGift of none",
         get_gift.sync("nothing", client=client).to_dict(), fetch(f"{url}/v1/gifts/nothing"))
    poster = whole.gifts[0].poster
    picture = get_picture.sync(poster.sha256, client=client).payload.read()
    if len(picture) != poster.byte_count:
        sys.exit(f"generated: getPicture brings {len(picture)} bytes, not {poster.byte_count}")


def openapi_client(answers, url, since):
    import openapi_client
    from openapi_client import api_client, exceptions

    for name, schema, answer in answers:
        value = getattr(openapi_client, schema).from_dict(answer)
        same("openapi-generator's Python", name, json.loads(value.to_json()), answer)
    settings = openapi_client.Configuration(host=url)
    api = openapi_client.CatalogueApi(api_client.ApiClient(settings))
    for name, value, answer in [("", api.get_catalogue(), answers[0][2]),
                                (" with since", api.get_catalogue(since=since), answers[1][2])]:
        same("openapi-generator's Python", f"getCatalogue{name}", json.loads(value.to_json()), answer)
    try:
        api.get_gift("nothing")
        sys.exit("generated: getGift of none brings one")
    except exceptions.NotFoundException as problem:
        same("openapi-generator's Python", "getGift of none", json.loads(problem.data.to_json()),
             fetch(f"{url}/v1/gifts/nothing"))


def typescript(answers, url, since):
    names = sorted({schema for _, schema, _ in answers})
    functions = ", ".join(f"{name}FromJSON, {name}ToJSON" for name in names)
    table = ", ".join(f"{name}: [{name}FromJSON, {name}ToJSON]" for name in names)
    Path("talk.ts").write_text(f"""
import {{ CatalogueApi, Configuration, {functions} }} from "./typescript-fetch/index";
declare const process: {{ argv: string[] }};
const forms: Record<string, [(json: any) => any, (value: any) => any]> = {{ {table} }};
const answers: [string, string, any][] = {json.dumps(answers)};
async function talk(): Promise<void> {{
  const again = answers.map(([name, schema, answer]) => {{
    const [decode, encode] = forms[schema];
    return [name, encode(decode(answer))];
  }});
  const api = new CatalogueApi(new Configuration({{ basePath: process.argv[2] }}));
  const whole = await api.getCatalogue({{}});
  const first: string = (whole.gifts ?? [])[0].animation.sha256;
  const delta = await api.getCatalogue({{ since: process.argv[3] }});
  console.log(JSON.stringify(
    {{ again, first, whole: CatalogueToJSON(whole), delta: CatalogueToJSON(delta) }}));
}}
talk();
""")
    subprocess.run(
        ["tsc", "--strict", "--target", "es2020", "--module", "commonjs", "--lib", "es2020,dom",
         "--outDir", "js", "talk.ts"], check=True)
    output = subprocess.run(
        ["node", "js/talk.js", url, since], check=True, capture_output=True, text=True).stdout
    spoken = json.loads(output)
    for (name, _, answer), (_, value) in zip(answers, spoken["again"]):
        same("TypeScript", name, value, answer)
    same("TypeScript", "getCatalogue", spoken["whole"], answers[0][2])
    same("TypeScript", "getCatalogue with since", spoken["delta"], answers[1][2])


def kotlin(schemas):
    folder = next(Path("kotlin/src/main").rglob("models"))
    classes = 0
    for name, schema in schemas.items():
        if schema.get("type") != "object" or "properties" not in schema:
            continue
        text = (folder / f"{name}.kt").read_text()
        members = set(re.findall(r'@Json\(name = "(\w+)"\)\s+val ', text))
        if members != set(schema["properties"]):
            sys.exit(f"generated: Kotlin's {name} has {sorted(members)}, "
                     f"not {sorted(schema['properties'])}")
        for kind in re.findall(r"val \w+: (?:kotlin[.]collections[.]\w+<)?(\w+)[>?,\s]", text):
            if kind != "kotlin" and not (folder / f"{kind}.kt").exists():
                sys.exit(f"generated: Kotlin's {name} needs {kind}, which there is not")
        classes += 1
    return classes


def main(openapi, url, since):
    schemas = yaml.safe_load(Path(openapi).read_text())["components"]["schemas"]
    whole = fetch(f"{url}/v1/catalogue")
    seen = {member for gift in whole["gifts"] for member in gift}
    loops = {type(gift["animation"]["playback"]["loop"]) for gift in whole["gifts"]}
    # Without these the test would not ask what it is there to ask.
    missing = {"changes", "next", "until", "poster", "preview"} - seen
    if missing or loops != {bool, int, str} or not whole["categories"] or "withdrawn" not in whole:
        sys.exit(f"generated: the catalogue lacks {missing}, or has only {loops}")
    answers = [
        ("the catalogue", "Catalogue", whole),
        ("what changed", "Catalogue", fetch(f"{url}/v1/catalogue?since={since}")),
        ("splash", "Catalogue", fetch(f"{url}/v1/catalogue?placement=splash")),
        ("an app's catalogue", "Catalogue",
         fetch(f"{url}/v1/catalogue?platform=ios&app=8.3&region=DE")),
        ("upcoming", "Upcoming", fetch(f"{url}/v1/upcoming")),
        ("withdrawn", "Withdrawn", fetch(f"{url}/v1/withdrawn")),
        ("a live gift", "Gift", fetch(f"{url}/v1/gifts/heart")),
        ("a retired gift", "Gift", fetch(f"{url}/v1/gifts/crown")),
        ("a withdrawn gift", "Gift", fetch(f"{url}/v1/gifts/diamond")),
        ("a problem", "Problem", fetch(f"{url}/v1/gifts/nothing")),
    ]
    if "changed" not in answers[1][2] or not answers[4][2]["upcoming"]:
        sys.exit("generated: nothing changed, or nothing is upcoming")
    pydantic_models(answers)
    attrs_client(answers, url, since)
    openapi_client(answers, url, since)
    typescript(answers, url, since)
    classes = kotlin(schemas)
    print(f"{len(answers)} answers decode in Python (three generators) and TypeScript, and are what "
          f"they were; Kotlin has the members of {classes} classes.")


main(*sys.argv[1:])
