"""Recognises files of coreference by what begins their documents, or by brackets of chains in their lines."""

import re

from keytally.evaluations.conll.tasks import TASK

_BEGIN = r"#[ \t]{0,20}(?:begin document|global\.Entity[ \t]*=)"
_ROW = r"\S+[ \t]+\d+[ \t]+\d+[ \t]+\S[^\r\n]*[ \t][|)\d]*\(\d+[(|)\d]*[ \t]*\r?$"
_WORD = r"\d+(?:[-.]\d+)?\t[^\r\n]*[\t|]Entity=[(\w]"
_TELLING = re.compile(rf"^(?:{_BEGIN}|{_ROW}|{_WORD})", re.M)
_LOOKED_AT = 20_000


def task_of(first_part: str) -> str | None:
    """The task of a file that begins a document of CoNLL-2012, or has chains as CoNLL-2012 or CorefUD."""
    return TASK if _TELLING.search(first_part[:_LOOKED_AT]) else None
