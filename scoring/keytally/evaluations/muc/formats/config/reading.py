"""Reading a configuration file: the tree and the findings of any text."""

from dataclasses import replace

from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.parsing import parse
from keytally.evaluations.muc.rules.config import check
from keytally.evaluations.muc.rules.config_classes import Targets


def read_config(text: str, overrides_from: int | None = None, targets: Targets | None = None) -> ConfigUnit:
    """The configuration that `text` is, with its findings; never fails.

    Lines from `overrides_from` on count as given behind the file. `targets` are the classes that
    a BNF lets slots point to, for the rule about the order of classes.
    """
    unit = parse(text, overrides_from)
    return replace(unit, findings=check(unit, targets))
