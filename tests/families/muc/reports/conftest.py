"""Documents scored by hand, and the pages that the manual prints."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from keytally.families.muc.model import (
    ClassDefinition,
    Configuration,
    Extent,
    Fill,
    MucObject,
    SectionGroup,
    Slot,
    SlotDefinition,
    Subtask,
)
from keytally.families.muc.scoring.results import DocumentScore, FillPair, FillPlace, ObjectPair, SlotPair
from keytally.tallies.status import Status
from keytally.tallies.tally import TOTAL, Row, Tabulation, Tally, add_into

TAGS = {
    "enamex": ("organization", "person", "location", "other"),
    "timex": ("date", "time", "other"),
    "numex": ("money", "percent", "other"),
}
SLOTS = (
    ("type", "scored", "set"),
    ("text", "scored", "string"),
    ("status", "", "set"),
    ("alt", "", "string"),
)
COUNTED = {"cor": "cor", "par": "par", "inc": "inc", "mis": "mis", "spu": "spu"}

Alternatives = str | tuple[str, ...] | tuple[tuple[str, ...], ...]


@pytest.fixture
def configuration() -> Configuration:
    """That of the manual's named-entity page: its classes, slots, subtasks and section groups."""
    return Configuration(
        scoring_task="named_entity",
        classes=tuple(ClassDefinition(name, name, True, 0) for name in ("enamex", "numex", "timex")),
        slots=tuple(
            SlotDefinition(tag, name, name, bool(scored), 4, kind)
            for tag in TAGS
            for name, scored, kind in SLOTS
        ),
        subtasks=tuple(Subtask(tag, "type", value) for tag, values in TAGS.items() for value in values),
        doc_sections=("DOC", "HL", "DD", "TXT"),
        doc_section_groups=(SectionGroup("Header", ("HL", "DD")), SectionGroup("Body", ("TXT",))),
        premodifiers=("a", "an", "the"),
        corporate_designators=("corporation",),
    )


@pytest.fixture
def manual_page() -> Callable[[str], str]:
    """A page of the manual by name, its columns restored (see manual/README)."""

    def read(name: str) -> str:
        return (Path(__file__).parent / "manual" / name).read_text(encoding="utf-8")

    return read


def make_slot(texts: Alternatives, optional: bool = False) -> Slot:
    """A slot of one fill, of alternatives of one fill each, or of alternatives of several."""
    alternatives = (texts,) if isinstance(texts, str) else texts
    several = ((text,) if isinstance(text, str) else text for text in alternatives)
    return Slot(tuple(tuple(Fill(text, 0, len(text)) for text in texts) for texts in several), optional)


@pytest.fixture
def tag() -> Callable[..., MucObject]:
    """Makes an object: tag(class, one-up, start, end, optional=..., section=..., slot=fills, ...)."""

    def make(
        name: str,
        one_up: int,
        start: int,
        end: int,
        *,
        optional: bool = False,
        section: str = "TXT",
        **slots: Alternatives,
    ) -> MucObject:
        made = {slot: make_slot(texts) for slot, texts in slots.items()}
        extent = Extent(start, end, section)
        return MucObject(name, "930620083", str(one_up), made, start, end, optional, extent)

    return make


@pytest.fixture
def compare() -> Callable[..., ObjectPair]:
    """Makes an object pair of one fill a slot: compare(key, response, status, slot="cor@1", ...).

    The number behind `@` is the key's chosen alternative; the others are noncommittal.
    """

    def make(key: MucObject | None, response: MucObject | None, verdict: str, /, **slots: str) -> ObjectPair:
        pairs = {name: _slot_pair(key, response, name, code) for name, code in slots.items()}
        return ObjectPair(Status(verdict), key, response, pairs)

    return make


def _slot_pair(key: MucObject | None, response: MucObject | None, name: str, code: str) -> SlotPair:
    verdict, _, chosen = code.partition("@")
    wanted = int(chosen or 0)
    ours = FillPlace(wanted, 0) if key is not None and name in key.slots else None
    theirs = FillPlace(0, 0) if response is not None and name in response.slots else None
    alternatives = key.slots[name].alternatives if key is not None and name in key.slots else ()
    unused = [
        FillPair(Status.NONCOMMITTAL, FillPlace(index, place), None)
        for index, fills in enumerate(alternatives)
        if index != wanted
        for place in range(len(fills))
    ]
    count = Tally(non=len(unused)).plus(Tally(**{COUNTED.get(verdict, "non"): 1}))
    fills = (FillPair(Status(verdict), ours, theirs), *unused)
    return SlotPair(count, fills, wanted if ours else None, 0 if theirs else None)


def rows_of(pairs: Sequence[ObjectPair]) -> Tabulation:
    """The slot rows and the total of object pairs."""
    sums: dict[Row, Tally] = {}
    for pair in pairs:
        side = pair.key or pair.response
        assert side is not None
        for name, slot in pair.slots.items():
            add_into(sums, {Row("slot", (side.class_name, name)): slot.tally, TOTAL: slot.tally})
    return sums


@pytest.fixture
def scored() -> Callable[..., DocumentScore]:
    """Makes a document's score of object pairs by class."""

    def make(classes: Mapping[str, Sequence[ObjectPair]], document: str = "930620083") -> DocumentScore:
        pairs = [pair for group in classes.values() for pair in group]
        return DocumentScore(document, classes, rows_of(pairs))

    return make


@pytest.fixture
def washington(
    tag: Callable[..., MucObject], compare: Callable[..., ObjectPair], scored: Callable[..., DocumentScore]
) -> DocumentScore:
    """The document of the manual's report summary, and an optional tag and one with an alternative."""
    person = {"type": "PERSON"}
    date = tag("timex", 1, 60, 68, type="DATE", text="01/19/93", section="DD")
    enamex = [
        compare(
            tag("enamex", 2, 90, 109, text="Consuela Washington", **person),
            tag("enamex", 1, 90, 109, text="Consuela Washington", **person),
            "cor",
            type="cor",
            text="cor",
        ),
        compare(
            tag("enamex", 3, 120, 132, text="John Dingell", **person),
            tag("enamex", 3, 125, 132, text="Washington", **person),
            "cor",
            type="cor",
            text="inc",
        ),
        compare(tag("enamex", 4, 140, 150, text="Washington", **person), None, "mis", type="mis", text="mis"),
        compare(
            tag("enamex", 5, 200, 217, text=("The White\nHouse", "White House"), type="ORGANIZATION"),
            tag("enamex", 9, 204, 217, text="White\nHouse", type="ORGANIZATION"),
            "cor",
            type="cor",
            text="cor@1",
        ),
        compare(
            tag("enamex", 6, 220, 227, optional=True, text='the "Hill"', status="OPT", type="LOCATION"),
            None,
            "opt",
            type="opt",
            text="opt",
            status="uns",
        ),
        compare(
            None,
            tag("enamex", 7, 160, 168, text="Exchange", type="ORGANIZATION"),
            "spu",
            type="spu",
            text="spu",
        ),
    ]
    timex = [compare(date, date, "cor", type="cor", text="cor")]
    return scored({"enamex": enamex, "numex": [], "timex": timex})


BACKSLASH = re.compile(r"\\(?:\n[ \t]*|u([0-9a-fA-F]{1,4})|(.))", re.DOTALL)
NAMED = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
BLANKS = re.compile(r"[ \t\n\v\f\r]*")
WORD = re.compile(r"(?:\\.|[^ \t\n\v\f\r\\])+", re.DOTALL)


def _without_backslash(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return NAMED.get(match[2], match[2]) if match[2] else " "


def _end_of_braces(text: str, start: int) -> int:
    depth = 0
    for found in BRACES.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if depth == 0:
            return found.end()
    raise ValueError(f"a brace is left open at {start}")


def read_list(text: str) -> list[str]:
    """The elements of a Tcl list, read by Tcl's rules (braces as they stand, backslashes elsewhere)."""
    elements = []
    at = BLANKS.match(text).end()  # type: ignore[union-attr]
    while at < len(text):
        if text[at] == "{":
            end = _end_of_braces(text, at)
            elements.append(text[at + 1 : end - 1])
        else:
            end = WORD.match(text, at).end()  # type: ignore[union-attr]
            elements.append(BACKSLASH.sub(_without_backslash, text[at:end]))
        at = BLANKS.match(text, end).end()  # type: ignore[union-attr]
        if at == end < len(text):
            raise ValueError(f"no blank after the element that ends at {end}")
    return elements


@pytest.fixture(scope="session")
def read_tcl() -> Callable[[str], list[str]]:
    """Reads a Tcl list."""
    return read_list


@pytest.fixture(scope="session")
def run_tcl() -> Callable[[str, Path], list[str]]:
    """Runs a script of this folder on a file and gives the lines that it printed."""
    tclsh = shutil.which("tclsh")
    assert tclsh, "these tests need tclsh (Debian package tcl)"

    def run(script: str, file: Path) -> list[str]:
        command = [tclsh, str(Path(__file__).parent / script), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines()

    return run


WITHOUT_VALUE = {"-key_obj_optional", "-rsp_obj_optional", "-key_slot_optional", "-rsp_slot_optional"}
LISTS = {"-class_pairs", "-obj_pairs", "-slot_pairs", "-multi-fill_pairs", "-single_fill_pairs"}
STRUCTURES = {"-key_single_fill", "-rsp_single_fill"}

Attributes = dict[str, Any]
ReadTcl = Callable[[str], list[str]]


def attributes_of(text: str, read_tcl: ReadTcl) -> Attributes:
    """A list of the hierarchy as a dictionary; an attribute without value is True."""
    attributes: Attributes = {}
    words = iter(read_tcl(text))
    for name in words:
        assert name.startswith("-")
        assert name not in attributes
        if name in WITHOUT_VALUE:
            attributes[name] = True
        elif name in LISTS:
            attributes[name] = [attributes_of(item, read_tcl) for item in read_tcl(next(words))]
        elif name in STRUCTURES:
            attributes[name] = attributes_of(next(words), read_tcl)
        else:
            attributes[name] = next(words)
    return attributes


def attributes_from_tcl(lines: Iterator[str]) -> Attributes:
    """The same from what tclsh printed, the opening bracket read already."""
    attributes: Attributes = {}
    name = ""
    for line in lines:
        if line == ")":
            break
        if line == "(":
            inner = attributes_from_tcl(lines)
            attributes[name] = [*attributes[name], inner] if name in LISTS else inner
        else:
            name, _, value = line.partition(" =")
            empty: Any = [] if name in LISTS else True
            attributes[name] = bytes.fromhex(value).decode("utf-8") if "=" in line else empty
    return attributes


@pytest.fixture(scope="session")
def read_map_history(
    read_tcl: ReadTcl, run_tcl: Callable[[str, Path], list[str]], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], list[Attributes]]:
    """Reads a map history twice, by Tcl's rules and by tclsh, which must see the same."""

    def both(text: str) -> list[Attributes]:
        documents = [attributes_of(document, read_tcl) for document in read_tcl(text)]
        file = tmp_path_factory.mktemp("reports") / "map_history"
        file.write_bytes(text.encode("utf-8"))
        lines = iter(run_tcl("read_map_history.tcl", file))
        by_tcl = [attributes_from_tcl(lines) for line in lines if line == "("]
        assert by_tcl == documents
        return documents

    return both
