"""The file of decisions next to a gold: its lines, its language, and how it identifies items."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from types import MappingProxyType
from typing import NamedTuple

from keytally.adjudication.items import Items, Variant
from keytally.families.annotations import Reference
from keytally.families.bases import LineLanguage
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table.adjudication import (
    CONTRADICTION,
    DECISION_CONFLICT,
    DECISION_LINE,
    DUPLICATE_DECISION,
)
from keytally.text.rendering import quantity

# The file of decisions next to a gold: information that is not visible in the gold itself.
#
# One decision a line, sorted; fields are separated by tabs: document, place, decision (`take NAME`, `none` or
# `own`), digest of the variants at the time, the person who decided, comment. The last two may be missing. A
# place is the kind of the item and its name, with `#2`, `#3` and so on for further ones of that name; the
# place of its parent and a `>` precede it. In all fields `\\`, `\t`, `\n` and `\r` represent a backslash, a
# tab and line ends; in places `\#`, `\>` and `\s` are signs and spaces of a name or a kind.


_ESCAPES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_IN_NAMES = {**_ESCAPES, "#": "\\#", ">": "\\>"}
_IN_KINDS = {**_IN_NAMES, " ": "\\s"}
_MEANT = {"\\": "\\", "t": "\t", "n": "\n", "r": "\r", "#": "#", ">": ">", "s": " "}
_STEP = re.compile(r"((?:\\.|[^\\ #>])*) ((?:\\.|[^\\#>])*?)(?:#([1-9]\d{0,8}))?( > |\Z)")
_DIGEST = re.compile(r"[0-9a-f]{4,64}")
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: [^\t]*)?")
_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|$)")
_FEWEST_FIELDS, _MOST_FIELDS = 4, 6


class Step(NamedTuple):
    """The kind and name of an item, and its number among items of the same kind and name, from 1."""

    kind: str
    name: str
    number: int = 1


Place = tuple[Step, ...]
"""The steps from a top-level item to an item, outermost first."""


class Choice(Enum):
    """The kind of a decision: choose an annotator's version, reject the item, or keep a custom version."""

    TAKE = "take"
    NONE = "none"
    OWN = "own"


class Decision(NamedTuple):
    """A decision about one item; `annotator` is the annotator whose version was chosen, or None for other
    choices.
    """

    document: str
    place: Place
    choice: Choice
    digest: str
    annotator: str | None = None
    who: str = ""
    comment: str = ""

    @property
    def item(self) -> tuple[str, Place]:
        """Return the document and the place that the line refers to."""
        return self.document, self.place

    @property
    def decided(self) -> str:
        """Return the choice as written in the file: `take NAME`, `none` or `own`."""
        choice = self.choice.value
        return choice if self.annotator is None else f"{choice} {_escaped(self.annotator, _ESCAPES)}"

    @property
    def says(self) -> tuple[str, str]:
        """Return the choice and the digest of the variants, regardless of who made the decision."""
        return self.decided, self.digest


class LineKind(Enum):
    """The kind of a line of the file."""

    DECISION = "decision"
    BROKEN = "broken"
    CONFLICT = "conflict"
    BLANK = "blank"


class DecisionLine(NamedTuple):
    """A line, its start in the file, and its decision, or the error if the line is malformed."""

    start: int
    text: str
    kind: LineKind
    decision: Decision | None = None
    problem: str = ""

    @property
    def end(self) -> int:
        """Return the offset of the end of the line, without its line ending."""
        return self.start + len(self.text)


def written_place(place: Place) -> str:
    """Return a place as written in the file."""
    return " > ".join(map(_written_step, place))


def _written_step(step: Step) -> str:
    number = f"#{step.number}" if step.number > 1 else ""
    return f"{_escaped(step.kind, _IN_KINDS)} {_escaped(step.name, _IN_NAMES)}{number}"


def read_place(text: str) -> Place | None:
    """Parse a place from a field; None if the text is malformed."""
    steps: list[Step] = []
    at = 0
    while match := _STEP.match(text, at):
        steps.append(Step(_meant(match[1]), _meant(match[2]), int(match[3] or 1)))
        at = match.end()
        if not match[4]:
            return tuple(steps)
    return None


def decision_line(decision: Decision) -> str:
    """Return a decision as a line without its line end; trailing empty fields are omitted."""
    document, who, comment = (
        _escaped(field, _ESCAPES) for field in (decision.document, decision.who, decision.comment)
    )
    place = written_place(decision.place)
    return "\t".join((document, place, decision.decided, decision.digest, who, comment)).rstrip("\t")


def read_lines(text: str) -> list[DecisionLine]:
    """Return the lines of the file in order; any text can be read."""
    return [_line(match.start(), match[1]) for match in _LINE.finditer(text) if match.end() > match.start()]


def _line(start: int, text: str) -> DecisionLine:
    if not text.strip():
        return DecisionLine(start, text, LineKind.BLANK)
    if _CONFLICT.fullmatch(text):
        return DecisionLine(start, text, LineKind.CONFLICT)
    read = _decision(text.split("\t"))
    if isinstance(read, str):
        return DecisionLine(start, text, LineKind.BROKEN, problem=read)
    return DecisionLine(start, text, LineKind.DECISION, read)


def _decision(fields: Sequence[str]) -> Decision | str:
    """Return the decision in the fields of a line, or an error."""
    if not _FEWEST_FIELDS <= len(fields) <= _MOST_FIELDS:
        found = quantity(len(fields), "field")
        return f"the line has {found}; a decision has a document, a place, a value and a digest"
    document, place, decided, digest, *others = fields
    steps, choice = read_place(place), _choice(decided)
    if not document:
        return "the document is missing"
    if steps is None:
        return f"expected a kind of item and its name, not {place!r}"
    if choice is None:
        return f"expected `take NAME`, `none` or `own`, not {decided!r}"
    if not _DIGEST.fullmatch(digest):
        return f"{digest!r} is not a digest of variants"
    who, comment = (*map(_meant, others), "", "")[:2]
    return Decision(_meant(document), steps, choice[0], digest, choice[1], who, comment)


def _choice(decided: str) -> tuple[Choice, str | None] | None:
    word, _, name = decided.partition(" ")
    if word == Choice.TAKE.value:
        return (Choice.TAKE, _meant(name)) if name else None
    plain = {Choice.NONE.value: Choice.NONE, Choice.OWN.value: Choice.OWN}
    return (plain[decided], None) if decided in plain else None


def sorted_decisions(text: str) -> str:
    """Return the file's text with sorted lines, without blank lines and duplicate decisions.

    A file with merge conflict markers is returned unchanged, because the order of its lines shows the
    conflict.
    """
    lines = read_lines(text)
    if any(line.kind is LineKind.CONFLICT for line in lines):
        return text
    decisions = {line.text for line in lines if line.kind is LineKind.DECISION}
    others = [line.text for line in lines if line.kind is LineKind.BROKEN]
    return "".join(f"{line}{_line_end(text)}" for line in sorted((*decisions, *others)))


def decision_edits(
    text: str, made: Sequence[Decision], withdrawn: Sequence[tuple[str, Place]] = ()
) -> list[Edit]:
    """Return the edits that insert decisions into the file, each at its sorted position.

    Earlier decisions on these items, and on the `withdrawn` items, are deleted. All other lines are
    unchanged.
    """
    new = {decision.item: decision_line(decision) for decision in made}
    gone = {*new, *withdrawn}
    edits, kept = [], []
    for line, next_start in _with_ends(text):
        if line.decision is None or line.decision.item not in gone:
            kept.append(line)
        elif new.get(line.decision.item) == line.text:
            kept.append(line)
            del new[line.decision.item]
        else:
            edits.append(Edit(line.start, next_start, ""))
    return _merged([*edits, *_insertions(text, kept, sorted(new.values()))])


def _with_ends(text: str) -> list[tuple[DecisionLine, int]]:
    """Return each line with the start of the next line."""
    lines = read_lines(text)
    starts = [line.start for line in lines] + [len(text)]
    return list(zip(lines, starts[1:], strict=True))


def _insertions(text: str, kept: Sequence[DecisionLine], new: Sequence[str]) -> Iterator[Edit]:
    """Yield an edit that inserts each new line before the first line that sorts after it, or at the end of
    the file.

    In a file with merge conflict markers, new lines follow the conflict, so that they belong to neither side.
    """
    end = _line_end(text)
    marks = [number for number, line in enumerate(kept) if line.kind is LineKind.CONFLICT]
    at = marks[-1] + 1 if marks else 0
    ends_open = text and not text.endswith(("\n", "\r"))
    for line in new:
        while at < len(kept) and (kept[at].kind is LineKind.BLANK or kept[at].text < line):
            at += 1
        if at < len(kept):
            yield Edit(kept[at].start, kept[at].start, f"{line}{end}")
        else:
            yield Edit(len(text), len(text), f"{end}{line}" if ends_open else f"{line}{end}")


def _merged(edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits in order; adjacent edits, such as an insertion and a deletion that starts there,
    are merged.
    """
    found: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if found and found[-1].end == edit.start:
            last = found.pop()
            edit = Edit(last.start, edit.end, last.text + edit.text)  # noqa: PLW2901 - one edit in two parts
        found.append(edit)
    return found


def _line_end(text: str) -> str:
    match = _LINE.match(text)
    return (match[2] if match else "") or "\n"


def _escaped(text: str, signs: Mapping[str, str]) -> str:
    return "".join(signs.get(sign, sign) for sign in text)


def _meant(text: str) -> str:
    """Return text with escape sequences resolved; a backslash before any other character is literal."""
    return re.sub(r"\\([\\tnr#>s])", lambda match: _MEANT[match[1]], text)


LANGUAGE = "decisions"


@dataclass(frozen=True, slots=True, eq=False)
class DecisionUnit:
    """A line of a file of decisions (see `keytally.families.contract.Unit`).

    `document` is the internal name of the document in the annotators' files.
    """

    text: str
    line: DecisionLine
    findings: Sequence[Finding]
    document: str | None

    @property
    def decision(self) -> Decision | None:
        """Return the decision on the line, or None."""
        return self.line.decision


@dataclass(frozen=True)
class DecisionsLanguage(LineLanguage):
    """The language of a file of decisions.

    `document_of` converts a document name as users write it to the internal name.
    """

    document_of: Callable[[str], str] = str

    @property
    def name(self) -> str:
        """Return the language's id."""
        return LANGUAGE

    def read(self, text: str) -> DecisionUnit:
        """Return the unit of a line, including its line end; never fails."""
        line = next(iter(read_lines(text)), DecisionLine(0, "", LineKind.BLANK))
        written = None if line.decision is None else line.decision.document
        document = None if written is None else self.document_of(written) or written
        return DecisionUnit(text, line, tuple(_findings(line)), document)

    def compare_duplicates(
        self,
        units: Sequence[DecisionUnit],
        apart: Mapping[DecisionUnit, DecisionUnit] = MappingProxyType({}),
    ) -> Sequence[Sequence[Finding]]:
        """Return the findings for lines that repeat the item of an earlier line."""
        first: dict[Place, tuple[DecisionUnit, Decision]] = {}
        found: list[Sequence[Finding]] = []
        for unit in units:
            decision = unit.decision
            before = None if decision is None else first.setdefault(decision.place, (unit, decision))
            is_second = decision is not None and before is not None and before[0] is not unit
            found.append([_repeated(unit, decision, *before)] if is_second and decision and before else ())
        return found


def _findings(line: DecisionLine) -> Sequence[Finding]:
    end = len(line.text)
    if line.kind is LineKind.CONFLICT:
        return (DECISION_CONFLICT.finding(0, end, {}),)
    return (DECISION_LINE.finding(0, end, {"problem": line.problem}),) if line.problem else ()


def _repeated(unit: DecisionUnit, decision: Decision, first: DecisionUnit, before: Decision) -> Finding:
    """Return the finding for a line with the same item as the line `first`."""
    rule = DUPLICATE_DECISION if before.says == decision.says else CONTRADICTION
    related = (Related(first, 0, len(first.line.text), "the earlier line"),)
    place, said = written_place(decision.place), before.decided
    return rule.finding(0, len(unit.line.text), {"place": place, "before": said}, related=related)


DIGEST_BYTES = 4


class Identity(NamedTuple):
    """The name of an item in the decisions file, and the digest of its variants."""

    place: Place
    digest: str


def places_of(items: Items) -> list[Place]:
    """Return the place of each item: parents before parts, with equal items numbered in order."""
    count = defaultdict[Place, int](int)
    found: list[Place] = []
    for item in items.items:
        around = () if item.parent is None else found[item.parent]
        first = (*around, Step(item.kind, item.name))
        count[first] += 1
        found.append((*around, Step(item.kind, item.name, count[first])))
    return found


def digest_of(items: Items, variants: Sequence[Variant]) -> str:
    """Return a digest of the claims about an item and their annotators, independent of the annotators' order.

    Targets of references are identified by kind, name and place, so that adding or removing other items does
    not affect the digest.
    """
    said = sorted(json.dumps(_plain(items, variant), ensure_ascii=True) for variant in variants)
    return blake2b("\n".join(said).encode("ascii"), digest_size=DIGEST_BYTES).hexdigest()


def _plain(items: Items, variant: Variant) -> Sequence[object]:
    """Return a variant as lists, numbers and strings."""
    if variant.said is None:
        return [sorted(variant.annotators)]
    value = [_plain_part(items, part) for part in variant.said.value]
    return [sorted(variant.annotators), variant.said.extent, value]


def _plain_part(items: Items, part: str | Reference) -> object:
    if not isinstance(part, Reference):
        return part
    if part.target < 0:
        return ["reference"]
    target = items.items[part.target]
    return ["reference", target.kind, target.name, *target.place]


def match_decisions(
    identities: Sequence[Identity], decisions: Iterable[Decision]
) -> tuple[Mapping[int, Decision], Sequence[Decision]]:
    """Return the decisions that match items of a document, by item number, and the unmatched decisions.

    A decision belongs to the item with the same name and digest, even if items with that name were added or
    removed before it. Any other decision belongs to the item at its place. Contradictory decisions on the
    same place are ignored.
    """
    left = _without_contradictions(decisions)
    found: dict[int, Decision] = {}
    for is_same in (_is_unchanged, _is_renumbered, _is_in_place):
        by_key = {is_same(each.place, each.digest): number for number, each in enumerate(identities)}
        for place, decision in list(left.items()):
            number = by_key.get(is_same(place, decision.digest))
            if number is not None and number not in found:
                found[number] = left.pop(place)
    return found, list(left.values())


def _is_unchanged(place: Place, digest: str) -> object:
    return place, digest


def _is_renumbered(place: Place, digest: str) -> object:
    return place[:-1], place[-1].kind, place[-1].name, digest


def _is_in_place(place: Place, digest: str) -> object:
    return place


def _without_contradictions(decisions: Iterable[Decision]) -> dict[Place, Decision]:
    by_place = defaultdict[Place, list[Decision]](list)
    for decision in decisions:
        by_place[decision.place].append(decision)
    return {place: of[0] for place, of in sorted(by_place.items()) if len({each.says for each in of}) == 1}
