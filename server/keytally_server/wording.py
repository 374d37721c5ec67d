"""Texts for Markdown, titles and outlines: verdicts, figures, shortened and quoted text."""

from collections.abc import Iterator, Sequence
from typing import Any

from keytally.families.contract import Figure, Mark
from keytally.tallies.status import VERDICT_WORDS, Status
from keytally.text.rendering import markdown_code, markdown_prose, plural
from keytally_server.session.snapshot import Snapshot

LONGEST = 300


def shortened(text: str) -> str:
    """Return a text on one line, shortened if it is long."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip('… ')}…"


LONGEST_NAME = 80


def outline_name(text: str) -> str:
    """Return a name or a detail for an outline, shortened if it is long."""
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME].rstrip('… ')}…"


LONGEST_QUOTED = 40


def quoted(text: str, longest: int = LONGEST_QUOTED) -> str:
    """Return a text in quotes, cut to a number of characters."""
    return f'"{text}"' if len(text) <= longest else f'"{text[: longest - 1].rstrip("… ")}…"'


_MORE = {
    Status.NONCOMMITTAL: "does not count",
    Status.OPTIONAL: "missing without penalty",
    Status.REMOVED: "does not count",
}


def verdict(status: Status) -> str:
    """Return a verdict: `**INC** incorrect`."""
    said = [VERDICT_WORDS[status], *([_MORE[status]] if status in _MORE else [])]
    return f"**{status.value.upper()}** {', '.join(said)}"


def difference(mark: Mark) -> str:
    """Return a verdict and its subject in plain words: `incorrect: PERSON "Kory"`."""
    subject = mark.label if mark.subject is None else mark.subject
    return f"{VERDICT_WORDS[mark.status]}: {subject}" if subject.strip() else VERDICT_WORDS[mark.status]


def verdict_on(mark: Mark) -> str:
    """Return a verdict and its subject: `**INC** incorrect`, then the subject as code."""
    subject = mark.label if mark.subject is None else mark.subject
    judged = f"{verdict(mark.verdict)} here" if mark.start == mark.end else verdict(mark.verdict)
    return f"{judged} {markdown_code(subject)}" if subject.strip() else judged


def partner_line(snapshot: Snapshot, mark: Mark) -> str:
    """Return the role and the text of a mark's partner in the form `key: text`; "" if the mark has no
    partner.
    """
    if mark.partner is None:
        return ""
    unit, start, end = mark.partner
    return f"{snapshot.other_role.value}: {markdown_code(shortened(unit.text[start:end]))}"


def with_partner(snapshot: Snapshot, mark: Mark) -> str:
    """Return a verdict with its subject, and the partner's text on a separate line."""
    return "  \n".join(line for line in (verdict_on(mark), partner_line(snapshot, mark)) if line)


_RARE = ("PAR", "NON")
_SUMS = ("POS", "ACT")


def tallies(snapshot: Snapshot, unit: Any) -> Iterator[str]:
    """Yield the figures of a unit's document and of all documents; none for a document without a score."""
    document = snapshot.reading.documents.name_of(unit)
    if snapshot.pair is None or document is None:
        return
    totals = snapshot.pair.document_totals(document)
    if totals:
        evaluation = snapshot.pair.evaluation
        figures, name = evaluation.figures, evaluation.document_name
        of_document, of_all = figures(totals), figures(snapshot.pair.totals())
        rows = [(f"this {name}", of_document), (f"all {plural(name)}", of_all)]
        alike = [each.name for each in of_document] == [each.name for each in of_all]
        wholes = evaluation.wholes
        subject = wholes.part_name if wholes is not None else ""
        yield as_table(rows, subject) if alike else "  \n".join(_in_line(*row) for row in rows)
        if wholes is not None:
            of_document = wholes.of_scores(snapshot.pair.scores_of(document))
            of_all = wholes.of_fold(snapshot.pair.fold)
            yield "  \n".join(_in_line(*row) for row in ((rows[0][0], of_document), (rows[1][0], of_all)))


def _in_line(title: str, figures: Sequence[Figure]) -> str:
    shown = (f"{markdown_prose(figure.name)} {markdown_prose(figure.text)}" for figure in figures)
    return f"{title}: {', '.join(shown)}"


def as_table(rows: Sequence[tuple[str, Sequence[Figure]]], subject: str = "") -> str:
    """Return a Markdown table of named rows of figures, with columns that are also aligned in the raw text.

    `subject` heads the first column. All rows have the same figures. PAR and NON are omitted if they are 0 in
    all rows. POS and ACT are always omitted, because they are sums of other figures.
    """
    cells = [
        {markdown_prose(figure.name): markdown_prose(figure.text) for figure in figures}
        for _, figures in rows
    ]
    names = [name for name in cells[0] if _is_shown(name, cells)]
    table = [[subject, *names]]
    table += [[title, *(row[name] for name in names)] for (title, _), row in zip(rows, cells, strict=True)]
    widths = [max(3, *map(len, column)) for column in zip(*table, strict=True)]
    lines = [_line(row, widths) for row in table]
    rule = "|".join(["-" * (widths[0] + 2), *(f"{'-' * (width + 1)}:" for width in widths[1:])])
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]])


def _is_shown(name: str, rows: Sequence[dict[str, str]]) -> bool:
    if name in _RARE:
        return any(row[name] != "0" for row in rows)
    return name not in _SUMS


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    numbers = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return f"| {' | '.join([cells[0].ljust(widths[0]), *numbers])} |"
