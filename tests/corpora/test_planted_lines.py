"""Defects planted into columns, chains and templates as JSON: each is found at its place, and no other."""

import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from keytally.findings.finding import RuleGroup
from keytally.findings.table import columns, conll, template_json
from tests.corpora.conftest import Find
from tests.corpora.planting import Plant, plant

pytestmark = pytest.mark.corpora

COLUMNS = [
    Plant("columns-fields", "a label lost", r"(?<=\n)(\w+)\tO\n", r"‹\1›" + "\n"),
    Plant("columns-fields", "a further cell", r"(?<=\n)(\w+)\tO\n", r"‹\1\tX\tO›" + "\n"),
    Plant("columns-label", "a small letter", r"\tO\n", "\t‹o›\n"),
    Plant("columns-label", "another mark for the hyphen", r"\tB-(\w+)(?=\n.*\tO\n)", r"\t‹B_\1›"),
    Plant("columns-label", "a type alone", r"\tB-(\w+)(?=\n.*\tO\n)", r"\t‹\1›"),
    Plant("columns-transition", "inside behind outside", r"(\tO\n\S+\t)B-(\w+)", r"\1‹I-\2›"),
    Plant("columns-transition", "inside of another type", r"(\tB-PER\n\S+\t)I-PER(?=\n.*\tO)", r"\1‹I-LOC›"),
    Plant("columns-type", "a longer name", r"\tB-LOC(?=\n.*\tO\n)", r"\t‹B-PLACE›"),
    Plant("columns-type", "small letters", r"\tB-PER(?=\n.*\tO\n)", r"\t‹B-per›"),
    Plant("columns-token", "a letter more", r"(?<=\n)([a-z]+)(?=\tO\n)", r"‹\1x›"),
    Plant("columns-token", "another case", r"(?<=\n)the(?=\tO\n)", r"‹THE›"),
    Plant("columns-sentence", "a token more", r"(\tO\n)(\n)\Z", r"\1‹more\tO›\n\2"),
    Plant("columns-sentence", "a token less", r"(?<=\n)(\S+\tO)\n\S+\tO\n\n\Z", r"‹\1›" + "\n\n"),
]
CHAINS = [
    Plant("conll-fields", "the last cell lost", r"(?<=\n)(\S+\t\d+\t\d+\t\S+)\t-\n", r"‹\1›" + "\n"),
    Plant("conll-fields", "no brackets", r"\t-\n", "\t‹7›\n"),
    Plant("conll-fields", "a letter", r"\t-\n", "\t‹x›\n"),
    Plant("conll-bracket", "never closed", r"\t-\n", "\t‹(9901›\n"),
    Plant("conll-bracket", "never opened", r"\t-\n", "\t‹9902)›\n"),
    Plant("conll-token", "a letter more", r"\t([a-z]+)(?=\t-\n)", r"\t‹\1x›"),
    Plant("conll-token", "another case", r"\tthe(?=\t-\n)", r"\t‹THE›"),
    Plant("conll-document", "another name", r"#begin document \((\w+)\)(.*)", r"‹#begin document (x\1)\2›"),
    Plant("conll-document", "a line before it", r"\A(?=#begin)", "‹x\t0\t0\tx\t-›\n"),
    Plant("conll-duplicate-mention", "twice in a chain", r"\t\((\d+)\)\n", r"\t(\1)|‹(\1)›" + "\n"),
    Plant("conll-duplicate-mention", "in two chains", r"\t\((\d+)\)\n", r"\t(\1)|‹(9903)›" + "\n"),
    Plant(
        "conll-crossing",
        "three tokens",
        r"\t-\n(\S+\t.*)\t-\n(\S+\t.*)\t-\n",
        r"\t(9904\n\1\t(9904|‹9904)›\n\2\t9904)\n",
    ),
    Plant(
        "conll-crossing",
        "a longer one",
        r"\t-\n(\S+\t.*)\t-\n(\S+\t.*)\t-\n(\S+\t.*)\t-\n",
        r"\t(9905\n\1\t-\n\2\t(9905|‹9905)›\n\3\t9905)\n",
    ),
]
RECORDS = [
    Plant("json-syntax", "a comma lost", r'("incident_type": "\w+"),(\s+)("PerpInd")', r"\1\2‹\3›"),
    Plant("json-syntax", "quotes lost", r'("incident_type": )"(\w+)"', r"\1‹\2›"),
    Plant("json-syntax", "a comma too many", r'"Weapon": \[\]', '"Weapon": []‹,›'),
    Plant("json-shape", "null", r'"Weapon": \[\]', '"Weapon": ‹null›'),
    Plant("json-shape", "a string for an entity", r'\[(\s+)("[\w ]+")(\s+)\]', r"\1‹\2›\3"),
    Plant("json-shape", "an empty entity", r'"Weapon": \[\]', '"Weapon": [‹[]›]'),
    Plant("json-role", "twice", r'"Weapon": \[\]', '"Weapon": [], ‹"Weapon"›: []'),
    Plant("json-role", "misspelt", r'"Weapon": \[\]', '‹"Wepon"›: []'),
    Plant("json-type", "that the key lacks", r'("incident_type": )"\w+"', r'\1‹"fire"›'),
    Plant("json-type", "a number", r'("incident_type": )"\w+"', r"\1‹3›"),
    Plant("json-document", "unknown", r'\A "\d+"', ' ‹"99999"›'),
]
RECORDS_OF_KEYS = [
    Plant("json-mention", "a letter more", r'\["([a-z ]+)", (\d+)\]', r'‹["\1x", \2]›'),
    Plant("json-mention", "another place", r'\["([a-z ]+)", (\d+)\]', r'‹["\1", 1\2]›'),
    Plant("json-document", "twice", r'\A(\{"docid": )("[^"]+")(.*\n)\Z', r"\1\2\3\1‹\2›\3"),
    Plant(
        "json-duplicate-template",
        "once more",
        r'(\{"incident_type": )("\w+")([^{}]*\})',
        r"\1\2\3, \1‹\2›\3",
    ),
    Plant(
        "json-duplicate-template",
        "without an offset",
        r'(\{"incident_type": )("\w+")(, [^{}]*"Victim": \[\[)\[("[^"\\]+"), \d+\](\]\][^{}]*\})',
        r"\g<0>, \1‹\2›\3\4\5",
    ),
]


def sentences(text: str) -> list[str]:
    return ["", *re.split(r"(?<=\n\n)", text)]


def whole(text: str) -> list[str]:
    return ["", text]


def records(text: str) -> list[str]:
    return re.split(r'(?m)(?=^ "\d+": \{)', text)


def lines(text: str) -> list[str]:
    return ["", *text.splitlines(keepends=True)]


def with_texts(key: str) -> str:
    """The documents of one template, with the texts that mentions and their offsets tell of them."""
    records = [record for record in map(json.loads, key.splitlines()) if len(record["templates"]) == 1]
    return "".join(f"{json.dumps(_with_text(record))}\n" for record in records)


def _with_text(record: dict[str, Any]) -> dict[str, Any]:
    roles = [role for role in record["templates"][0].values() if isinstance(role, list)]
    mentions = [mention for role in roles for entity in role for mention in entity]
    text = [" "] * max((offset + len(words) for words, offset in mentions), default=0)
    for words, offset in mentions:
        text[offset : offset + len(words)] = words
    return {**record, "doctext": "".join(text)}


def put(corpora: Path, folder: Path, names: Sequence[str]) -> Path:
    """Copy two files, of which the second one takes the defects; returns that one."""
    for name in names:
        shutil.copyfile(corpora / name, folder / Path(name).name)
    if names == KEY_LAST:
        key = folder / Path(names[1]).name
        key.write_text(with_texts(key.read_text(encoding="utf-8")), encoding="utf-8", newline="")
    return folder / Path(names[1]).name


KEY_LAST = ("template-json/response1.json", "template-json/key.jsonl")
PAIRS: dict[str, tuple[list[Plant], tuple[str, str], Callable[[str], list[str]]]] = {
    "columns": (
        COLUMNS,
        ("columns/wikigold/wikigold.key.conll", "columns/wikigold/wikigold.response1.conll"),
        sentences,
    ),
    "conll": (
        CHAINS,
        ("conll-disturbed/GUM_bio_holt.key.conll", "conll-disturbed/GUM_bio_holt.response.conll"),
        whole,
    ),
    "template-json": (RECORDS, ("template-json/key.jsonl", "template-json/response1.json"), records),
    "template-json-texts": (RECORDS_OF_KEYS, KEY_LAST, lines),
}
TOLD = '[[pair]]\ntask = "template-filling"\nkey = "key.jsonl"\nresponses = ["response1.json"]\n'
EACH = [
    pytest.param(family, each, id=f"{family}-{each}")
    for family, (plants, _, _) in PAIRS.items()
    for each in plants
]


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize(("family", "planted"), EACH)
def test_one_defect_is_one_finding(
    family: str, planted: Plant, ends: str, corpora: Path, tmp_path: Path, find: Find
) -> None:
    _, names, documents_of = PAIRS[family]
    response = put(corpora, tmp_path, names)
    if family.startswith("template-json"):
        (tmp_path / "keytally.toml").write_text(TOLD, encoding="utf-8")
    clean = find(tmp_path)
    made = plant(response.read_bytes().decode(), [planted], Random(3), documents_of)
    for path in tmp_path.glob("*.*"):
        text = made.text if path == response else path.read_bytes().decode()
        path.write_bytes(text.replace("\n", ends).encode())
    found = find(tmp_path)
    assert [each for each in found if each not in clean] == made.expected


@pytest.mark.parametrize(
    "group", [columns.FAMILY, conll.FAMILY, template_json.FAMILY], ids=lambda it: it.name
)
def test_every_rule_of_the_family_is_planted_twice(group: RuleGroup) -> None:
    planted = [each.rule for plants, _, _ in PAIRS.values() for each in plants]
    assert {rule.name for rule in group.rules if planted.count(rule.name) < 2} == set()
