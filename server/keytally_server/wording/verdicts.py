"""Writes verdicts in words, as Markdown."""

from keytally.evaluations.interface import Mark
from keytally.tallies.status import Status
from keytally.tallies.verdict_words import VERDICT_WORDS
from keytally.text.markdown import code
from keytally_server.session.snapshot import Snapshot
from keytally_server.wording.markdown import shortened

_MORE = {
    Status.NONCOMMITTAL: "does not count",
    Status.OPTIONAL: "missing without loss",
    Status.REMOVED: "does not count",
}


def verdict(status: Status) -> str:
    """A verdict: `**INC** incorrect`."""
    said = [VERDICT_WORDS[status], *([_MORE[status]] if status in _MORE else [])]
    return f"**{status.value.upper()}** {', '.join(said)}"


def difference(mark: Mark) -> str:
    """A verdict and its subject in plain words: `incorrect: PERSON "Kory"`."""
    subject = mark.label if mark.subject is None else mark.subject
    return f"{VERDICT_WORDS[mark.status]}: {subject}" if subject.strip() else VERDICT_WORDS[mark.status]


def verdict_on(mark: Mark) -> str:
    """A verdict and its subject: `**INC** incorrect`, then the subject as code."""
    subject = mark.label if mark.subject is None else mark.subject
    judged = f"{verdict(mark.verdict)} here" if mark.start == mark.end else verdict(mark.verdict)
    return f"{judged} {code(subject)}" if subject.strip() else judged


def partner_line(snapshot: Snapshot, mark: Mark) -> str:
    """The text of the partner: `key: ` and the text; "" if there is none."""
    if mark.partner is None:
        return ""
    unit, start, end = mark.partner
    return f"{snapshot.other_role.value}: {code(shortened(unit.text[start:end]))}"


def with_partner(snapshot: Snapshot, mark: Mark) -> str:
    """A verdict with its subject, and the partner's text on a separate line."""
    return "  \n".join(line for line in (verdict_on(mark), partner_line(snapshot, mark)) if line)
