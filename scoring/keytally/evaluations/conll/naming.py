"""Recognises files of coreference by the line that begins a document, or states the fields of entities."""

import re

from keytally.evaluations.conll.tasks import TASK

_BEGIN = re.compile(r"^#[ \t]{0,20}(?:begin document|global\.Entity[ \t]*=)", re.M)
_LOOKED_AT = 4000


def task_of(first_part: str) -> str | None:
    """The task of a file that begins a document of CoNLL-2012, or one of CorefUD."""
    return TASK if _BEGIN.search(first_part[:_LOOKED_AT]) else None
