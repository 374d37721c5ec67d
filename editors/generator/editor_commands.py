"""The commands of VS Code with their keys, as a table of the documentation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

TOLD: Mapping[str, str] = MappingProxyType(
    {
        "showPairs": "lists the pairs and the rule that made each, and opens a pair side by side",
        "pairWith": "writes the pair of this file and another into `keytally.toml`, for you to review and "
        "save",
        "chooseResponse": "selects the response that the key's marks refer to",
        "nextError": "goes to the next difference between key and response, or the next finding at "
        "`warning` or above",
        "previousError": "goes to the previous difference between key and response, or the previous "
        "finding at `warning` or above",
        "nextDifference": "goes to the next difference from the key, in the files of the pair and "
        "the pairs of the project",
        "previousDifference": "goes to the previous difference from the key, in the files of the pair and "
        "the "
        "pairs of the project",
        "acceptFromKey": "accepts the key's annotation and goes on to the next difference",
        "dropSpurious": "deletes a spurious item and goes on to the next difference",
        "goToPartner": "goes to the partner in the other file of the pair, in the editor group that shows "
        "that file",
        "showErrors": "lists the errors of the pair in the Explorer, highest gain first",
        "nextErrorByGain": "goes to the error with the highest gain, then to the next highest",
        "previousErrorByGain": "goes back to the error with the previous, higher gain",
        "repairError": "fixes the error at the cursor and goes to the next error by gain",
        "nextCandidate": "goes to the next untagged text that is tagged elsewhere in the file; `Tab` tags it",
        "tagAs": "tags the selection with the type in its argument (`args` of the key binding, such as "
        '`"PERSON"`), or changes the type of the tag there',
        "repeatTag": "repeats the last tag; after a mention, tags another mention of its chain",
        "tagIdentical": "tags text equal to the tag at the cursor, in its document or in the file",
        "tagSelection": "lists the operations for the selection: add a tag, or change, extend, shrink or "
        "remove it",
        "tagMention": "tags the selection as a mention: of the chain with the same text, otherwise of a new "
        "one",
        "changeChain": "lists the operations for the mention at the cursor and its chain, with every chain "
        "to choose from",
        "nextUndecided": "goes to the next undecided item of the adjudication",
        "previousUndecided": "goes to the previous undecided item of the adjudication",
        "takeVariant": 'takes the variant with the number in its argument, such as `"1"`, or one from a '
        "list, and goes on to the next undecided item",
        "decideNothing": "decides that nothing is right here, and goes on",
        "keepOwn": "keeps the gold's value, and goes on",
        "addFill": "adds the most frequent fill that the slot lacks, and stays",
        "takeAgreed": "accepts everything that all annotators agree on in the document, and goes on",
        "takeAgreedInFile": "accepts everything that all annotators agree on in the file, and goes on",
        "takeMajority": "accepts everything that the majority agrees on in the document, and goes on",
        "takeMajorityInFile": "accepts everything that the majority agrees on in the file, and goes on",
        "takeAnnotator": "takes all annotations of an annotator in the document, and goes on; the "
        "annotator is "
        "its argument or chosen from a list",
        "toggleMarks": "shows or hides the marks",
        "toggleReadingView": "hides or shows the tags of marked text",
        "openAnnotationView": "shows the file as text with labels instead of tags; no key can change the "
        "text",
        "showLegend": "explains the marks",
        "goToDocument": "goes to a document of the open pairs, found by a part of its name",
        "openReports": "opens the scorer's reports for the text on screen",
        "makeReport": "generates an HTML report about the pair as it is on disk, and opens it",
        "restart": "restarts the server",
    }
)
"""The description of each command, by its name after `keytally.`."""

_OF_GOLDS = re.compile(r"(?<!!)keytally\.adjudicates$")


def command_rows(contributes: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each command of the manifest: its name, its keys on Linux and Windows, its effect."""
    yield "Command", "Keys", "Effect"
    for command in contributes["commands"]:
        name = command["command"]
        bound = [each for each in contributes["keybindings"] if each["command"] == name]
        yield f"`{name}`", _keys(bound), TOLD[name.removeprefix("keytally.")]


def _keys(bound: Sequence[Mapping[str, str]]) -> str:
    """Return the keys sorted by length, with consecutive digits as a range."""
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
    """Return a key as in menus, such as Ctrl+Alt+K Shift+G."""
    return re.sub(r"[a-z]+", lambda word: word[0].capitalize(), key)
