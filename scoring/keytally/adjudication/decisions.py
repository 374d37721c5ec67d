r"""The file of decisions beside a gold: what cannot be seen in the gold itself.

One decision a line, sorted; fields are separated by tabs: document, place, decision (`take NAME`, `none` or
`own`), digest of the variants that it was made on, who made it, comment. The last two may be missing. A place
is the kind of the item and its name, with `#2`, `#3` and so on for further ones of that name; it stands
behind what it is a part of and a `>`. In all fields `\\`, `\t`, `\n` and `\r` stand for a backslash, a tab
and line ends; in places `\#`, `\>` and `\s` are signs and blanks of a name or a kind.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from keytally.findings.finding import Edit
from keytally.text.plural import quantity

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
    """The kind and the name of an item, and its number among those of that kind and name, from 1."""

    kind: str
    name: str
    number: int = 1


Place = tuple[Step, ...]
"""An item behind what it is a part of, the outermost first."""


class Choice(Enum):
    """What was decided: to take what an annotator has, to have nothing, or to have something of one's own."""

    TAKE = "take"
    NONE = "none"
    OWN = "own"


class Decision(NamedTuple):
    """What was decided on one item; `annotator` is whose version was taken, None for other choices."""

    document: str
    place: Place
    choice: Choice
    digest: str
    annotator: str | None = None
    who: str = ""
    comment: str = ""

    @property
    def item(self) -> tuple[str, Place]:
        """The document and the place that it is about."""
        return self.document, self.place

    @property
    def decided(self) -> str:
        """What was decided, as the file has it: `take NAME`, `none` or `own`."""
        choice = self.choice.value
        return choice if self.annotator is None else f"{choice} {_escaped(self.annotator, _ESCAPES)}"

    @property
    def says(self) -> tuple[str, str]:
        """What was decided, and on which variants; equal ones decide the same, whoever made them."""
        return self.decided, self.digest


class LineKind(Enum):
    """What a line of the file is."""

    DECISION = "decision"
    BROKEN = "broken"
    CONFLICT = "conflict"
    BLANK = "blank"


class Line(NamedTuple):
    """A line, where it starts in the file, and its decision; of one without, what is wrong with it."""

    start: int
    text: str
    kind: LineKind
    decision: Decision | None = None
    problem: str = ""

    @property
    def end(self) -> int:
        """Where the line ends in the file, before its line end."""
        return self.start + len(self.text)


def written_place(place: Place) -> str:
    """A place as the file has it."""
    return " > ".join(map(_written_step, place))


def _written_step(step: Step) -> str:
    number = f"#{step.number}" if step.number > 1 else ""
    return f"{_escaped(step.kind, _IN_KINDS)} {_escaped(step.name, _IN_NAMES)}{number}"


def read_place(text: str) -> Place | None:
    """The place that a field names; None for text of another form."""
    steps: list[Step] = []
    at = 0
    while match := _STEP.match(text, at):
        steps.append(Step(_meant(match[1]), _meant(match[2]), int(match[3] or 1)))
        at = match.end()
        if not match[4]:
            return tuple(steps)
    return None


def written(decision: Decision) -> str:
    """A decision as a line without its end; empty fields at the end are left out."""
    document, who, comment = (
        _escaped(field, _ESCAPES) for field in (decision.document, decision.who, decision.comment)
    )
    place = written_place(decision.place)
    return "\t".join((document, place, decision.decided, decision.digest, who, comment)).rstrip("\t")


def read_lines(text: str) -> list[Line]:
    """The lines of the file, in their order; any text can be read."""
    return [_line(match.start(), match[1]) for match in _LINE.finditer(text) if match.end() > match.start()]


def _line(start: int, text: str) -> Line:
    if not text.strip():
        return Line(start, text, LineKind.BLANK)
    if _CONFLICT.fullmatch(text):
        return Line(start, text, LineKind.CONFLICT)
    read = _decision(text.split("\t"))
    if isinstance(read, str):
        return Line(start, text, LineKind.BROKEN, problem=read)
    return Line(start, text, LineKind.DECISION, read)


def _decision(fields: Sequence[str]) -> Decision | str:
    """The decision in the fields of a line; what is wrong with them where there is none."""
    if not _FEWEST_FIELDS <= len(fields) <= _MOST_FIELDS:
        found = quantity(len(fields), "field")
        return f"the line has {found}; a decision has a document, a place, what was decided and a digest"
    document, place, decided, digest, *others = fields
    steps, choice = read_place(place), _choice(decided)
    if not document:
        return "the document is missing"
    if steps is None:
        return f"{place!r} is no place: a kind of item and its name"
    if choice is None:
        return f"{decided!r} is no decision: take NAME, none or own"
    if not _DIGEST.fullmatch(digest):
        return f"{digest!r} is no digest of variants"
    who, comment = (*map(_meant, others), "", "")[:2]
    return Decision(_meant(document), steps, choice[0], digest, choice[1], who, comment)


def _choice(decided: str) -> tuple[Choice, str | None] | None:
    word, _, name = decided.partition(" ")
    if word == Choice.TAKE.value:
        return (Choice.TAKE, _meant(name)) if name else None
    plain = {Choice.NONE.value: Choice.NONE, Choice.OWN.value: Choice.OWN}
    return (plain[decided], None) if decided in plain else None


def in_order(text: str) -> str:
    """The file with its lines sorted, without blank ones and without decisions that it has twice.

    A file with marks of a merge conflict stays as it is, since their order is what tells of the conflict.
    """
    lines = read_lines(text)
    if any(line.kind is LineKind.CONFLICT for line in lines):
        return text
    decisions = {line.text for line in lines if line.kind is LineKind.DECISION}
    others = [line.text for line in lines if line.kind is LineKind.BROKEN]
    return "".join(f"{line}{_line_end(text)}" for line in sorted((*decisions, *others)))


def deciding(text: str, made: Sequence[Decision], withdrawn: Sequence[tuple[str, Place]] = ()) -> list[Edit]:
    """The edits of the file that put decisions in, each at its place in the order of lines.

    What was decided before on the same items goes, and so does what was decided on the `withdrawn` ones. All
    other lines stay as they are.
    """
    new = {decision.item: written(decision) for decision in made}
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


def _with_ends(text: str) -> list[tuple[Line, int]]:
    """Each line, and where the next one starts."""
    lines = read_lines(text)
    starts = [line.start for line in lines] + [len(text)]
    return list(zip(lines, starts[1:], strict=True))


def _insertions(text: str, kept: Sequence[Line], new: Sequence[str]) -> Iterator[Edit]:
    """Each new line before the first one that is greater, else at the end of the file.

    In a file with marks of a merge conflict they go behind these, so that no side of the conflict has them.
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
    """The edits in order; insertions at one place are one, and join a removal that starts there."""
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
    """Text without escapes; a backslash before another sign stands for itself."""
    return re.sub(r"\\([\\tnr#>s])", lambda match: _MEANT[match[1]], text)
