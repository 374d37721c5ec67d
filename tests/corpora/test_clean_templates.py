"""Real template files that look wrong and are not stay clean; and what is found in others is true."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.corpora import independent_templates
from tests.corpora.conftest import Run
from tests.corpora.independent_templates import HEADER
from tests.corpora.planting import template_documents

pytestmark = pytest.mark.corpora

Change = Callable[[str], str]
HEAD = r"(?m)^[ \t]*<(\w+)-(\w+)-(\w+)>"
CLEAN = {"te": "response1", "tr": "response2", "st": "response2"}


def same(text: str) -> str:
    return text


def with_carriage_returns(text: str) -> str:
    return text.replace("\n", "\r\n")


def with_old_line_ends(text: str) -> str:
    return text.replace("\n", "\r")


def with_a_mark(text: str) -> str:
    return "\ufeff" + text


def with_odd_one_ups(text: str) -> str:
    """`1A`, `01-b`: "the rest is ONEUP (a string: `1`, `01`, `1A`, `10001`)"."""
    return re.sub(r"<([A-Z_]+-\w+)-(\w+)>", r"<\1-\g<2>A-0.\g<2>>", text)


def with_document_names(text: str) -> str:
    """The manual's own `<TIMEX-DOCNUM1-1>`."""
    return re.sub(r"<([A-Z_]+)-(\w+)-(\w+)>", r"<\1-DOC\2.txt-\3>", text)


def in_small_letters(text: str) -> str:
    """ "Class, slot, section, option and attribute names ignore case." """
    text = re.sub(r"<([A-Z_]+)-", lambda match: f"<{match[1].lower()}-", text)
    return re.sub(r"(?m)^([ \t]+)([A-Z_]+):", lambda match: f"{match[1]}{match[2].title()}:", text)


def with_tricky_quotes(text: str) -> str:
    """Quotes, colons, slashes, sharps and pointers inside of fills, in every document's comments."""
    odd = [
        "'can't be: \"he's\" said'",
        '"http://x.org/a:b <PERSON-1-1> := ##1#2#t"',
        '"ORG_NAME: no slot" ##5#9#texts',
        "it's 12:30 o'clock / and/or 5",
        '"a"b"c"',
        "''",
    ]
    places = iter(range(10**6))
    without_comment = r"(?=[^\n]*\n(?!(?:[ \t]+\S[^\n]*\n)*[ \t]+COMMENT))"
    return re.sub(
        rf"(?m)^([ \t]+)((?:ORG|ENT|INC|LOCALE)_TYPE):{without_comment}",
        lambda match: f"{match[1]}COMMENT: {odd[next(places) % len(odd)]}\n{match[0]}",
        text,
    )


def with_many_layouts(text: str) -> str:
    """Blank lines, comments, and other indents everywhere."""
    lines = []
    for place, line in enumerate(text.split("\n")):
        bare = line.lstrip(" \t")
        lines += ["", "# <A-1-1> :=", "; ORG_NAME: x"] if place % 7 == 0 else []
        indented = bare and not line.startswith(("#", ";"))
        lines.append(("\t ", "  ", " \t\t")[place % 3] + bare + "  " * (place % 2) if indented else line)
    return "\n".join(lines)


CHANGES = [
    *(same, with_carriage_returns, with_old_line_ends, with_a_mark, with_odd_one_ups, with_document_names),
    *(in_small_letters, with_tricky_quotes, with_many_layouts),
]


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("corpus", CLEAN)
def test_odd_files_are_clean_and_score_as_before(
    corpus: str, change: Change, copied: Callable[..., Path], corpora: Path, run: Run
) -> None:
    name = CLEAN[corpus]
    configuration = f"config{name[-1]}"
    folder = copied(corpus, "key", name, "bnf", configuration)
    for file in ("key", name):
        (folder / file).write_bytes(change((folder / file).read_bytes().decode()).encode())
    done = run("check", folder, "--format", "json")
    assert (done.status, json.loads(done.out), done.errors) == (0, [], [])
    values = json.loads(run("score", folder / configuration, "--format", "json").out)
    before, now = (
        independent_templates.score(corpora / corpus / configuration),
        independent_templates.counts_of(values),
    )
    assert now["objects"] == before["objects"]
    assert now["totals"][:5] == before["totals"][:5]
    if change is not with_tricky_quotes:
        assert list(now["documents"].values()) == list(before["documents"].values())
        assert (now["slots"], now["totals"]) == (before["slots"], before["totals"])


FILES = {"te": 2, "tr": 2, "st": 17}


@pytest.mark.parametrize("corpus", FILES)
def test_what_is_found_in_the_corpora_is_true(corpus: str, corpora: Path, run: Run) -> None:
    """Found again by a plain look at lines: values that no set has, and slots filled too often."""
    folder = corpora / corpus
    found = Counter()
    for finding in json.loads(run("check", folder, "--format", "json").out):
        found[Path(finding["path"]).name, finding["rule"], finding["range"]["start"]["line"]] += 1
    expected = Counter()
    for name in ("key", *(f"response{number}" for number in range(1, FILES[corpus] + 1))):
        expected.update((name, *each) for each in wrong_lines(folder / name, folder / "bnf"))
    assert found == expected
    assert bool(found) == (corpus == "st")


def wrong_lines(path: Path, bnf: Path) -> list[tuple[str, int]]:
    """The rule and the line of each value that is wrong, and of each fill that is too many."""
    values, single = sets_of(bnf.read_text(encoding="utf-8"))
    wrong, slot, count = [], "", 0
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        bare = line.strip()
        if not bare or line.startswith(("#", ";")) or HEADER.fullmatch(bare):
            continue
        if found := independent_templates.SLOT.match(bare):
            slot, bare, count = found[1], found[2], 0
        count = 0 if bare.startswith("/") else count
        fill = independent_templates.LINK.sub("", bare.lstrip("/ ")).strip("\"'")
        count += bool(fill)
        if fill and slot in values and not any(fits(fill.upper(), each) for each in values[slot]):
            wrong.append(("set-fill-value", number))
        if count == 2 and slot in single:
            wrong.append(("cardinality", number))
    return wrong


def fits(fill: str, value: str) -> bool:
    """Whether a fill is a value, or ends in one where a place stands before it."""
    return fill == value.lstrip() or (value.startswith(" ") and fill.endswith(value))


def sets_of(bnf: str) -> tuple[dict[str, list[str]], set[str]]:
    """The values of each slot that takes a set, in capitals, and the slots that take one fill at most.

    A value behind a blank may have a place before it.
    """
    named = dict(re.findall(r"(\w+) ::\s*\{([^}]*)\}", bnf))
    values: dict[str, list[str]] = {}
    for slot, definition in re.findall(r"(?m)^\s+(\w+):\s*(.*)", bnf):
        given = [named[name] for name in re.findall(r"\{\{(\w+)\}\}", definition)]
        given += re.findall(r"(?<!\{)\{([^{}]*)\}(?!\})", definition)
        behind = " " if "-STRING {" in definition else ""
        for listed in given:
            values.setdefault(slot, []).extend(behind + " ".join(v.split()) for v in listed.split(","))
    return values, set(re.findall(r"(?m)^\s+(\w+):.*[-^]\s*$", bnf))


def test_the_corpora_hold_what_looks_wrong(corpora: Path) -> None:
    """Locales of two tokens, values of several words, colons and quotes in fills, and slashes."""
    text = "".join(
        (corpora / file).read_text(encoding="utf-8") for file in ("te/key", "st/key", "st/response10")
    )
    for pattern in (
        r"ORG_LOCALE: \w[\w ]* (?:CITY|COUNTRY)\n",
        r"_TYPE: \w+ \w+ \w+",
        r'"[^"\n]*: [^"\n]*"',
        r"\"[^\"\n]*'[^\"\n]*\"",
        r"\t/\"",
    ):
        assert re.search(pattern, text), pattern
    assert len(template_documents(text)) > 100
