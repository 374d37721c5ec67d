"""Every language of the registry reads every text: units cover it, findings lie within them."""

from pathlib import Path
from random import Random

from fuzz.case import Case, bytes_of, edited, stretch_of
from fuzz.failure import hold
from fuzz.grammar import workspace
from fuzz.mutation import mutated
from fuzz.places import check_finding
from fuzz.steps import random_steps
from fuzz.targets.target import Target
from keytally.engine.findings import Located
from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Language, Role
from keytally.project.conventions import language_of
from keytally.runs.check import apply_fixes
from keytally.text.files import decode

STEPS = 10
_FILE = "a"


def _make(chance: Random) -> Case:
    files = workspace(chance)
    name = chance.choice(sorted(files))
    text, fitting = files[name], language_of(Path(name), files[name])
    known = sorted(registry.languages())
    text = mutated(chance, text) if chance.random() < 0.7 else text
    choices = {
        "language": fitting if fitting and chance.random() < 0.5 else chance.choice(known),
        "companions": chance.choice(("none", "first", "last")),
        "role": chance.choice([role.value for role in Role]),
    }
    steps = [step for step in random_steps(chance, {_FILE: text}, STEPS) if step.kind == "edit"]
    return Case("languages", {_FILE: text}, steps, choices)


def _run(case: Case) -> None:
    text = decode(bytes_of(case.files[_FILE])).text
    role, name = Role(case.choices["role"]), case.choices["language"]
    language = registry.language(name, role, _companions(name, case.choices["companions"]), _FILE)
    reading = Reading(language, text)
    _check(reading, text)
    for step in case.steps:
        reading.edit([(*stretch_of(text, step), step.text)])
        text = edited(text, step)
        _check(reading, text)
    fresh = Reading(language, text)
    hold(_found(reading) == _found(fresh), "findings after edits are those of a fresh reading", name)
    hold(
        [*reading.documents] == [*fresh.documents], "documents after edits are those of a fresh reading", name
    )
    _check_fixes(language, text)


def _companions(language: str, which: str) -> dict[str, str]:
    """The texts of built-in companion files that describe files of a language."""
    known = [registry.companions()[kind] for kind in registry.languages()[language].companions]
    place = {"first": 0, "last": -1}.get(which)
    if place is None:
        return {}
    return {each.name: each.text_of(names[place]) for each in known if (names := each.built_in())}


def _found(reading: Reading) -> list[tuple[str, int, int]]:
    return [(found.finding.rule.name, found.start, found.end) for found in reading.findings]


def _check(reading: Reading, text: str) -> None:
    units = list(reading.units)
    hold("".join(unit.text for unit in units) == text, "units cover the text", reading.language.name)
    for found in reading.findings:
        check_finding(found)


def _check_fixes(language: Language, text: str) -> None:
    """Fixes come to an end, after which there are none."""

    def findings(of: str) -> list[Located]:
        return list(Reading(language, of).findings)

    once = apply_fixes(text, findings)
    again = apply_fixes(once.text, findings)
    hold(not again.fixes, "fixes come to an end", f"{once.text[:2000]!r}\n{again.text[:2000]!r}")


TARGET = Target("languages", _make, _run, weight=0.5)
