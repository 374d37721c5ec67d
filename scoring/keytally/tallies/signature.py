"""The signature: one line with all settings that define a score.

As in sacrebleu: name and version, the task, then every option that is not at its default.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from keytally.version import VERSION

LONGEST_VALUE = 64
_PLAIN = " !\"#$&'()*+./;<=>?@[\\]^`{}~"

Values = Sequence[str]


def signature(task: str, given: Mapping[str, Values], defaults: Mapping[str, Values | None]) -> str:
    """`keytally:0.1.0|task:named_entity|ne_overlap:closed`, options in the order of their names.

    `given` holds the values of the options that were given; `defaults` those of every option that
    belongs in a signature (None where it has no default). Options that `defaults` lacks (names of
    files, say) are left out, as are values that differ from the default in case only. Values are
    joined by commas and percent-encoded where they hold a separator; long ones are cut down to a
    digest, so equal signatures still mean equal options.
    """
    standard = {name.lower(): values for name, values in defaults.items()}
    settings = {name.lower(): tuple(values) for name, values in given.items() if name.lower() in standard}
    changed = [
        f"{name}:{_written(values)}"
        for name, values in sorted(settings.items())
        if _folded(values) != _folded(standard[name])
    ]
    return "|".join([f"keytally:{VERSION}", f"task:{task}", *changed])


def _folded(values: Values | None) -> list[str] | None:
    return None if values is None else [value.lower() for value in values]


def _written(values: Values) -> str:
    text = ",".join(quote(value, safe=_PLAIN) for value in values)
    if len(text) <= LONGEST_VALUE:
        return text
    from hashlib import sha256  # noqa: PLC0415 - few options are so long that they pay for it

    return "sha256-" + sha256(text.encode()).hexdigest()[:12]
