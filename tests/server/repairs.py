"""What tests of repairs share: the titles of the quick fixes at a cursor, and the text after one."""

from keytally.findings.edits import apply_edits
from keytally_server.features.quick_fixes import quick_fixes
from tests.server.desk import Desk, applied


def offered(desk: Desk, rule: str) -> list[str]:
    """The titles of the quick fixes of a rule at the cursor; `*` marks the preferred ones."""
    return [
        f"{fix.title}{' *' if fix.is_preferred else ''}"
        for fix in quick_fixes(desk.snapshot, desk.start, desk.end)
        if fix.located.finding.rule.name == rule
    ]


def repaired(desk: Desk, title: str) -> str:
    """The body of the picture after the quick fix of that title."""
    found = [fix for fix in quick_fixes(desk.snapshot, desk.start, desk.end) if fix.title == title]
    assert len(found) == 1, f"{title!r} is not offered once: {[fix.title for fix in found]}"
    text = applied(desk.text, found[0].edits)
    return Desk(desk.snapshot, text, 0, 0, desk.shift).body


def assert_sound(desk: Desk, rule: str) -> int:
    """Each quick fix of a rule at the cursor takes one of its findings away and brings no other."""
    reading = desk.snapshot.reading
    fixes = [
        fix
        for fix in quick_fixes(desk.snapshot, desk.start, desk.end)
        if fix.located.finding.rule.name == rule
    ]
    for fix in fixes:
        unit, offset = fix.located.unit, fix.located.offset
        after = reading.language.read(apply_edits(unit.text, fix.edits, -offset))
        before = sorted(each.rule.name for each in unit.findings)
        left = sorted(each.rule.name for each in after.findings)
        assert left.count(rule) < before.count(rule), f"{fix.title} leaves it: {after.text!r}"
        for name in set(left):
            assert left.count(name) <= before.count(name), f"{fix.title} brings {name}: {after.text!r}"
    return len(fixes)
