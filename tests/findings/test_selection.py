"""Rules can be selected, ignored and graded anew (design, "Rule names")."""

from keytally.findings.all_rules import RULES
from keytally.findings.finding import Severity
from keytally.findings.selection import ALL_RULES, Selection, selection_of
from keytally.findings.table.sgml import CROSSING_TAGS, MISSING_DOCNO


def test_without_settings_every_rule_is_as_in_the_table() -> None:
    assert all(ALL_RULES.graded(rule) is rule for rule in RULES.values())


def test_only_selected_rules_count() -> None:
    selection = Selection(select=frozenset({"crossing-tags"}))
    assert selection.graded(CROSSING_TAGS) is CROSSING_TAGS
    assert selection.graded(MISSING_DOCNO) is None


def test_ignoring_wins_over_selecting() -> None:
    names = frozenset({"crossing-tags"})
    assert Selection(select=names, ignore=names).graded(CROSSING_TAGS) is None


def test_a_rule_can_be_graded_anew_or_turned_off() -> None:
    selection, problems = selection_of(severity={"crossing-tags": "hint", "missing-docno": "off"})
    graded = selection.graded(CROSSING_TAGS)
    assert graded is not None and graded.severity is Severity.HINT and graded.name == "crossing-tags"
    assert selection.graded(MISSING_DOCNO) is None
    assert problems == []


def test_unknown_names_are_reported_in_one_line_each() -> None:
    selection, problems = selection_of(["crosing-tags"], ["E501"], {"missing-docno": "fatal"})
    assert problems == [
        "unknown rule 'crosing-tags'; did you mean crossing-tags?",
        "unknown rule 'E501'",
        "invalid severity 'fatal' for missing-docno; expected one of: error, warning, information, hint, off",
    ]
    assert selection == ALL_RULES


def test_the_command_selects_instead_of_the_project_and_ignores_besides() -> None:
    project, _ = selection_of(["crossing-tags"], ["unclosed-tag"])
    assert project.narrowed(["missing-docno"], ["alt-not-in-text"]) == Selection(
        frozenset({"missing-docno"}), frozenset({"unclosed-tag", "alt-not-in-text"})
    )
    assert project.narrowed() == project
