"""The bytes of any file survive decoding and encoding, in every encoding."""

from encodings.aliases import aliases
from random import Random

from fuzz.case import Case, bytes_of
from fuzz.failure import hold
from fuzz.grammar import workspace
from fuzz.mutation import mutated
from fuzz.targets.target import Target
from keytally.text.files import decode

_FILE = "a"
_ENCODINGS = (
    "",
    "none",
    *sorted(set(aliases.values())),
    "utf-8-sig",
    "idna",
    "punycode",
    "x" * 300,
    "a\x00b",
)


def _make(chance: Random) -> Case:
    files = workspace(chance)
    text = mutated(chance, files[chance.choice(sorted(files))])
    return Case("decoding", {_FILE: text}, choices={"encoding": chance.choice(_ENCODINGS)})


def _run(case: Case) -> None:
    data = bytes_of(case.files[_FILE])
    decoded = decode(data, case.choices["encoding"])
    hold(decoded.encode() == data, "bytes survive a round trip", decoded.encoding)


TARGET = Target("decoding", _make, _run, weight=0.02)
