"""`keytally convert` of any files ends with files that hold what it says, or with one line.

What it has written comes back byte for byte, and nothing of it is a loss, unless it has said otherwise.
"""

import re
from pathlib import Path, PurePath
from random import Random

from fuzz.case import Case
from fuzz.command import run
from fuzz.failure import hold
from fuzz.folders import folder_with
from fuzz.grammar import GENERATORS, flat
from fuzz.mutation import mutated_files
from fuzz.targets.target import Target
from keytally.conversion.converting import format_of, formats
from keytally.families.interchange import AnyFormat, ConversionFormat, SourceText, TemplateFormat
from keytally.runs.convert import convert_to_format, is_read_only

_OTHERWISE = re.compile(r"would be read|becomes|has no words")
"""What is said of files that cannot come back as they are."""

_KINDS = ("sgml", "coreference", "columns", "templates", "template_json", "spans", "conll")
_MAKERS = (*(GENERATORS[kind] for kind in _KINDS), flat.files)
"""The generators whose files hold documents with entities, or with templates."""


def _make(chance: Random) -> Case:
    """A file as a generator makes it, or what another format makes of it; perhaps with a few edits."""
    files = chance.choice(_MAKERS)(chance)
    name = chance.choice([name for name in files if name.startswith(("key", "response"))])
    form = format_of(name, files[name]) or formats()["muc-sgml"]
    given = {name: files[name]}
    via = formats()[chance.choice(_written_beside(form))]
    if chance.random() < 0.7:
        texts = [SourceText(name, files[name]), *(SourceText("", "") for _ in form.parts[1:])]
        documents = form.read(texts).documents
        outputs = convert_to_format(documents, via, "text").outputs if documents else ()
        made = {
            f"{output.name or 'text'}{part}": text
            for output in outputs
            for part, text in zip(via.parts, output.texts, strict=True)
        }
        form, given = (via, made) if made and _can_be_saved(made) else (form, given)
    changed = mutated_files(chance, given) if chance.random() < 0.6 else given
    choices = {
        "from": form.name if chance.random() < 0.8 else "",
        "to": chance.choice(_written_beside(form) if chance.random() < 0.9 else sorted(formats())),
        "strict": chance.choice(["", "", "--strict"]),
        "tokens": chance.choice(["", "", "words", "unicode"]),
    }
    return Case("convert", changed, choices=choices)


def _can_be_saved(files: dict[str, str]) -> bool:
    """Whether no text has half a character, which JSON can state and no file can hold."""
    return not any("\ud800" <= each <= "\udfff" for text in files.values() for each in text)


def _written_beside(form: AnyFormat) -> list[str]:
    """The formats that hold what a format holds, and can be written."""
    kind = isinstance(form, TemplateFormat)
    same = [each for each in formats().values() if isinstance(each, TemplateFormat) is kind]
    return sorted(each.name for each in same if not is_read_only(each))


def _run(case: Case) -> None:
    given, target = case.choices["from"], formats()[case.choices["to"]]
    with folder_with(case.files) as folder:
        files = sorted(str(folder / name) for name in case.files)
        before = {file: Path(file).read_bytes() for file in files}
        source = ["--from", given] if given else []
        options = list(filter(None, [case.choices["strict"]]))
        if (
            (rule := case.choices.get("tokens"))
            and isinstance(target, ConversionFormat)
            and target.holds.tokens == "needed"
        ):
            options += ["--tokens", rule]
        first = run(["convert", *source, *files, "--to", target.name, "-o", f"{folder / 'made'}/", *options])
        checked = run(["check", "--format", "json", *files])
        hold(checked.status < 2 or bool(checked.said), "a check ends with findings or with a line", checked)
        hold(all(Path(file).read_bytes() == data for file, data in before.items()), "files stay", files)
        made = _written(folder / "made")
        hold((first.status == 0) == bool(made), "files are written where the conversion ends well", first)
        if made and not _OTHERWISE.search(first.said):
            parts = sorted(str(folder / "made" / name) for name in made)
            command = ["convert", "--from", target.name, *parts, "--to", target.name]
            second = run([*command, "-o", f"{folder / 'again'}/"])
            hold(second.status == 0 and not second.said, "what is written is read without a loss", second)
            hold(_written(folder / "again") == made, "what is written comes back as it is", command)


def _written(folder: Path) -> dict[str, bytes]:
    found = sorted(each for each in folder.rglob("*") if each.is_file()) if folder.is_dir() else []
    return {str(PurePath(each.relative_to(folder))): each.read_bytes() for each in found}


TARGET = Target("convert", _make, _run)
