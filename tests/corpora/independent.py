"""A second reading of the named-entity task, as naive as can be, to hold keytally's figures against.

It is written from the scorer's manual alone: it reads raw files with plain regular expressions, tries
all pairs of tags, and adds up fills one at a time. Nothing of it is shared with the scorer. It wants
well-formed files: a tag that does not pair is an AssertionError.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

Options = Mapping[str, Sequence[str]]
Figures = dict[str, Any]

COUNTS = ("cor", "par", "inc", "mis", "spu", "non")
DEFAULTS = {
    "scoring_method": ["key2response"],
    "sgml_docnum_gid": ["DOCNO"],
    "premodifiers": [],
    "postmodifiers": [],
    "corporate_designators": [],
    "stringfill_correct_comparison": ["CLEAN"],
    "stringfill_partial_comparison": ["NONE"],
    "doc_section_groups": [],
    "ne_subtask_names": [
        *(f"enamex type {value}" for value in ("organization", "person", "location", "other")),
        *(f"timex type {value}" for value in ("date", "time", "other")),
        *(f"numex type {value}" for value in ("money", "percent", "other")),
    ],
    "ne_allow_incorrect": ["no"],
    "ne_overlap": ["half_open"],
    "ignore_case": ["clean_only"],
    "designators": ["substring"],
    "key2key_symmetric": ["yes"],
    "subtask_other": ["literal"],
    "dd_last_only": ["yes"],
}


class Tag(NamedTuple):
    """A tagged text: its place without task tags, and the alternatives of each slot."""

    name: str
    start: int
    end: int
    section: str
    optional: bool
    slots: dict[str, list[str]]


class Count(NamedTuple):
    """One single fill, or one object, and what became of it."""

    slot: str
    status: str
    value: str


def read_options(file: Path, overrides: Options) -> dict[str, list[str]]:
    """The options of a configuration, by lower-case name."""
    options: dict[str, list[str]] = {}
    text = "".join(
        line
        for line in file.read_text(encoding="utf-8").splitlines(keepends=True)
        if not line.startswith(";")
    )
    for name, rest in re.findall(r"^:(\S+)([^:]*(?:\n(?!:)[^:]*)*)", text, re.MULTILINE):
        options[name.lower()] = [
            "".join(found) for found in re.findall(r'"([^"]*)"|\'([^\']*)\'|(\S+)', rest)
        ]
    return DEFAULTS | options | {name: list(values) for name, values in overrides.items()}


class Scorer:
    """Scores the pair of files that a configuration names."""

    def __init__(self, file: Path, overrides: Options) -> None:
        self.options = read_options(file, overrides)
        self.folder = file.parent
        self.classes = [each.lower().split() for each in self.options["class_defs"]]
        self.slot_defs = [each.lower().split() for each in self.options["slot_defs"]]
        self.key2key = self.option("scoring_method") == "key2key"
        self.cleaned: dict[str, str] = {}
        self.figures: defaultdict[tuple[str, ...], defaultdict[str, int]] = defaultdict(
            lambda: defaultdict(int)
        )

    def option(self, name: str) -> str:
        return self.options[name][-1]

    def slots_of(self, name: str) -> list[list[str]]:
        return [each for each in self.slot_defs if each[0] == name]

    # Reading

    def documents(self, text: str, is_key: bool) -> dict[str, list[Tag]]:
        found = {}
        for document in re.findall(r"<DOC>.*?</DOC>", text, re.DOTALL):
            gid = self.option("sgml_docnum_gid")
            section = re.search(rf"<{gid}>(.*?)</{gid}>", document, re.DOTALL)
            assert section
            found[re.sub("<[^>]*>|[^0-9]", "", section[1])] = self.tags(document, is_key)
        return found

    def tags(self, document: str, is_key: bool) -> list[Tag]:
        tasks = "|".join(name for name, *_ in self.classes)
        sections = "|".join(self.options["doc_sections"])
        last_dd = document.rfind("<DD>")
        stripped = ""
        opened: list[tuple[str, int, str, str, int, bool]] = []
        around: list[tuple[str, bool]] = []
        found: list[tuple[int, Tag]] = []
        place = 0
        for each in re.finditer(rf"<(/?)({tasks}|{sections})((?:\s[^>]*)?)>", document, re.IGNORECASE):
            stripped += document[place : each.start()]
            place = each.end()
            name = each[2].lower()
            if name not in tasks.split("|"):
                stripped += each[0]
                stale = self.option("dd_last_only") == "yes" and name == "dd" and each.start() < last_dd
                if each[1]:
                    assert around.pop()[0] == name
                else:
                    around.append((name, stale))
            elif each[1]:
                name_, start, attributes, section, order, skipped = opened.pop()
                assert name_ == name
                if not skipped:
                    tag = self.tag(name, start, len(stripped), section, attributes, stripped, is_key)
                    found.append((order, tag))
            else:
                section, stale = around[-1] if around else ("", True)
                opened.append((name, len(stripped), each[3], section, each.start(), stale))
        assert not opened
        return [tag for _, tag in sorted(found, key=lambda pair: pair[0])]

    def tag(self, name: str, start: int, end: int, section: str, said: str, text: str, is_key: bool) -> Tag:
        declared = [each[1] for each in self.slots_of(name)]
        attributes = {key.lower(): value for key, value in re.findall(r'([A-Za-z]+)="([^"]*)"', said)}
        attributes = {key: value for key, value in attributes.items() if key in declared}
        slots = {"text": [text[start:end].replace("\r\n", " ").replace("\n", " ")]}
        if "type" in attributes:
            slots["type"] = attributes["type"].split("|") if is_key else [attributes["type"]]
        if is_key and "alt" in attributes:
            slots["text"] += [value.replace("*", '"') for value in attributes["alt"].split("|")]
        if is_key and "status" in attributes:
            slots["status"] = [attributes["status"]]
        optional = is_key and attributes.get("status", "").upper() in ("OPT", "OPTIONAL")
        return Tag(name, start, end, section, optional, slots)

    # Comparing

    def clean(self, text: str) -> str:
        if text not in self.cleaned:
            self.cleaned[text] = self.clean_anew(text)
        return self.cleaned[text]

    def clean_anew(self, text: str) -> str:
        """The form CLEAN, one step after the other."""
        words = text.lower().split()
        while words and words[0] in [word.lower() for word in self.options["premodifiers"]]:
            words = words[1:]
        text = " ".join(words)
        marks = sorted(self.options["postmodifiers"], key=len, reverse=True)
        text = re.sub("|".join(re.escape(mark.lower()) for mark in marks) or "$^", " ", text)
        text = " ".join(text.split())
        for word in sorted(self.options["corporate_designators"], key=len, reverse=True):
            if self.option("designators") == "token":
                text = re.sub(rf"(?<!\S){re.escape(word.lower())}(?!\S)", "", text)
            else:
                text = text.replace(word.lower(), "")
        return " ".join(text.split())

    def equal(self, form: str, one: str, two: str) -> bool:
        if form == "NONE":
            return False
        if form == "CLEAN":
            both_empty = not self.clean(one) and not self.clean(two)
            if not both_empty:
                return self.clean(one) == self.clean(two)
            return one.lower().split() == two.lower().split()
        if self.option("ignore_case") == "always":
            one, two = one.lower(), two.lower()
        if form == "STRAIGHTENED":
            return one.split() == two.split()
        assert form == "ORIG"
        return one == two

    def verdict(self, kind: str, one: str, two: str) -> str:
        if kind == "set":
            return "cor" if one.lower() == two.lower() else "inc"
        if self.equal(self.option("stringfill_correct_comparison"), one, two):
            return "cor"
        return "par" if self.equal(self.option("stringfill_partial_comparison"), one, two) else "inc"

    def slot(self, definition: Sequence[str], key: list[str], response: list[str]) -> Iterator[Count]:
        """Every single fill of a slot of two aligned objects. In this task a multi-fill is one fill."""
        _, name, _, scored, _, kind = definition
        if not key or not response:
            yield from self.alone(definition, key, "mis")
            yield from self.alone(definition, response, "spu")
            return
        order = {"cor": 0, "par": 1, "inc": 2}
        _, k, r = min(
            (order[self.verdict(kind, key[k], response[r])], k, r)
            for k, r in product(range(len(key)), range(len(response)))
        )
        status = self.verdict(kind, key[k], response[r]) if scored == "scored" else "non"
        yield Count(name, status, key[k])
        yield from (Count(name, "non", value) for place, value in enumerate(key) if place != k)
        yield from (Count(name, "non", value) for place, value in enumerate(response) if place != r)

    def alone(self, definition: Sequence[str], fills: list[str], status: str) -> Iterator[Count]:
        """The first alternative counts, the others do not commit."""
        for place, value in enumerate(fills):
            counts = place == 0 and definition[3] == "scored"
            yield Count(definition[1], status if counts else "non", value)

    def pair(self, key: Tag, response: Tag) -> list[Count]:
        return [
            count
            for definition in self.slots_of(key.name)
            for count in self.slot(
                definition, key.slots.get(definition[1], []), response.slots.get(definition[1], [])
            )
        ]

    def single(self, tag: Tag, status: str) -> list[Count]:
        return [
            count
            for definition in self.slots_of(tag.name)
            for count in self.alone(definition, tag.slots.get(definition[1], []), status)
        ]

    # Aligning

    def meet(self, one: Tag, two: Tag) -> bool:
        overlap = self.option("ne_overlap")
        if overlap == "exact":
            return (one.start, one.end) == (two.start, two.end)
        if overlap == "closed":
            return one.start <= two.end and two.start <= one.end
        return max(one.start, two.start) < min(one.end, two.end)

    def candidates(self, keys: Sequence[Tag], responses: Sequence[Tag]) -> list[tuple[Fraction, int, int]]:
        found = []
        for (k, key), (r, response) in product(enumerate(keys), enumerate(responses)):
            if self.meet(key, response):
                counts = self.pair(key, response)
                if self.option("ne_allow_incorrect") == "yes" or self.exceeds(key.name, counts):
                    found.append((f_measure(tally(counts)), k, r))
        return sorted(found, key=lambda each: (-each[0], each[1], each[2]))

    def exceeds(self, name: str, counts: Sequence[Count]) -> bool:
        threshold = next(Fraction(each[3]) for each in self.classes if each[0] == name)
        weighted = Fraction(0)
        for _, slot, _, _, weight, _ in self.slots_of(name):
            weighted += 100 * Fraction(weight) * f_measure(tally(c for c in counts if c.slot == slot))
        return weighted > threshold

    def class_of_document(self, keys: Sequence[Tag], responses: Sequence[Tag], document: str) -> None:
        partners: dict[int, int] = {}
        for _, k, r in self.candidates(keys, responses):
            if k not in partners and r not in partners.values():
                partners[k] = r
        for k, key in enumerate(keys):
            if k in partners:
                self.add(document, key, "cor", self.pair(key, responses[partners[k]]))
            else:
                status = "non" if key.optional else "mis"
                self.add(document, key, status, self.single(key, status))
        for r, response in enumerate(responses):
            if r not in partners.values():
                symmetric = self.key2key and self.option("key2key_symmetric") == "yes"
                status = "non" if response.optional and symmetric else "spu"
                self.add(document, response, status, self.single(response, status))

    # Counting

    def add(self, document: str, tag: Tag, status: str, counts: Sequence[Count]) -> None:
        scored = next(each[2] for each in self.classes if each[0] == tag.name) == "scored"
        self.figures["object", tag.name][status if scored else "non"] += 1
        for count in counts:
            rows = [
                ("totals",),
                ("document", document),
                ("section", tag.section),
                ("slot", tag.name, count.slot),
                ("value", tag.name, count.slot, count.value.lower()),
            ]
            for row in rows:
                self.figures[row][count.status] += 1

    def score(self) -> None:
        key, response = (
            (self.folder / self.option(name)).read_bytes().decode() for name in ("key_file", "response_file")
        )
        keys, responses = self.documents(key, True), self.documents(response, self.key2key)
        self.names = list(keys) + [name for name in responses if name not in keys]
        for document in self.names:
            for name, *_ in self.classes:
                ours = [tag for tag in keys.get(document, []) if tag.name == name]
                theirs = [tag for tag in responses.get(document, []) if tag.name == name]
                self.class_of_document(ours, theirs, document)

    # Telling

    def report(self) -> Figures:
        """What the JSON of `keytally score` should hold, but for task and signature."""
        self.score()
        told = {row: shown(counts) for row, counts in self.figures.items()}
        zero = shown({})
        return {
            "totals": told.get(("totals",), zero),
            "documents": {name: told.get(("document", name), zero) for name in self.names},
            "objects": {name: told.get(("object", name), zero) for name, *_ in self.classes},
            "slots": {
                name: {slot[1]: told.get(("slot", name, slot[1]), zero) for slot in self.slots_of(name)}
                for name, *_ in self.classes
            },
            "sections": {
                name: shown(added(self.figures[("section", each)] for each in sections))
                for name, sections in self.groups()
            },
            "subtasks": self.subtasks(),
            "text_filter": {},
        }

    def groups(self) -> list[tuple[str, list[str]]]:
        rows = [each.split() for each in self.options["doc_section_groups"]]
        rows = rows or [[name, name] for name in self.options["doc_sections"]]
        return [(name, [each.lower() for each in sections]) for name, *sections in rows]

    def subtasks(self) -> Figures:
        told: Figures = {}
        listed = [each.lower().split() for each in self.options["ne_subtask_names"]]
        for name, slot, value in listed:
            values = [value]
            if value == "other" and self.option("subtask_other") == "catchall":
                named = [each[2] for each in listed if each[:2] == [name, slot] and each[2] != "other"]
                present = [row[3] for row in self.figures if row[:3] == ("value", name, slot)]
                values = [each for each in present if each not in named]
            counts = added(self.figures["value", name, slot, each] for each in values)
            told.setdefault(name, {}).setdefault(slot, {})[value] = shown(counts)
        return told


# Arithmetic, by the manual's formulas

Tally = dict[str, int]


def tally(counts: Iterable[Count]) -> Tally:
    statuses = [count.status for count in counts]
    return {name: statuses.count(name) for name in COUNTS}


def added(tallies: Iterable[Mapping[str, int]]) -> Tally:
    total = dict.fromkeys(COUNTS, 0)
    for each in tallies:
        for name, count in each.items():
            total[name] += count
    return total


def ratio(above: Fraction | int, below: int) -> Fraction:
    return Fraction(above) / below if below else Fraction(0)


@cache
def recall_and_precision(cor: int, par: int, inc: int, mis: int, spu: int) -> tuple[Fraction, Fraction]:
    agreed = cor + Fraction(par, 2)
    return ratio(agreed, cor + inc + par + mis), ratio(agreed, cor + inc + par + spu)


@cache
def f_of(cor: int, par: int, inc: int, mis: int, spu: int, beta: Fraction | int) -> Fraction:
    rec, pre = recall_and_precision(cor, par, inc, mis, spu)
    below = beta**2 * pre + rec
    return (beta**2 + 1) * pre * rec / below if below else Fraction(0)


def f_measure(counts: Mapping[str, int], beta: Fraction | int = 1) -> Fraction:
    return f_of(*(counts[name] for name in COUNTS[:5]), beta)


def shown(given: Mapping[str, int]) -> Figures:
    """A tally as the JSON has it, in exact percent."""
    counts = {name: given.get(name, 0) for name in COUNTS}
    cor, par, inc, mis, spu, _ = counts.values()
    rec, pre = recall_and_precision(cor, par, inc, mis, spu)
    wrong = inc + Fraction(par, 2)
    ratios = {
        "rec": rec,
        "pre": pre,
        "und": ratio(mis, cor + inc + par + mis),
        "ovg": ratio(spu, cor + inc + par + spu),
        "sub": ratio(wrong, cor + inc + par),
        "err": ratio(wrong + spu + mis, cor + inc + par + spu + mis),
    }
    f = {"p&r": f_measure(counts), "2p&r": f_measure(counts, Fraction(1, 2)), "p&2r": f_measure(counts, 2)}
    return {
        "pos": cor + inc + par + mis,
        "act": cor + inc + par + spu,
        **counts,
        **{name: 100 * value for name, value in ratios.items()},
        "f": {name: 100 * value for name, value in f.items()},
    }


def score(configuration: Path, **overrides: str | Sequence[str]) -> Figures:
    """The figures of a configuration's pair; `overrides` replace its options."""
    options = {name: [each] if isinstance(each, str) else each for name, each in overrides.items()}
    return Scorer(configuration, options).report()
