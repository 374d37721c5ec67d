"""A configuration is one unit, whatever stands in it."""

from keytally.families.contract import Language, Role
from keytally.families.muc.configuration.resolution import configuration_language

TEXT = ":key_file keys\n:response_file responses\n"


def test_a_file_is_one_unit() -> None:
    config: Language = configuration_language(Role.UNKNOWN)
    assert config.name == "muc-config"
    assert config.boundaries(TEXT) == []
    unit = config.read(TEXT)
    assert unit.text == TEXT
    assert unit.document is None
    assert [finding.rule.name for finding in unit.findings] == ["missing-option"] * 3
    assert config.compare_duplicates([unit]) == [()]


def test_languages_of_any_role_are_one() -> None:
    assert hash(configuration_language(Role.KEY)) == hash(configuration_language(Role.RESPONSE))
    assert configuration_language(Role.KEY) == configuration_language(Role.RESPONSE)
