"""The comparison rules that two fills match or fail, with the forms that each compares."""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration, SlotDefinition
from keytally.evaluations.muc.scoring.strings import StringComparison
from keytally.tallies.status import Status

SET_FILL = "set fill"


class AppliedRule(NamedTuple):
    """A rule (`set fill`, or a form of strings such as `CLEAN`), and the status that agreement earns.

    `key` and `response` are the compared forms; one is None if that side has no fill.
    """

    rule: str
    earns: Status
    key: str | None
    response: str | None

    @property
    def agrees(self) -> bool:
        """Whether both sides have a fill and the rule finds them equal."""
        return self.key is not None and self.key == self.response


def applied_rules(
    configuration: Configuration, slot: SlotDefinition, key: str | None, response: str | None
) -> Iterator[AppliedRule]:
    """The rules for the fills of a slot, up to the first that agrees; none for pointers.

    Pointers have no forms: they agree if their objects are aligned.
    """
    if slot.kind == "set":
        yield AppliedRule(SET_FILL, Status.CORRECT, _lower(key), _lower(response))
    elif slot.kind == "string":
        strings = StringComparison(configuration)
        for rule, earns in strings.rules:
            forms = (None if text is None else strings.form(rule, text).strip() for text in (key, response))
            applied = AppliedRule(rule.value, earns, *forms)
            yield applied
            if applied.agrees:
                break


def _lower(text: str | None) -> str | None:
    return None if text is None else text.lower()
