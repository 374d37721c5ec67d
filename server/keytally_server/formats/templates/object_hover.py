"""Hovers of objects: the verdict, the partner, the reasons for the alignment, and the fills."""

from collections.abc import Iterator
from fractions import Fraction

from keytally.evaluations.muc.evaluation.template_tasks import Explained
from keytally.evaluations.muc.scoring.explanation import Candidate
from keytally.tallies.status import Status
from keytally.tallies.tabulation import Row
from keytally.text.markdown import code
from keytally_server.formats.templates.marked_record import MarkedRecord, partner_record
from keytally_server.formats.templates.record_titles import identifier, title
from keytally_server.formats.templates.tally_rows import row_table
from keytally_server.wording.verdicts import verdict

MOST_FILLS = 12

_ALONE = {
    Status.MISSING: "the response has no such object",
    Status.SPURIOUS: "the key has no such object",
}


def about_object(marked: MarkedRecord) -> Iterator[str]:
    """The parts of an object's hover."""
    mark = marked.object_mark
    if mark is None:
        yield f"{code(identifier(marked.record))} {_why_unscored(marked)}"
        return
    partner = partner_record(mark)
    lines = [f"{verdict(mark.status)} {_named(identifier(marked.record), title(marked.record))}"]
    if partner is not None:
        named = _named(identifier(partner), title(partner))
        lines.append(f"{marked.snapshot.other_role.value}: {named}")
    elif mark.status in _ALONE:
        lines.append(_ALONE[mark.status])
    yield "  \n".join([*lines, *_reasons(marked)])
    fills = [f"- {code(fill.label)}" for fill in marked.fill_marks()]
    if fills:
        rest = len(fills) - MOST_FILLS
        yield "\n".join([*fills[:MOST_FILLS], *([f"- and {rest} more"] if rest > 0 else [])])
    yield from row_table(marked, Row("object", (marked.class_name,)))


def _reasons(marked: MarkedRecord) -> Iterator[str]:
    """The reasons why the object was aligned or not, and the next best candidate."""
    explained = _explained(marked)
    if explained is None:
        return
    why = explained.why
    if marked.task is not None and marked.task.pairs_in_file_order(marked.class_name):
        yield "aligned by its place among the objects of its class, whatever it holds"
        return
    if why.partner is not None:
        yield f"aligned by {_likeness(why.partner)}, over the threshold {_number(why.threshold)}"
    best, other = ("nearest", "no") if why.partner is None else ("next best", "no other")
    side = marked.snapshot.other_role.value
    if why.runner_up is None:
        yield f"{other} {marked.class_name.upper()} of the {side} agrees in anything"
        return
    line = f"{best} in the {side}: {_candidate(explained, why.runner_up)}, {_likeness(why.runner_up)}"
    if not why.runner_up.similar:
        line += f", not over the threshold {_number(why.threshold)}"
    elif why.partner is None:
        line += ", aligned with another"
    yield line


def _explained(marked: MarkedRecord) -> Explained | None:
    pair, document = marked.snapshot.pair, marked.unit.document
    if pair is None or document is None or marked.task is None:
        return None
    for scored in pair.scores_of(document):
        for explained in marked.task.explain(scored, marked.snapshot.role, marked.unit):
            if explained.why.obj.start == marked.record.start:
                return explained
    return None


def _candidate(explained: Explained, candidate: Candidate) -> str:
    obj = candidate.obj
    unit = explained.units[obj]
    record = next((each for each in unit.records if each.start == obj.start), None)
    return _named(obj.identifier, title(record) if record else "")


def _likeness(candidate: Candidate) -> str:
    return f"F {float(100 * candidate.f):.1f} and weighted sum {_number(candidate.weighted)}"


def _number(value: Fraction) -> str:
    return f"{float(value):g}"


def _named(name: str, title_text: str) -> str:
    return f"{code(name)} {code(title_text)}" if title_text else code(name)


def _why_unscored(marked: MarkedRecord) -> str:
    pair = marked.snapshot.pair
    if pair is None:
        return "is not scored: the file is in no pair"
    if marked.task is not None and marked.class_name not in {
        each.name for each in marked.task.configuration.classes
    }:
        return "is not scored: the configuration does not declare its class"
    return "has no score yet" if pair.stale else "is not scored"
