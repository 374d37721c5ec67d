"""The score report: a page of counts and ratios a document, and one of the totals.

Layout after the manual's two example pages ("Score Files"). The manual prints classes in the
order of its `slot_defs` example (enamex, timex, numex), not of its `class_defs` example, whose
order is that of aligning; so classes stand here in the order of `slot_defs`. The line over each
page, `Document N` or `TOTALS`, is keytally's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import ClassDefinition, Configuration
from keytally.evaluations.muc.scoring.result import DocumentScore
from keytally.tallies.tabulation import NOTHING, TEXT_FILTER, TOTAL, Row, Tabulation, total_of
from keytally.tallies.tally import Tally, rounded

WIDTH = 78
NAME_LENGTH = 12
FULL_RULE = "-" * WIDTH
RULE = "+".join("-" * width for width in (24, 13, 14, 24))
COLUMN_HEADS = f"{'':13}  POS   ACT| COR PAR INC | MIS  SPU  NON| REC PRE UND OVG SUB ERR"
F_WEIGHTS = {"p&r": 1.0, "2p&r": 0.5, "p&2r": 2.0}


class ReportLine(NamedTuple):
    """A line of a part: a name, how deep it is nested, and the row it counts (None: a heading)."""

    name: str
    row: Row | None
    depth: int = 0


class Part(NamedTuple):
    """A part of a page: its title (empty: none) and its lines under a configuration."""

    title: str
    lines: Callable[[Configuration], Iterator[ReportLine]]


def score_report(scores: Sequence[DocumentScore], configuration: Configuration) -> str:
    """The whole report: a page for each document in the order given, then the page of totals."""
    pages = [page(f"Document {score.document}", score.tabulation, configuration) for score in scores]
    pages.append(totals_page(total_of(score.tabulation for score in scores), configuration))
    return "\n".join(pages)


def totals_page(totals: Tabulation, configuration: Configuration) -> str:
    """The page of the totals over all documents."""
    return page("TOTALS", totals, configuration)


def page(title: str, tabulation: Tabulation, configuration: Configuration) -> str:
    """One page: every class, slot, subtask and section of the configuration, zeros too."""
    lines = [title, FULL_RULE, COLUMN_HEADS, RULE]
    for part in PARTS[configuration.scoring_task]:
        lines += _part_lines(part, tabulation, configuration)
        lines.append(RULE)
    total = tabulation.get(TOTAL, NOTHING)
    lines += [row_line("ALL SLOTS", total), *f_lines(total)]
    return "".join(f"{line}\n" for line in lines)


def row_line(name: str, tally: Tally) -> str:
    """A row of counts and rounded percentages, 78 columns wide while its counts fit.

    A count too long for its column pushes what follows; nothing is cut but the name.
    """
    ratios = (tally.rec, tally.pre, tally.und, tally.ovg, tally.sub, tally.err)
    counts = (
        f"{tally.pos:5} {tally.act:5}|{tally.cor:4} {tally.par:3} {tally.inc:4}|"
        f"{tally.mis:4} {tally.spu:4} {tally.non:4}|"
    )
    return f"{name[:NAME_LENGTH]:13}{counts}{''.join(f'{rounded(ratio):4}' for ratio in ratios)}"


def heading(name: str) -> str:
    """A line with a name and the bars of the columns only."""
    return f"{name:24}|{'':13}|{'':14}|"


def f_lines(total: Tally) -> list[str]:
    """The last two lines of a page: the F-measures, to two decimals."""
    heads = f"{'P&R':>55}{'2P&R':>10}{'P&2R':>10}"
    values = [total.f(beta) for beta in F_WEIGHTS.values()]
    return [heads, "F-MEASURES{:45.2f}{:10.2f}{:10.2f}".format(*values)]


def section_names(configuration: Configuration) -> list[str]:
    """What section scores are told by: the groups where they are configured, else the sections."""
    groups = [group.name for group in configuration.doc_section_groups]
    return list(dict.fromkeys(groups or configuration.doc_sections))


def printed_rows(configuration: Configuration) -> Iterator[Row]:
    """Every row of a page but the last, in the order of the page."""
    for part in PARTS[configuration.scoring_task]:
        yield from (line.row for line in part.lines(configuration) if line.row is not None)


def printed_classes(configuration: Configuration) -> list[ClassDefinition]:
    """The classes in the order in which reports show them: that of `slot_defs`."""
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
