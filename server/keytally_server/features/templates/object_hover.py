"""What is said of an object: its verdict, its partner, why they were aligned, and its fills."""

from collections.abc import Iterator
from fractions import Fraction

from keytally.evaluations.muc.scoring.explanation import Candidate
from keytally.evaluations.muc.template_tasks import Explained
from keytally.tallies.status import Status
from keytally.tallies.tabulation import Row
from keytally_server.features.markdown import code
from keytally_server.features.templates.here import RecordHere, record_of
from keytally_server.features.templates.rows import row_table
from keytally_server.features.templates.titles import identifier, title
from keytally_server.features.verdict_text import verdict

MOST_FILLS = 12

_ALONE = {
    Status.MISSING: "the response has no such object",
    Status.SPURIOUS: "the key has no such object",
}


def about_object(here: RecordHere) -> Iterator[str]:
    """The parts of what is said of an object."""
    mark = here.object_mark
    if mark is None:
        yield f"{code(identifier(here.record))} {_why_unscored(here)}"
        return
    partner = record_of(mark)
    lines = [f"{verdict(mark.status)} {_named(identifier(here.record), title(here.record))}"]
    if partner is not None:
        named = _named(identifier(partner), title(partner))
        lines.append(f"{here.snapshot.other_role.value}: {named}")
    elif mark.status in _ALONE:
        lines.append(_ALONE[mark.status])
    yield "  \n".join([*lines, *_reasons(here)])
    fills = [f"- {code(fill.label)}" for fill in here.fill_marks()]
    if fills:
        rest = len(fills) - MOST_FILLS
        yield "\n".join([*fills[:MOST_FILLS], *([f"- and {rest} more"] if rest > 0 else [])])
    yield from row_table(here, Row("object", (here.class_name,)))


def _reasons(here: RecordHere) -> Iterator[str]:
    """Why the object was aligned, or not, and what came next."""
    explained = _explained(here)
    if explained is None:
        return
    why = explained.why
    if here.task is not None and here.task.pairs_in_file_order(here.class_name):
        yield "aligned by its place among the objects of its class, whatever it holds"
        return
    if why.partner is not None:
        yield f"aligned by {_likeness(why.partner)}, over the threshold {_number(why.threshold)}"
    best, other = ("nearest", "no") if why.partner is None else ("next best", "no other")
    side = here.snapshot.other_role.value
    if why.runner_up is None:
        yield f"{other} {here.class_name.upper()} of the {side} agrees in anything"
        return
    told = f"{best} in the {side}: {_candidate(explained, why.runner_up)}, {_likeness(why.runner_up)}"
    if not why.runner_up.similar:
        told += f", not over the threshold {_number(why.threshold)}"
    elif why.partner is None:
        told += ", aligned with another"
    yield told


def _explained(here: RecordHere) -> Explained | None:
    pair, document = here.snapshot.pair, here.unit.document
    if pair is None or document is None or here.task is None:
        return None
    for scored in pair.scores_of(document):
        for explained in here.task.explain(scored, here.snapshot.role, here.unit):
            if explained.why.obj.start == here.record.start:
                return explained
    return None


def _candidate(explained: Explained, candidate: Candidate) -> str:
    single = candidate.obj
    unit = explained.units[single]
    record = next((each for each in unit.records if each.start == single.start), None)
    return _named(single.identifier, title(record) if record else "")


def _likeness(candidate: Candidate) -> str:
    return f"F {float(100 * candidate.f):.1f} and weighted sum {_number(candidate.weighted)}"


def _number(value: Fraction) -> str:
    return f"{float(value):g}"


def _named(name: str, told: str) -> str:
    return f"{code(name)} {code(told)}" if told else code(name)


def _why_unscored(here: RecordHere) -> str:
    pair = here.snapshot.pair
    if pair is None:
        return "is not scored: the file is in no pair"
    if here.task is not None and here.class_name not in {
        each.name for each in here.task.configuration.classes
    }:
        return "is not scored: the configuration does not declare its class"
    return "has no score yet" if pair.stale else "is not scored"
