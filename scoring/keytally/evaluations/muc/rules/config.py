"""The rules of MUC configuration files."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.config.document import ConfigUnit, OptionLine
from keytally.evaluations.muc.formats.config.options import OPTIONS, REQUIRED, find_option
from keytally.evaluations.muc.rules.config_classes import Targets, class_order, undefined_classes
from keytally.evaluations.muc.rules.config_values import bad_values, oversized, stray_text
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import Speller, hint, shown
from keytally.findings.table.config import MISSING_OPTION, UNKNOWN_OPTION


def check(unit: ConfigUnit, targets: Targets | None = None) -> list[Finding]:
    """Every finding in a configuration, in the order of their places.

    `targets` gives, for a class and a slot in lower case, the classes that a BNF allows the slot to point to;
    without it only the sixth words of `slot_defs` do.
    """
    if unit.is_oversized:
        return [oversized(unit)]
    speller = Speller()
    unknown = [finding for line in unit.lines for finding in _unknown_option(unit, line, speller)]
    meant = {finding.arguments["nearest"].removeprefix(":") for finding in unknown}
    findings = [
        *stray_text(unit),
        *unknown,
        *(_missing_option(name) for name in _missing(unit) if name not in meant),
        *bad_values(unit, speller, meant),
        *undefined_classes(unit, speller),
        *class_order(unit, targets or {}),
    ]
    return sorted(findings, key=lambda finding: (finding.start, finding.end, finding.rule.name))


def _unknown_option(unit: ConfigUnit, line: OptionLine, speller: Speller) -> Iterator[Finding]:
    if find_option(line.name):
        return
    if not line.name:
        yield _nameless(line)
        return
    nearest = speller.nearest(line.name, OPTIONS)
    start, end = line.name_span
    yield UNKNOWN_OPTION.finding(
        start,
        end,
        {"option": shown(line.name), "hint": hint(nearest), "nearest": nearest or ""},
        (Edit(start, end, nearest),) if nearest else (),
    )


def _nameless(line: OptionLine) -> Finding:
    """A colon without a name right after it; the fix closes the gap if a name follows."""
    first = line.values[0] if line.values else None
    meant = find_option(first.content) if first else None
    nearest = f":{meant.name}" if meant else ""
    edits = (Edit(line.start, first.end, nearest),) if first and meant else ()
    return UNKNOWN_OPTION.finding(
        line.start,
        line.start + 1,
        {
            "option": "without a name",
            "hint": "; the name follows the colon at once",
            "nearest": nearest,
        },
        edits,
    )


def _missing(unit: ConfigUnit) -> list[str]:
    """The required options that are not given; none for a text that is no configuration."""
    is_configuration = bool(unit.lines) or not unit.stray
    return [name for name in REQUIRED if is_configuration and not unit.lines_of(name)]


def _missing_option(name: str) -> Finding:
    return MISSING_OPTION.finding(0, 0, {"option": name})
