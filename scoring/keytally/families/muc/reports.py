"""Score reports as text and JSON, and remarks about meaningless scores."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.families.muc.model import ClassDefinition, Configuration
from keytally.families.muc.scoring.results import DocumentScore
from keytally.measures.ratios import f_measure
from keytally.tallies.tally import NOTHING, TEXT_FILTER, TOTAL, Row, Tabulation, Tally, rounded, total_of
from keytally.text.rendering import quantity

if TYPE_CHECKING:
    from keytally.families.muc.sgml.syntax import SgmlSyntax
    from keytally.families.muc.sgml.unit import SgmlUnit
    from keytally.families.muc.templates.unit import TemplateSyntax, TemplateUnit


_STATUSES = "COR|PAR|INC|MIS|SPU|NON|OPT|UNS|REM"
_OPENING = re.compile(
    rf"Document\s|-{{20,}}\s*$|\*\s\*\s\*|\*{{20,}}\s*$|Key\s+Rsp\s*$|\{{-docnum\s|(?:{_STATUSES})\b|TOTALS?\b|SUMMARY\b",
    re.M,
)


def is_report(beginning: str) -> bool:
    """Return whether a file with this first line is a report of keytally or of the MUC scorer."""
    return _OPENING.match(beginning.lstrip()) is not None


# The score report: a page of counts and ratios for each document, and one for the totals.
#
# Layout after the manual's two example pages ("Score Files"). The manual prints classes in the order of its
# `slot_defs` example (enamex, timex, numex), not of its `class_defs` example, whose order is that of
# aligning; so classes are in the order of `slot_defs` here. The line over each page, `Document N` or
# `TOTALS`, is keytally's.


WIDTH = 78
NAME_LENGTH = 12
FULL_RULE = "-" * WIDTH
RULE = "+".join("-" * width for width in (24, 13, 14, 24))
COLUMN_HEADS = f"{'':13}  POS   ACT| COR PAR INC | MIS  SPU  NON| REC PRE UND OVG SUB ERR"
F_WEIGHTS = {"p&r": 1.0, "2p&r": 0.5, "p&2r": 2.0}


class ReportLine(NamedTuple):
    """A line of a part: its name, its nesting depth, and its row of counts (None for a heading)."""

    name: str
    row: Row | None
    depth: int = 0


class Part(NamedTuple):
    """A part of a page: its title (empty if it has none) and the function that returns its lines."""

    title: str
    lines: Callable[[Configuration], Iterator[ReportLine]]


def score_report(scores: Sequence[DocumentScore], configuration: Configuration) -> str:
    """Return the whole report: a page for each document in the given order, then the page of totals."""
    pages = [score_page(f"Document {score.document}", score.tabulation, configuration) for score in scores]
    pages.append(totals_page(total_of(score.tabulation for score in scores), configuration))
    return "\n".join(pages)


def totals_page(totals: Tabulation, configuration: Configuration) -> str:
    """Return the page of the totals over all documents."""
    return score_page("TOTALS", totals, configuration)


def score_page(title: str, tabulation: Tabulation, configuration: Configuration) -> str:
    """Return one page with every class, slot, subtask and section of the configuration, including rows of
    zeros.
    """
    lines = [title, FULL_RULE, COLUMN_HEADS, RULE]
    for part in PARTS[configuration.scoring_task]:
        lines += _part_lines(part, tabulation, configuration)
        lines.append(RULE)
    total = tabulation.get(TOTAL, NOTHING)
    lines += [row_line("ALL SLOTS", total), *f_lines(total)]
    return "".join(f"{line}\n" for line in lines)


def row_line(name: str, tally: Tally) -> str:
    """Return a row of counts and rounded percentages, 78 columns wide if the counts fit.

    A count that is too long for its column moves the columns after it; only the name is truncated.
    """
    ratios = (tally.rec, tally.pre, tally.und, tally.ovg, tally.sub, tally.err)
    counts = (
        f"{tally.pos:5} {tally.act:5}|{tally.cor:4} {tally.par:3} {tally.inc:4}|"
        f"{tally.mis:4} {tally.spu:4} {tally.non:4}|"
    )
    return f"{name[:NAME_LENGTH]:13}{counts}{''.join(f'{rounded(ratio):4}' for ratio in ratios)}"


def heading(name: str) -> str:
    """Return a line that contains only a name and the column separators."""
    return f"{name:24}|{'':13}|{'':14}|"


def f_lines(total: Tally) -> list[str]:
    """Return the last two lines of a page: the F-measures to two decimal places."""
    heads = f"{'P&R':>55}{'2P&R':>10}{'P&2R':>10}"
    values = [total.f(beta) for beta in F_WEIGHTS.values()]
    return [heads, "F-MEASURES{:45.2f}{:10.2f}{:10.2f}".format(*values)]


def section_names(configuration: Configuration) -> list[str]:
    """Return the names of section scores: the section groups if they are configured, otherwise the
    sections.
    """
    groups = [group.name for group in configuration.doc_section_groups]
    return list(dict.fromkeys(groups or configuration.doc_sections))


def printed_rows(configuration: Configuration) -> Iterator[Row]:
    """Yield every row of a page except the last, in page order."""
    for part in PARTS[configuration.scoring_task]:
        yield from (line.row for line in part.lines(configuration) if line.row is not None)


def printed_classes(configuration: Configuration) -> list[ClassDefinition]:
    """Return the classes in the order of reports, which is the order of `slot_defs`."""
    order = list(dict.fromkeys(slot.class_name for slot in configuration.slots))
    order += [item.name for item in configuration.classes if item.name not in order]
    return sorted(configuration.classes, key=lambda item: order.index(item.name))


def _part_lines(part: Part, tabulation: Tabulation, configuration: Configuration) -> list[str]:
    lines = [heading(part.title)] if part.title else []
    for name, row, depth in part.lines(configuration):
        indented = " " * depth + name
        if row is None:
            lines.append(heading(indented[:NAME_LENGTH]))
        else:
            lines.append(row_line(indented, tabulation.get(row, NOTHING)))
    return lines


def _text_filter(_configuration: Configuration) -> Iterator[ReportLine]:
    yield ReportLine("TEXT FILTERING", TEXT_FILTER)


def _subtasks(configuration: Configuration) -> Iterator[ReportLine]:
    report_names = {item.name: item.report_name for item in configuration.classes}
    for name in dict.fromkeys(subtask.class_name for subtask in configuration.subtasks):
        yield ReportLine(report_names.get(name, name), None)
        for subtask in configuration.subtasks:
            if subtask.class_name == name:
                yield ReportLine(subtask.value, Row("subtask", (name, subtask.slot, subtask.value)), 1)


def _sections(configuration: Configuration) -> Iterator[ReportLine]:
    for name in section_names(configuration):
        yield ReportLine(name, Row("section", (name,)))


def _objects(configuration: Configuration) -> Iterator[ReportLine]:
    for item in printed_classes(configuration):
        yield ReportLine(item.report_name, Row("object", (item.name,)))


def _slots(configuration: Configuration) -> Iterator[ReportLine]:
    for item in printed_classes(configuration):
        yield ReportLine(item.report_name, None)
        for slot in configuration.slots_of(item.name):
            yield ReportLine(slot.report_name, Row("slot", (item.name, slot.name)), 1)


_TEMPLATE_PARTS = (Part("OBJ SCORES", _objects), Part("SLOT SCORES", _slots))

PARTS: Mapping[str, tuple[Part, ...]] = {
    "named_entity": (Part("SUBTASK SCORES", _subtasks), Part("SECT SCORES", _sections), *_TEMPLATE_PARTS),
    "template_element": _TEMPLATE_PARTS,
    "template_relation": _TEMPLATE_PARTS,
    "scenario_template": (Part("", _text_filter), *_TEMPLATE_PARTS),
}
"""The parts of a page by task, in the order of the manual's pages."""


def text_report(
    scores: Sequence[DocumentScore], configuration: Configuration, signature: str = "", verbose: bool = False
) -> str:
    """Return the totals, the number of documents, and the signature; `verbose` adds every document."""
    if verbose:
        pages = score_report(scores, configuration)
    else:
        pages = totals_page(total_of(score.tabulation for score in scores), configuration)
    count = quantity(len(scores), "document")
    return f"{pages}\n{f'{count}  {signature}'.rstrip()}\n"


# The JSON output of `keytally score` for the tasks that tally single fills.
#
# Counts are integers, ratios unrounded percentages from 0 to 100. It has every class, slot, subtask and
# section of the score report, zeros too; parts that a task lacks are empty.


Json = dict[str, Any]

_PART_NAMES = {
    "object": "objects",
    "slot": "slots",
    "subtask": "subtasks",
    "section": "sections",
    "text_filter": "text_filter",
}
_COMPARED = {part: _PART_NAMES[part] for part in ("object", "slot", "subtask")}


def json_report(scores: Sequence[DocumentScore], configuration: Configuration, signature: str) -> Json:
    """Return the complete JSON output. Documents with the same number are summed in one entry."""
    totals = total_of(score.tabulation for score in scores)
    report: Json = {"task": configuration.scoring_task, "signature": signature}
    report |= {"totals": totals_json(totals), "documents": _documents(scores)}
    return report | _parts(totals, configuration)


def f_by_part(scores: Sequence[DocumentScore], rows: Iterable[Row]) -> Json:
    """Return F with equal weights as in the JSON output: overall, and by document, class, slot and type.

    `rows` are the rows of a page (`printed_rows`); each tally contains only POS, ACT and F.
    """
    totals = total_of(score.tabulation for score in scores)
    documents = {name: _f(tally) for name, tally in _tallies(scores).items()}
    parts: Json = {name: {} for name in _COMPARED.values()}
    for row in rows:
        if row.part in _COMPARED:
            _put(parts, _COMPARED, row, _f(totals[row]) if row in totals else _NO_F)
    return {"totals": _f(totals.get(TOTAL, NOTHING)), "documents": documents, **parts}


def totals_json(tabulation: Tabulation) -> Json:
    """Return the JSON entry of a document or of the totals."""
    return tally_json(tabulation.get(TOTAL, NOTHING))


def tally_json(tally: Tally) -> Json:
    """Return counts, ratios and F-measures of a tally."""
    counts = {"pos": tally.pos, "act": tally.act, **tally._asdict()}
    recall, precision = tally.rec, tally.pre
    others = {"und": tally.und, "ovg": tally.ovg, "sub": tally.sub, "err": tally.err}
    f = {name: f_measure(precision, recall, beta) for name, beta in F_WEIGHTS.items()}
    return {**counts, "rec": recall, "pre": precision, **others, "f": f}


def _documents(scores: Sequence[DocumentScore]) -> Json:
    return {name: tally_json(total) for name, total in _tallies(scores).items()}


def _tallies(scores: Sequence[DocumentScore]) -> dict[str, Tally]:
    """Return the totals of documents; those with the same number are summed."""
    documents: dict[str, Tally] = {}
    for score in scores:
        before, total = documents.get(score.document), score.tabulation.get(TOTAL, NOTHING)
        documents[score.document] = total if before is None else before.plus(total)
    return documents


def _parts(totals: Tabulation, configuration: Configuration) -> Json:
    parts: Json = {name: {} for name in _PART_NAMES.values()}
    for row in printed_rows(configuration):
        _put(parts, _PART_NAMES, row, tally_json(totals.get(row, NOTHING)))
    return parts


def _put(parts: Json, names: Mapping[str, str], row: Row, tally: Json) -> None:
    """Insert the tally of a row at its position in the parts."""
    inner = parts
    for name in (names[row.part], *row.names):
        inner = inner.setdefault(name, {})
    inner.update(tally)


def _f(tally: Tally) -> Json:
    beta = next(iter(F_WEIGHTS.values()))
    return {"pos": tally.pos, "act": tally.act, "f": f_measure(tally.pre, tally.rec, beta)}


_NO_F = _f(NOTHING)


# Remarks on the score of a MUC task: reasons why its figures are meaningless.
#
# They depend on grounds, which are computed separately for parts of the documents; the remarks on all
# documents follow from the grounds of all parts.


_OPEN_TAG = re.compile(r"<([A-Za-z][\w.-]{0,40})>")
_MOST_NAMES = 10


class Sectioning(NamedTuple):
    """The presence of documents and of scored sections on a side; if the side has no scored sections,
    `others` contains the first of its other tags.
    """

    is_there: bool
    is_scored: bool
    others: Sequence[str] = ()


class SgmlGrounds(NamedTuple):
    """Data for remarks about a document: whether the key has a tag of the task, and the sections of both
    sides.
    """

    is_tagged: bool
    key: Sectioning
    response: Sectioning


def sgml_grounds(
    key: "Sequence[SgmlUnit | None]", response: "Sequence[SgmlUnit | None]", syntax: "SgmlSyntax"
) -> SgmlGrounds:
    """Return the data for remarks from the units of some documents."""
    is_tagged = any(unit is not None and unit.tags for unit in key)
    return SgmlGrounds(is_tagged, _sectioning(key, syntax), _sectioning(response, syntax))


def _sectioning(units: "Iterable[SgmlUnit | None]", syntax: "SgmlSyntax") -> Sectioning:
    documents = [unit for unit in units if unit is not None]
    scored = {name.lower() for name in syntax.sections}
    if any(tag.name in scored for unit in documents for tag in unit.section_tags):
        return Sectioning(is_there=True, is_scored=True)
    known = {name.lower() for name in (syntax.doc_gid, *syntax.number_gids, *syntax.sections)}
    found = dict.fromkeys(name for unit in documents for name in _OPEN_TAG.findall(unit.stripped()))
    others = (name for name in found if name.lower() not in known)
    return Sectioning(bool(documents), is_scored=False, others=tuple(islice(others, _MOST_NAMES)))


def sgml_remarks(grounds: Sequence[SgmlGrounds], task: str, syntax: "SgmlSyntax") -> list[str]:
    """Return a line if no document of the key has a tag of the task, which suggests that the task is wrong.

    Otherwise, return a line for each side without any section that the configuration scores.
    """
    if any(ground.is_tagged for ground in grounds):
        sides = {
            "key": [ground.key for ground in grounds],
            "response": [ground.response for ground in grounds],
        }
        return [line for side, parts in sides.items() for line in _unsectioned(side, parts, syntax)]
    names = ", ".join(f"<{tag.name.upper()}>" for tag in syntax.tags)
    return [f"no document of the key has a tag of {task} ({names}); is this the right task?"]


def _unsectioned(side: str, parts: Sequence[Sectioning], syntax: "SgmlSyntax") -> list[str]:
    if not any(part.is_there for part in parts) or any(part.is_scored for part in parts):
        return []
    others = list(dict.fromkeys(chain.from_iterable(part.others for part in parts)))
    there = f"the {side} has {', '.join(others[:_MOST_NAMES]) if others else 'no sections'}"
    wanted = ", ".join(syntax.sections) or "none"
    return [f"no document of the {side} has a scored section ({wanted}); {there}; see doc_sections"]


class KeyClasses(NamedTuple):
    """The classes of a key: `has_content` is true if it has objects of configured classes other than
    container templates.

    Otherwise, `has_templates` is true if the key has container templates, and `undeclared` contains its
    classes that the configuration does not declare.
    """

    has_content: bool
    has_templates: bool = False
    undeclared: frozenset[str] = frozenset()


def classes_in(
    documents: "Iterable[Sequence[TemplateUnit]]", syntax: "TemplateSyntax", configuration: "Configuration"
) -> KeyClasses:
    """Return the classes of the documents of a key."""
    has_templates, undeclared = False, set[str]()
    holder = _holder(syntax, configuration)
    headers = (record.header for document in documents for unit in document for record in unit.records)
    for name in (header.identity.class_name for header in headers if header is not None):
        if syntax.declared(name) is None:
            undeclared.add(name.upper())
        elif name.lower() != holder:
            return KeyClasses(has_content=True)
        else:
            has_templates = True
    return KeyClasses(False, has_templates, frozenset(undeclared))


def _holder(syntax: "TemplateSyntax", configuration: "Configuration") -> str | None:
    """Return the class of templates that only contain other objects; None if templates themselves are
    scored.
    """
    is_scenario = configuration.scoring_task.lower() == "scenario_template"
    return configuration.template_name.lower() if is_scenario and len(syntax.classes or ()) > 1 else None


def undeclared_classes(parts: Sequence[KeyClasses], syntax: "TemplateSyntax") -> list[str]:
    """Return a line if the key contains only container templates or objects of undeclared classes."""
    others = sorted(frozenset[str]().union(*(part.undeclared for part in parts)))
    has_templates = any(part.has_templates for part in parts)
    if any(part.has_content for part in parts) or (has_templates and not others):
        return []
    names = ", ".join(declared.name.upper() for declared in syntax.classes or ())
    problem = f"no object of the key has a class that the configuration declares ({names})"
    if not has_templates:
        return [f"{problem}; is this the right configuration?"]
    lacking = ", ".join(others[:_MOST_NAMES])
    return [
        f"apart from its templates, {problem}; the configuration lacks {lacking}; "
        "is it the right configuration?"
    ]
