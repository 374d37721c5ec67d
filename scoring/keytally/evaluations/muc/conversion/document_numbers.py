"""The number that objects of a document have in their headers."""

import re

from keytally.evaluations.muc.formats.templates.headers import document_number

_MESSAGE = re.compile(r"[^-]*([0-9])(?:-[^-]*)*-\s*0*([0-9]{1,9})", re.ASCII)
_NOT_IN_NUMBERS = re.compile(r"[\s<>\"':=/]+")


def number_of(name: str) -> str:
    """The number of a document of that name; "" where the name has nothing that could be one.

    A message of MUC-4 such as `TST3-MUC4-0001` is 30001: the digit of its set, times 10,000, and its own
    number. Others have no hyphens, as in `260304-0001`.
    """
    message = _MESSAGE.fullmatch(name.strip()) if re.search(r"[^\W\d_]", name) else None
    if message:
        return str(int(message[1]) * 10_000 + int(message[2]))
    return _NOT_IN_NUMBERS.sub("_", document_number(name.strip()))
