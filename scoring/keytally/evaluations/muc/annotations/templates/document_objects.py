"""Finds the records of documents; those of the last one are kept, which many repairs begin with."""

from collections.abc import Sequence
from operator import is_

from keytally.evaluations.muc.annotations.templates.read_document import ReadDocument
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit


class DocumentObjects:
    """The last document that was asked for, with what was found of it."""

    def __init__(self, syntax: TemplateSyntax) -> None:
        self._syntax = syntax
        self._last = ReadDocument((), syntax)

    def of(self, units: Sequence[TemplateUnit]) -> ReadDocument:
        """The document with these units."""
        known = self._last.units
        if len(units) != len(known) or not all(map(is_, units, known)):
            self._last = ReadDocument([*units], self._syntax)
        return self._last
