"""What tests of repairs share: the titles of the quick fixes at a cursor, and the text after one."""

from collections import Counter

from keytally.engine.engine import Engine
from keytally.engine.reading import Reading
from keytally_server.requests.code_actions import quick_fixes
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


def assert_sound(desk: Desk, rule: str) -> None:
    """Each repair of a rule at the cursor takes one of its findings away and brings no other.

    The rule's own fix is left to the tests of the rule: it may uncover what it hid.
    """
    before = _names(desk.snapshot.reading)
    for fix in quick_fixes(desk.snapshot, desk.start, desk.end):
        finding = fix.located.finding
        if finding.rule.name == rule and fix.title.lower() != (finding.fix_title or "").lower():
            text = applied(desk.text, fix.edits)
            after = _names(reread(desk, text))
            assert after[rule] < before[rule], f"{fix.title} leaves it: {text!r}"
            assert after <= before, f"{fix.title} brings {after - before}: {text!r}"


def reread(desk: Desk, text: str) -> Reading:
    """Another text, read in the language of a file."""
    engine = Engine()
    engine.open(desk.snapshot.path, text, desk.snapshot.reading.language)
    reading = engine.reading(desk.snapshot.path)
    assert reading is not None
    return reading


def _names(reading: Reading) -> "Counter[str]":
    return Counter(located.finding.rule.name for located in reading.findings)
