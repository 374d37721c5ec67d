"""One target a file: what is tried, and what must hold."""

from fuzz.targets import check, convert, decoding, edits, errors, languages, merge, score, wire
from fuzz.targets.target import Target

TARGETS: dict[str, Target] = {
    each.name: each
    for each in (
        edits.TARGET,
        wire.TARGET,
        edits.ADJUDICATION,
        wire.ADJUDICATION,
        check.TARGET,
        score.TARGET,
        errors.TARGET,
        merge.TARGET,
        convert.TARGET,
        languages.TARGET,
        decoding.TARGET,
    )
}
"""Every target by name."""
