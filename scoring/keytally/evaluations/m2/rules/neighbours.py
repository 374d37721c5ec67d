"""Rules for a block of a gold file and the previous one."""

from keytally.findings.finding import Edit, Finding
from keytally.findings.table.m2 import M2_NO_EMPTY_LINE
from keytally.text.lines import LINE_END


def unparted(before: str, block: str) -> tuple[Finding, ...]:
    """A finding on the first line of a block if no empty line separates it from the previous block."""
    line_end = "\r\n" if before.endswith("\r\n") else before[-1:]
    lines = before.removesuffix(line_end)
    if not lines[max(lines.rfind("\n"), lines.rfind("\r")) + 1 :].strip():
        return ()
    first = LINE_END.search(block)
    return (
        M2_NO_EMPTY_LINE.finding(
            0,
            first.start() if first else len(block),
            {},
            (Edit(0, 0, line_end),),
        ),
    )
