"""What a document of templates makes for its classes."""

from unittest.mock import patch

from keytally.families.muc.scoring import incremental_document as module
from keytally.families.muc.scoring.templates import TemplateScoring
from tests.families.muc.scoring.templates import configured, record


def test_nothing_is_made_for_a_class_without_objects_until_it_has_one() -> None:
    scoring = TemplateScoring(configured())
    document = scoring.document()
    people, companies = [record("PERSON-1", name="Roth")], [record("ORGANIZATION-1", name="EMI")]
    with patch.object(module, "ClassAlignment", wraps=module.ClassAlignment) as made:
        assert not any(document.update(people, []))
        assert made.call_count == 1
        assert not any(document.update(people, companies))
        assert made.call_count == 2
        assert not any(document.update(people, []))
        assert made.call_count == 2
    assert document.score("1").tabulation == scoring.score("1", people, []).tabulation
