"""The ability of evaluations that sum up two files without a look at each of their documents."""

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class SumsTexts(Protocol):
    """An evaluation that tells what all documents of two plain files add up to, at little cost.

    It has no remarks on a score, and prints as no program that needs units (`abilities.PrintsAsProgram`).
    """

    def sum_of(self, key: bytes, response: bytes) -> Any | None:
        """What `fold`, and `report_text` without `verbose`, take for the scores of all documents.

        The texts are bytes of UTF-8, without a byte-order mark.

        None for files that are to be read document by document: all that may give a warning or an error, and
        those of which scoring may leave something out.
        """
        ...
