"""Defects planted into real documents: each is found at its place, by its rule, and nothing else is."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.corpora.conftest import Find
from tests.corpora.planting import Expected, Plant, Planted, plant

pytestmark = pytest.mark.corpora

PERSON = r'<ENAMEX TYPE="PERSON">([^<>"*]*\w)</ENAMEX>'
ORGANIZATION = r'<ENAMEX TYPE="ORGANIZATION">([^<>"*]*\w)</ENAMEX>'
WORDS = r"(?<=\n)([a-z]+) ([a-z]+) (?=[a-z])"

TEXT = [
    Plant("text-altered", "a letter inserted", r"(\w) (?=of )", r"\1 ‹Q›"),
    Plant("text-altered", "a letter changed", r"(?<= )(b)(?=[aou])", r"‹Q›"),
    Plant("text-altered", "case changed", r"(?<= )t(?=he )", r"‹T›"),
    Plant("text-altered", "a word inserted", WORDS, r"\1 ‹QXQ ›\2 "),
    Plant("text-altered", "a comma lost", r"([a-z]), (?=[a-z])", r"\1‹› "),
    Plant("text-altered", "a comma inserted", r"([a-z]) (?=[a-z])", r"\1‹,› "),
    Plant("text-altered", "a blank for a line end", r"([a-z])\n(?=[a-z])", r"\1‹ ›"),
    Plant("text-altered", "a line end for a blank", r"([a-z]) (?=[a-z])", "\\1‹\n›"),
    Plant("text-altered", "a blank lost inside a tag", r"(>\w+) (?=\w+</ENAMEX>)", r"\1‹›"),
    Plant("text-altered", "a letter lost before a tag", r"(?<=[a-z])( i)n( <ENAMEX)", r"\1‹›\2"),
    Plant("text-altered", "a tag of the given markup lost", r"(?<=[a-z.])\n<p>\n", "\n‹›"),
    Plant("text-altered", "a tag of the given markup changed", r"(?<=\n<)p(?=>)", r"‹P›"),
    Plant("text-altered", "a control character inserted", r"([a-z]) (?=[a-z])", "\\1 ‹\x0b›"),
]
TAGS = [
    Plant("unclosed-tag", "the close tag lost", PERSON, r'‹<ENAMEX TYPE="PERSON">›\1'),
    Plant("unclosed-tag", "the close tag of a date lost", r"(<TIMEX[^>]*>)([^<]*)</TIMEX>", r"‹\1›\2"),
    Plant("unclosed-tag", "the close tag's slash lost", PERSON, r'<ENAMEX TYPE="PERSON">\1‹<ENAMEX>›'),
    Plant("unclosed-tag", "the open tag's point lost", PERSON, r'‹<ENAMEX TYPE="PERSON"›\1</ENAMEX>'),
    Plant("unclosed-tag", "the close tag's point lost", PERSON, r'<ENAMEX TYPE="PERSON">\1‹</ENAMEX›'),
    Plant(
        "unclosed-tag", "opened twice", PERSON, r'‹<ENAMEX TYPE="PERSON">›<ENAMEX TYPE="PERSON">\1</ENAMEX>'
    ),
    Plant("unclosed-tag", "the close tag misspelt", PERSON, r'‹<ENAMEX TYPE="PERSON">›\1</ENAMX>'),
    Plant("unclosed-tag", "a blank in the close tag", PERSON, r'‹<ENAMEX TYPE="PERSON">›\1</ ENAMEX>'),
    Plant("unclosed-tag", "the close tag's bracket lost", PERSON, r'‹<ENAMEX TYPE="PERSON">›\1/ENAMEX>'),
    Plant("unclosed-tag", "opened in running text", WORDS, r'\1 ‹<TIMEX TYPE="DATE">›\2 '),
    Plant("unmatched-close-tag", "the open tag lost", PERSON, r"\1‹</ENAMEX>›"),
    Plant("unmatched-close-tag", "closed twice", PERSON, r"\g<0>‹</ENAMEX>›"),
    Plant("unmatched-close-tag", "closed in running text", WORDS, r"\1 \2‹</NUMEX>› "),
    Plant("unmatched-close-tag", "closed by another name", PERSON, r'<ENAMEX TYPE="PERSON">\1‹</TIMEX>›'),
    Plant("unmatched-close-tag", "opened by another name", PERSON, r'<TIMEX TYPE="PERSON">\1‹</ENAMEX>›'),
    Plant("unmatched-close-tag", "the open tag misspelt", PERSON, r'<ENMEX TYPE="PERSON">\1‹</ENAMEX>›'),
    Plant("unmatched-close-tag", "a blank in the open tag", PERSON, r'< ENAMEX TYPE="PERSON">\1‹</ENAMEX>›'),
    Plant(
        "crossing-tags",
        "two tags closed in the wrong order",
        PERSON,
        r'<ENAMEX TYPE="PERSON"><TIMEX TYPE="DATE">\1‹</ENAMEX>›</TIMEX>',
    ),
    Plant(
        "crossing-tags",
        "a tag closed behind the next one's beginning",
        WORDS,
        r'<ENAMEX TYPE="PERSON">\1 <NUMEX TYPE="MONEY">\2‹</ENAMEX>› </NUMEX>',
    ),
    Plant(
        "crossing-tags",
        "over a line end",
        r"([a-z]+)\n([a-z]+) ",
        '<TIMEX TYPE="DATE">\\1\n<ENAMEX TYPE="PERSON">\\2‹</TIMEX>› </ENAMEX>',
    ),
]
ATTRIBUTES = [
    Plant("unknown-attribute", "one more", PERSON, r'<ENAMEX TYPE="PERSON" ‹SUBTYPE›="ARTIST">\1</ENAMEX>'),
    Plant("unknown-attribute", "of another task", PERSON, r'<ENAMEX ‹ID›="12" TYPE="PERSON">\1</ENAMEX>'),
    Plant("unknown-attribute", "misspelt", PERSON, r'<ENAMEX ‹TPYE›="PERSON">\1</ENAMEX>'),
    Plant("unknown-attribute", "a value without its name", PERSON, r"<ENAMEX ‹PERSON›>\1</ENAMEX>"),
    Plant("attribute-value", "misspelt", PERSON, r'<ENAMEX TYPE="‹PERSN›">\1</ENAMEX>'),
    Plant("attribute-value", "of another tag", ORGANIZATION, r'<ENAMEX TYPE="‹DATE›">\1</ENAMEX>'),
    Plant("attribute-value", "of another system", PERSON, r'<ENAMEX TYPE="‹PER›">\1</ENAMEX>'),
    Plant("attribute-value", "empty", PERSON, r'<ENAMEX ‹TYPE=""›>\1</ENAMEX>'),
    Plant("missing-attribute", "of a person", PERSON, r"‹<ENAMEX>›\1</ENAMEX>"),
    Plant("missing-attribute", "of a date", r'<TIMEX TYPE="DATE">([^<]*)</TIMEX>', r"‹<TIMEX>›\1</TIMEX>"),
    Plant("unquoted-attribute", "no quotes", PERSON, r"<ENAMEX TYPE=‹PERSON›>\1</ENAMEX>"),
    Plant("unquoted-attribute", "the last quote lost", PERSON, r'<ENAMEX TYPE="‹PERSON›>\1</ENAMEX>'),
    Plant("unquoted-attribute", "the first quote lost", PERSON, r'<ENAMEX TYPE=‹PERSON›">\1</ENAMEX>'),
    Plant("unquoted-attribute", "two kinds of quotes", PERSON, r"""<ENAMEX TYPE="‹PERSON›'>\1</ENAMEX>"""),
    Plant("unquoted-attribute", "no equals sign", PERSON, r'<ENAMEX TYPE "‹PERSON›">\1</ENAMEX>'),
    Plant("unquoted-attribute", "a value that lacks", PERSON, r"<ENAMEX ‹TYPE=›>\1</ENAMEX>"),
    Plant("unquoted-attribute", "quotes twice", PERSON, r'<ENAMEX TYPE=""‹PERSON›"">\1</ENAMEX>'),
    Plant("unquoted-attribute", "printers' quotes", PERSON, r"<ENAMEX TYPE=“‹PERSON›”>\1</ENAMEX>"),
    Plant("duplicate-attribute", "the same", PERSON, r'<ENAMEX TYPE="PERSON" ‹TYPE="PERSON"›>\1</ENAMEX>'),
    Plant("duplicate-attribute", "another", PERSON, r'<ENAMEX TYPE="PERSON" ‹type="LOCATION"›>\1</ENAMEX>'),
]
NUMBERS = [
    Plant("missing-docno", "lost", r"<DOC>\n<DOC(?:NO|ID)>.*\n", "‹<DOC›>\n"),
    Plant(
        "missing-docno", "without a digit", r"<DOC>\n(<DOC(?:NO|ID)>)[^<]*", r"‹<DOC›>" + "\n" + r"\1 none "
    ),
    Plant("missing-docno", "its tag misspelt", r"<DOC>\n<DOC(?:NO|ID)>", "‹<DOC›>\n<DOCNUM>"),
    Plant("missing-docno", "empty", r"<DOC>\n(<DOC(?:NO|ID)>)[^<]*", r"‹<DOC›>" + "\n" + r"\1"),
]
KEY_ONLY = [
    Plant("key-only-attribute", "optional", PERSON, r'<ENAMEX TYPE="PERSON" ‹STATUS="OPT"›>\1</ENAMEX>'),
    Plant("key-only-attribute", "an alternative", PERSON, r'<ENAMEX ‹ALT="x"› TYPE="PERSON">\1</ENAMEX>'),
    Plant("key-only-attribute", "two types", PERSON, r'<ENAMEX TYPE="‹PERSON|LOCATION›">\1</ENAMEX>'),
]
ONE_WORD = r'<ENAMEX TYPE="PERSON">(\w+)</ENAMEX>'
OPTIONAL = '<ENAMEX TYPE="PERSON" STATUS="OPT"'
IN_KEYS = [
    Plant("attribute-value", "as an alternative", PERSON, r'<ENAMEX TYPE="PERSON|‹CITY›">\1</ENAMEX>'),
    Plant("attribute-value", "of STATUS", PERSON, r'<ENAMEX TYPE="PERSON" STATUS="‹MAYBE›">\1</ENAMEX>'),
    Plant("missing-attribute", "in a key", PERSON, r'‹<ENAMEX STATUS="OPT">›\1</ENAMEX>'),
    Plant("duplicate-attribute", "in a key", PERSON, rf'{OPTIONAL} ‹STATUS="OPT"›>\1</ENAMEX>'),
    Plant("alt-not-in-text", "another word", PERSON, rf'{OPTIONAL} ALT="‹Xylander›">\1</ENAMEX>'),
    Plant("alt-not-in-text", "one of two", ONE_WORD, rf'{OPTIONAL} ALT="\1|‹\1x›">\1</ENAMEX>'),
    Plant(
        "alt-not-in-text",
        "a word too many",
        rf"{ONE_WORD} (\w+)",
        rf'{OPTIONAL} ALT="‹\1 \2›">\1</ENAMEX> \2',
    ),
]

COMMON = [*TEXT, *TAGS, *ATTRIBUTES, *NUMBERS]


def planted_file(file: Path, plants: Sequence[Plant], seed: int) -> Planted:
    planted = plant(file.read_bytes().decode(), plants, Random(seed))
    file.write_bytes(planted.text.encode())
    return planted


@pytest.mark.parametrize(
    ("name", "plants"), [("response1", [*COMMON, *KEY_ONLY]), ("key", [*COMMON, *IN_KEYS])]
)
@pytest.mark.parametrize("corpus", ["ne", "ne7"])
def test_each_defect_is_found_at_its_place_in_a_folder(
    corpus: str, name: str, plants: list[Plant], copied: Callable[..., Path], find: Find
) -> None:
    """As many as the corpus has documents in each run of the command, each in a document of its own."""
    folder = copied(corpus)
    whole = (folder / name).read_bytes()
    fitting = [each for each in plants if each.fits(whole.decode())]
    assert len(fitting) > len(plants) - 5
    for first in range(0, len(fitting), 20):
        (folder / name).write_bytes(whole)
        planted = planted_file(folder / name, fitting[first : first + 20], first)
        assert find(folder) == planted.expected


def all_plants() -> list[tuple[Plant, str]]:
    """Each plant once, in a key or in a response."""
    common = [(each, ("key", "response2")[place % 2]) for place, each in enumerate(COMMON)]
    return [*common, *((each, "response2") for each in KEY_ONLY), *((each, "key") for each in IN_KEYS)]


@pytest.mark.parametrize(("planted", "name"), all_plants(), ids=str)
def test_one_defect_is_one_finding_in_a_single_file(
    planted: Plant, name: str, corpora: Path, tmp_path: Path, find: Find
) -> None:
    """Whatever the file's name says: task, role and texts are given."""
    corpus = next(c for c in ("ne", "ne7") if planted.fits((corpora / c / name).read_text(encoding="utf-8")))
    file = tmp_path / "annotated"
    file.write_bytes((corpora / corpus / name).read_bytes())
    expected = planted_file(file, [planted], seed=1).expected
    role = "key" if name == "key" else "response"
    folder = corpora / corpus
    chosen = ["--config", folder / "config1", "--role", role, "--texts", folder / "texts"]
    assert find(file, "--task", "named_entity", *chosen) == expected


def test_defects_in_lines_that_end_otherwise(copied: Callable[..., Path], find: Find) -> None:
    """Every file with CRLF: the same findings at the same lines and columns."""
    folder = copied("ne")
    fitting = [each for each in COMMON if each.fits((folder / "response1").read_text(encoding="utf-8"))]
    planted = planted_file(folder / "response1", fitting[-45:], seed=9)
    for file in folder.iterdir():
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    expected = [each._replace(text=each.text.replace("\n", "\r\n")) for each in planted.expected]
    assert find(folder) == expected


@pytest.mark.parametrize("name", ["key", "response2"])
@pytest.mark.parametrize("before", ["\n", "<!-- made by hand -->\n", "Ann <b>\n\n\n"])
def test_text_before_the_first_document(
    before: str, name: str, copied: Callable[..., Path], find: Find
) -> None:
    """It moves every offset of the file; where the texts begin with it too it is clean."""
    folder = copied("ne7", "key", "response2", "texts", "config2")
    (folder / name).write_bytes(before.encode() + (folder / name).read_bytes())
    assert find(folder) == [Expected("text-altered", 1, 1, before)]
    for other in {"key", "response2", "texts"} - {name}:
        (folder / other).write_bytes(before.encode() + (folder / other).read_bytes())
    assert find(folder) == []


@pytest.mark.parametrize("between", ["\n", "Ann\n", " "])
def test_text_between_documents(between: str, copied: Callable[..., Path], find: Find) -> None:
    folder = copied("ne", "key", "response2", "texts", "config2")
    text = (folder / "response2").read_bytes().decode()
    place = text.index("<DOC>", 20_000)
    (folder / "response2").write_bytes((text[:place] + between + text[place:]).encode())
    assert find(folder) == [Expected("text-altered", text.count("\n", 0, place) + 1, 1, between)]


def test_a_document_that_stands_twice(copied: Callable[..., Path], find: Find) -> None:
    """Its number is one finding, whatever else its copies differ in from the texts."""
    folder = copied("ne", "key", "response2", "texts", "config2")
    documents = (folder / "response2").read_bytes().decode().split("<DOC>")
    twice = "<DOC>".join([*documents, documents[3]])
    (folder / "response2").write_bytes(twice.encode())
    [found] = find(folder)
    assert (found.rule, found.line) == ("duplicate-docno", 2 + "<DOC>".join(documents).count("\n"))


def test_a_number_of_another_document(copied: Callable[..., Path], find: Find) -> None:
    folder = copied("ne", "key", "response2", "texts", "config2")
    text = (folder / "response2").read_bytes().decode()
    (folder / "response2").write_bytes(text.replace("950107-0112", "950101-0001", 1).encode())
    [found] = find(folder)
    assert (found.rule, found.text) == ("duplicate-docno", "950101-0001")


OUTSIDE = [
    ("an unscored part of the header", r"(<AN> )([-\d]+)(.*)", r'\1<TIMEX TYPE="DATE">\2</TIMEX>\3'),
    ("behind the text", r"(</TXT>)(\n)(</DOC>)", r'\1<TIMEX TYPE="DATE">\2</TIMEX>\3'),
    ("behind the document", r"(</DOC>)(\n)(<DOC>)", r'\1<TIMEX TYPE="DATE">\2</TIMEX>\3'),
]


@pytest.mark.parametrize(("where", "pattern", "replacement"), OUTSIDE, ids=[each[0] for each in OUTSIDE])
def test_a_tag_outside_every_section(
    where: str, pattern: str, replacement: str, corpora: Path, tmp_path: Path, find: Find
) -> None:
    """Under the built-in configuration, which scores SLUG, HL, DD, DATELINE and TXT."""
    text = (corpora / "ne" / "response3").read_bytes().decode()
    match = re.search(pattern, text)
    assert match
    file = tmp_path / "response"
    file.write_bytes((text[: match.start()] + match.expand(replacement) + text[match.end() :]).encode())
    given = ["--config", "muc6-ne", "--texts", corpora / "ne" / "texts"]
    [found] = find(file, "--task", "named_entity", *given)
    assert (found.rule, found.text) == ("tag-outside-section", '<TIMEX TYPE="DATE">')
    assert found.line == 1 + text.count("\n", 0, match.start())
