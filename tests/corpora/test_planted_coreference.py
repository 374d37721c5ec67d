"""Defects of chains planted into real documents: each is found at its place, by its rule, and alone."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.corpora.conftest import Find
from tests.corpora.planting import Plant, plant

pytestmark = pytest.mark.corpora

LINKED = r'<COREF ID="(\d+)" TYPE="IDENT" REF="(\d+)">([^<>"*]*\w)</COREF>'
FIRST = r'<COREF ID="(\d+)">([^<>"*]*\w)</COREF>'
OPENING = r'(?<=<p>\n)([A-Z][^<>]*)<COREF ID="(\d+)"([^<>]*)>([^<>]*)</COREF>'
"""The first tag of a paragraph, so that no other one is open around it."""

CHAINS = [
    Plant(
        "duplicate-id",
        "of the mention before",
        r'(<COREF ID="(\d+)"[^<>]*>[^<>]*</COREF>[^<>]*<COREF ID=")\d+"',
        r'\1‹\2›"',
    ),
    Plant(
        "duplicate-id",
        "with a blank",
        r'(<COREF ID="(\d+)"[^<>]*>[^<>]*</COREF>[^<>]*<COREF ID=")\d+"',
        r'\1‹\2› "',
    ),
    Plant(
        "dangling-ref", "a number too high", LINKED, r'<COREF ID="\1" TYPE="IDENT" REF="‹99999›">\3</COREF>'
    ),
    Plant(
        "dangling-ref", "a letter before it", LINKED, r'<COREF ID="\1" TYPE="IDENT" REF="‹x\2›">\3</COREF>'
    ),
    Plant("dangling-ref", "empty", LINKED, r'<COREF ID="\1" TYPE="IDENT" ‹REF=""›>\3</COREF>'),
    Plant("self-ref", "instead of another", LINKED, r'<COREF ID="\1" TYPE="IDENT" REF="‹\1›">\3</COREF>'),
    Plant("self-ref", "of a first mention", FIRST, r'<COREF ID="\1" TYPE="IDENT" REF="‹\1›">\2</COREF>'),
    Plant(
        "ref-cycle",
        "of two, one of them a first mention",
        r'<COREF ID="(\d+)">([^<>]*)</COREF>([^<>]*)<COREF ID="(\d+)" TYPE="IDENT" REF="\1">',
        r'<COREF ID="\1" TYPE="IDENT" REF="‹\4›">\2</COREF>\3<COREF ID="\4" TYPE="IDENT" REF="\1">',
    ),
    Plant(
        "ref-cycle",
        "of two",
        r'<COREF ID="(\d+)" TYPE="IDENT" REF="\d+">([^<>]*)</COREF>'
        r'([^<>]*)<COREF ID="(\d+)" TYPE="IDENT" REF="\1">',
        r'<COREF ID="\1" TYPE="IDENT" REF="‹\4›">\2</COREF>\3<COREF ID="\4" TYPE="IDENT" REF="\1">',
    ),
    Plant(
        "duplicate-mention",
        "inside",
        LINKED,
        r'<COREF ID="\1" TYPE="IDENT" REF="\2">‹<COREF ID="99999">›\3</COREF></COREF>',
    ),
    Plant("duplicate-mention", "around", FIRST, r'<COREF ID="99999">‹<COREF ID="\1">›\2</COREF></COREF>'),
    Plant("missing-attribute", "ID lost", LINKED, r'‹<COREF TYPE="IDENT" REF="\2">›\3</COREF>'),
    Plant("missing-attribute", "ID empty", LINKED, r'<COREF ‹ID=""› TYPE="IDENT" REF="\2">\3</COREF>'),
    Plant("attribute-value", "TYPE misspelt", LINKED, r'<COREF ID="\1" TYPE="‹IDNT›" REF="\2">\3</COREF>'),
    Plant(
        "attribute-value",
        "TYPE of another scheme",
        LINKED,
        r'<COREF ID="\1" TYPE="‹PART›" REF="\2">\3</COREF>',
    ),
    Plant(
        "unknown-attribute", "one more", LINKED, r'<COREF ID="\1" TYPE="IDENT" REF="\2" ‹HEAD›="x">\3</COREF>'
    ),
    Plant("unknown-attribute", "ID misspelt", LINKED, r'<COREF ‹IDD›="\1" TYPE="IDENT" REF="\2">\3</COREF>'),
    Plant("unquoted-attribute", "no quotes", LINKED, r'<COREF ID="\1" TYPE="IDENT" REF=‹\2›>\3</COREF>'),
    Plant(
        "unquoted-attribute",
        "the last quote lost",
        LINKED,
        r'<COREF ID="\1" TYPE="IDENT" REF="‹\2›>\3</COREF>',
    ),
    Plant(
        "duplicate-attribute", "REF", LINKED, r'<COREF ID="\1" TYPE="IDENT" REF="\2" ‹REF="\2"›>\3</COREF>'
    ),
    Plant("duplicate-attribute", "ID", LINKED, r'<COREF ID="\1" ‹ID="0"› TYPE="IDENT" REF="\2">\3</COREF>'),
    Plant("unclosed-tag", "the close tag lost", OPENING, r'\1‹<COREF ID="\2"\3>›\4'),
    Plant("unclosed-tag", "the open tag's point lost", OPENING, r'\1‹<COREF ID="\2"\3›\4</COREF>'),
    Plant("unmatched-close-tag", "closed twice", OPENING, r'\1<COREF ID="\2"\3>\4</COREF>‹</COREF>›'),
    Plant("text-altered", "a letter inserted", r"(?<=\n)([a-z]+) (?=[a-z])", r"\1 ‹Q›"),
]
IN_KEYS = [
    Plant("min-not-in-text", "another word", r'MIN="\w+"', r'MIN="‹Xylander›"'),
    Plant("min-not-in-text", "a letter too many", r'MIN="(\w+)"', r'MIN="‹\1q›"'),
    Plant("missing-attribute", "TYPE lost", LINKED, r'‹<COREF ID="\1" REF="\2">›\3</COREF>'),
    Plant("attribute-value", "of STATUS", FIRST, r'<COREF ID="\1" STATUS="‹MAYBE›">\2</COREF>'),
]
KEY_ONLY = [
    Plant("key-only-attribute", "optional", FIRST, r'<COREF ID="\1" ‹STATUS="OPT"›>\2</COREF>'),
    Plant(
        "key-only-attribute", "two types", LINKED, r'<COREF ID="\1" TYPE="‹IDENT|PART›" REF="\2">\3</COREF>'
    ),
]


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("name", "plants"), [("key", [*CHAINS, *IN_KEYS]), ("response3", [*CHAINS, *KEY_ONLY])]
)
def test_each_defect_is_found_at_its_place_in_a_folder(
    name: str, plants: list[Plant], seed: int, copied: Callable[..., Path], find: Find
) -> None:
    """All in one run of the command, each in a document of its own."""
    folder = copied("co", "key", "response3", "texts", "config3")
    planted = plant((folder / name).read_bytes().decode(), plants, Random(seed))
    (folder / name).write_bytes(planted.text.encode())
    assert find(folder) == sorted(planted.expected, key=lambda each: (each.line, each.column))


def test_at_least_two_defects_a_rule() -> None:
    named = [each.rule for each in (*CHAINS, *IN_KEYS, *KEY_ONLY)]
    of_chains = {
        "duplicate-id",
        "dangling-ref",
        "self-ref",
        "ref-cycle",
        "duplicate-mention",
        "min-not-in-text",
    }
    assert all(named.count(rule) >= 2 for rule in {*of_chains, "key-only-attribute", "missing-attribute"})


def crlf(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def other_quotes(data: bytes) -> bytes:
    return data.replace(b' TYPE="IDENT"', b" type='ident'")


def odd_ids(data: bytes) -> bytes:
    return data.replace(b'ID="', b'ID="x-').replace(b'REF="', b'REF="x-')


def odd_text(data: bytes) -> bytes:
    return data.replace(b"<TXT>\n", b"<TXT>\n3 < 4 & <3 a<b \"x' <s> <COREFERENCE> <p id=1>\n")


@pytest.mark.parametrize(
    "change", [crlf, other_quotes, odd_ids, odd_text], ids=lambda change: change.__name__
)
def test_odd_files_stay_clean(
    change: Callable[[bytes], bytes], copied: Callable[..., Path], find: Find
) -> None:
    folder = copied("co")
    for file in folder.iterdir():
        if not file.name.startswith("config"):
            file.write_bytes(change(file.read_bytes()))
    assert find(folder) == []
