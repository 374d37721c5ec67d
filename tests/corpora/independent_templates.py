"""Template files and their sums by a plain reading of the manual; no code of keytally but the model.

Reads only what the corpora hold: headers, slots and fills on lines of their own.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from keytally.families.muc.configuration.resolution import load_configuration
from keytally.families.muc.model import Configuration, Fill, MucObject, Slot
from tests.families.muc.scoring.naive_templates import NaiveTemplates

HEADER = re.compile(r"<([^-]+)-([^-]+)-(.+)> :=")
SLOT = re.compile(r"([A-Z_]+):\s*(.*)")
LINK = re.compile(r"\s*##\d+#\d+#[^#\s]+$")
COUNTS = ("cor", "par", "inc", "mis", "spu", "non")

Slots = dict[str, tuple[bool, list[list[str]]]]


def records(text: str) -> Iterator[tuple[re.Match[str], Slots]]:
    """The header of each record, and its slots: whether a slash stands first, and the fills of each
    alternative.
    """
    slots: Slots = {}
    name = ""
    for line in text.split("\n"):
        bare = line.strip()
        if not bare or line.startswith(("#", ";")):
            continue
        if header := HEADER.fullmatch(bare):
            slots = {}
            yield header, slots
            continue
        if slot := SLOT.match(bare):
            name, bare = slot[1].lower(), slot[2]
            slots[name] = (bare.startswith("/"), [[]])
            bare = bare.removeprefix("/").strip()
        elif bare.startswith("/"):
            slots[name][1].append([])
            bare = bare[1:].strip()
        if bare := LINK.sub("", bare):
            quoted = len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'"
            slots[name][1][-1].append(bare[1:-1] if quoted else bare)


def read(path: Path, configuration: Configuration, is_key: bool) -> dict[str, list[MucObject]]:
    """The objects of a file by document, those declared only, with what its role allows."""
    declared = {(slot.class_name, slot.name) for slot in configuration.slots}
    status = configuration.optional_status_slot.lower()
    found: dict[str, list[MucObject]] = {}
    for header, slots in list(records(path.read_text(encoding="utf-8"))):
        name, document, one_up = header.groups()
        name = name.lower()
        if any(name == each.name for each in configuration.classes):
            optional = is_key and status in slots
            kept = {
                slot: made(*given, is_key)
                for slot, given in slots.items()
                if (name, slot) in declared and any(given[1]) and (is_key or slot != status)
            }
            found.setdefault(document, []).append(MucObject(name, document, one_up, kept, 0, 0, optional))
    return found


def made(slash: bool, alternatives: list[list[str]], is_key: bool) -> Slot:
    """A slot; of a response the first alternative only, and never optional."""
    filled = [tuple(Fill(text, 0, 0) for text in fills) for fills in alternatives if fills]
    return Slot(tuple(filled) if is_key else (filled[0],), slash and is_key)


def score(path: Path) -> dict[str, Any]:
    """The counts of a configuration: totals, documents, objects, slots and text filter."""
    configuration = load_configuration(path)
    naive = NaiveTemplates(configuration)
    both = configuration.scoring_method == "key2key"
    key = read(path.parent / configuration.key_file, configuration, True)
    response = read(path.parent / configuration.response_file, configuration, both)
    sums: dict[tuple[str, ...], list[int]] = {}
    documents = {}
    for document in {**key, **response}:
        rows = naive.rows(key.get(document, []), response.get(document, []))
        documents[document] = rows.get(("total",), [0] * 6)
        for row, held in rows.items():
            sums[row] = [a + b for a, b in zip(sums.get(row, [0] * 6), held, strict=True)]
    slots = {(slot.class_name, slot.name) for slot in configuration.slots}
    return {
        "totals": sums[("total",)],
        "documents": documents,
        "objects": {each.name: sums.get(("object", each.name), [0] * 6) for each in configuration.classes},
        "slots": {each: sums.get(("slot", *each), [0] * 6) for each in slots},
        "text_filter": sums.get(("text_filter",)),
    }


def counts_of(values: dict[str, Any]) -> dict[str, Any]:
    """The same counts out of the JSON of `keytally score`."""
    slots = {(name, slot): c for name, held in values["slots"].items() for slot, c in held.items()}
    return {
        "totals": counted(values["totals"]),
        "documents": {name: counted(tallies) for name, tallies in values["documents"].items()},
        "objects": {name: counted(tallies) for name, tallies in values["objects"].items()},
        "slots": {each: counted(tallies) for each, tallies in slots.items()},
        "text_filter": counted(values["text_filter"]) if values["text_filter"] else None,
    }


def counted(tallies: dict[str, Any]) -> list[int]:
    return [tallies[name] for name in COUNTS]
