"""Quick fixes: the fix of one finding, and repairs that are only likely."""

from typing import NamedTuple

from keytally.engine.findings import Located
from keytally.findings.finding import Edit


class QuickFix(NamedTuple):
    """A finding with a fix, the title of the fix, and its edits in the file.

    `is_preferred` is set for the fix that the author most likely wants.
    """

    located: Located
    title: str
    edits: tuple[Edit, ...]
    is_preferred: bool = True


class Repair(NamedTuple):
    """A likely repair of a finding, offered one by one and never applied with all fixes of a file.

    Places count from the start of the file in the result of a presenter. The title begins with a small
    letter.
    """

    title: str
    edits: tuple[Edit, ...]
    is_preferred: bool = False

    def moved(self, offset: int) -> "Repair":
        """The same repair with its places moved by `offset`."""
        edits = tuple(Edit(edit.start + offset, edit.end + offset, edit.text) for edit in self.edits)
        return self._replace(edits=edits)
