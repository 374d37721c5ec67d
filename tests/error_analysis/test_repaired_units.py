"""The units of a document after edits, some of which were read when the edits were made."""

import pytest

from keytally.error_analysis.corrections import repaired_units
from keytally.families.annotations import Rewriting
from keytally.families.contract import Role
from keytally.findings.finding import Edit
from tests.families.muc.annotations.entity_documents import TASK
from tests.families.muc.sgml_files import document

LANGUAGE = TASK.language(Role.RESPONSE)
UNIT = LANGUAGE.read(document("Ida Wren\n"))


def test_what_was_read_is_not_read_again() -> None:
    place = UNIT.text.index("Ida")
    read = LANGUAGE.read(UNIT.text.replace("Ida", "Ada"))
    rewriting = Rewriting([(UNIT, Edit(place, place + 3, "Ada"))], read=[(UNIT, read)])
    (found,) = repaired_units(LANGUAGE, UNIT.document or "", [UNIT], rewriting)
    assert found is read


@pytest.mark.parametrize("added", [document("Tom\n"), "<DOC>\n"])
def test_a_text_with_another_document_in_it_is_read_as_a_file_is(added: str) -> None:
    end = len(UNIT.text)
    edits = [(UNIT, Edit(end, end, added))]
    read = [(UNIT, LANGUAGE.read(UNIT.text + added))]
    found, again = (
        repaired_units(LANGUAGE, UNIT.document or "", [UNIT], rewriting)
        for rewriting in (Rewriting(edits, read=read), Rewriting(edits))
    )
    assert [each.text for each in found] == [each.text for each in again]
    assert found[0].text == UNIT.text
