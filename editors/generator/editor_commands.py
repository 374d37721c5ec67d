"""The commands of VS Code with their keys, as a table of the documentation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

TOLD: Mapping[str, str] = MappingProxyType(
    {
        "showPairs": "lists which files belong together, and why, and opens a pair side by side",
        "pairWith": "writes the pair of this file and another into `keytally.toml`, for you to look at and "
        "save",
        "chooseResponse": "chooses the response that the key's marks are about",
        "nextError": "goes to the next place where key and response differ, or a rule is broken",
        "previousError": "the same backwards",
        "nextDifference": "goes to the next difference from the key, over the files of the pair and the "
        "pairs of the project",
        "previousDifference": "the same backwards",
        "acceptFromKey": "does what the key says of the place, and goes on to the next difference",
        "dropSpurious": "drops what is spurious at the place, and goes on to the next difference",
        "showErrors": "lists the errors of the pair in the Explorer, those whose repair gains most first",
        "nextErrorByGain": "goes to the error whose repair gains most, then to the one that gains next most",
        "previousErrorByGain": "the same backwards",
        "repairError": "repairs the error at the cursor, and goes on by gain",
        "nextCandidate": "goes to the next untagged string that is tagged elsewhere in the file; `Tab` "
        "tags it",
        "tagAs": "tags the selection as the type that is its argument (`args` of the key, such as "
        '`"PERSON"`), or gives '
        "the tag there that type",
        "repeatTag": "tags the selection as the last one; after a mention, as another one of its chain",
        "tagIdentical": "tags what reads like the tag at the cursor, in its document or in the file",
        "tagSelection": "offers what can be done with the selection: tags it, or changes, widens, narrows "
        "or removes "
        "its tag",
        "tagMention": "tags the selection as a mention: of the chain that reads the same, else of a new one",
        "changeChain": "lists what can be done with the mention at the cursor and its chain, with every "
        "chain to "
        "choose from, and does it",
        "nextUndecided": "goes to the next undecided item of the adjudication",
        "previousUndecided": "the same backwards",
        "takeVariant": 'takes the variant whose number is its argument, such as `"1"`, or one of a list, '
        "and goes on to "
        "the next undecided item",
        "decideNothing": "decides that nothing is at the place, and goes on",
        "keepOwn": "decides that what the gold has at the place stays, and goes on",
        "addFill": "adds to a slot the fill that most have of those that it lacks, and stays there",
        "takeAgreed": "takes all that everyone agrees on in the document, and goes on",
        "takeAgreedInFile": "the same in the file",
        "takeMajority": "takes what the majority says in the document, and goes on",
        "takeMajorityInFile": "the same in the file",
        "takeAnnotator": "takes all that the annotator who is its argument, or one of a list, says of the "
        "document, and "
        "goes on",
        "toggleMarks": "shows or hides the marks",
        "toggleReadingView": "hides the markup around what is marked, and shows it again",
        "showLegend": "tells what the marks mean",
        "openReports": "opens the scorer's reports, rendered from what is on screen",
        "makeReport": "makes a page of HTML about the pair as it is on disk, and opens it",
        "restart": "starts the server anew",
    }
)
"""What each command does, by its name behind `keytally.`."""

_OF_GOLDS = re.compile(r"(?<!!)keytally\.adjudicates$")


def command_rows(contributes: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """A row of each command of the manifest: its name, its keys on Linux and Windows, and what it does."""
    yield "command", "keys", "what it does"
    for command in contributes["commands"]:
        name = command["command"]
        bound = [each for each in contributes["keybindings"] if each["command"] == name]
        yield f"`{name}`", _keys(bound), TOLD[name.removeprefix("keytally.")]


def _keys(bound: Sequence[Mapping[str, str]]) -> str:
    """Keys in the order of their length, digits that follow each other as one range."""
    keys = sorted({each["key"] for each in bound}, key=lambda key: (len(key.split()), key))
    parts = [_range([*run]) for _, run in groupby(keys, _without_digit)]
    in_golds = " in a gold" if bound and all(_OF_GOLDS.search(each.get("when", "")) for each in bound) else ""
    return ", ".join(parts) + in_golds


def _without_digit(key: str) -> str:
    return re.sub(r"\d$", "", key)


def _range(keys: Sequence[str]) -> str:
    first = f"`{_shown(keys[0])}`"
    return first if len(keys) == 1 else f"{first} to `{keys[-1][-1]}`"


def _shown(key: str) -> str:
    """A key as menus write it, such as Ctrl+Alt+K Shift+G."""
    return re.sub(r"[a-z]+", lambda word: word[0].capitalize(), key)
