"""How the reports of the MUC tasks begin, so that no other file is taken for one."""

import re

_STATUSES = "COR|PAR|INC|MIS|SPU|NON|OPT|UNS|REM"
_OPENING = re.compile(
    rf"Document\s|-{{20,}}\s*$|\*\s\*\s\*|\*{{20,}}\s*$|Key\s+Rsp\s*$|\{{-docnum\s|(?:{_STATUSES})\b|TOTALS?\b|SUMMARY\b",
    re.M,
)


def is_report(beginning: str) -> bool:
    """Whether a file that begins so is a report, ours or the MUC scorer's: its first line tells."""
    return _OPENING.match(beginning.lstrip()) is not None
