"""`keytally convert`: convert annotations, and report losses of the target format."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from keytally.commands.arguments import given_options
from keytally.commands.main import say, show_data, show_page
from keytally.runs.convert import ConvertResult, convert
from keytally.text.json_text import indented_json
from keytally.text.rendering import quantity

SUMMARY = "convert annotations to another format"
DESCRIPTION = (
    "Convert documents with entities and chains, with templates, or with records, between the formats of "
    "annotation tools, scorers and other programs. Annotations that the target format cannot represent are "
    "reported on stderr, with their positions."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally convert FILE... --to FORMAT [--from FORMAT] [-O NAME=VALUE]... [-o FILE|DIR] "
        "[--tokens RULE] [--mapping FILE] [--format text|json] [--strict] [--force]"
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="an annotated file")
    command.add_argument("--to", dest="target", required=True, metavar="FORMAT", help=_formats())
    command.add_argument(
        "--from",
        dest="source",
        metavar="FORMAT",
        help="the format of the files (default: detected for each file)",
    )
    command.add_argument(
        "-O",
        dest="options",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=(
            "set an option of the source format: column (token columns), layer and feature (webanno, "
            "uima-cas), annotator (label-studio, prodigy) or clusters (coref-jsonlines); may be repeated"
        ),
    )
    command.add_argument(
        "--tokens",
        metavar="RULE",
        help=(
            "how texts without tokens are divided into tokens: words or unicode, which needs icu4py "
            "(default: words)"
        ),
    )
    _add_output(command)


def _add_output(command: argparse.ArgumentParser) -> None:
    """Declare the options of the output."""
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE|DIR",
        help="the file to write, or a directory for one file per input or document (default: stdout)",
    )
    command.add_argument(
        "--mapping",
        metavar="FILE",
        help="for templates: a JSON file that specifies which slots of objects are types and roles",
    )
    command.add_argument(
        "--strict", action="store_true", help="write nothing and exit with code 1 if anything would be lost"
    )
    command.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text (the converted file) or json (the losses and all files) (default: text)",
    )
    command.add_argument("--force", action="store_true", help="overwrite existing files, except input files")
    command.add_argument(
        "-q", "--quiet", action="store_true", help="do not print losses or the paths of written files"
    )


def _formats() -> str:
    """Return the text about the formats for `--help`."""
    return (
        "the format to write: muc-sgml, brat, webanno, spacy, prodigy, doccano, label-studio, langextract, "
        "iob2, iob, iobes, bilou or conll; for templates: muc-templates or template-json; for records: "
        "records, csv or tsv (input only: huggingface, uima-cas, coref-jsonlines, muc4-flat)"
    )


LOST = 1


def run(arguments: argparse.Namespace) -> int:
    """Convert, and print the text or the written paths; return 1 for a loss that is not allowed."""
    result = convert(
        arguments.files,
        arguments.target,
        source=arguments.source,
        output=arguments.output,
        force=arguments.force,
        mapping=arguments.mapping,
        tokens=arguments.tokens,
        options=given_options(arguments),
    )
    is_refused = bool(result.losses) and arguments.strict
    if not arguments.quiet or is_refused:
        say(*result.losses)
    if is_refused:
        say(f"{quantity(len(result.losses), 'loss')}; nothing was written")
    written = [] if is_refused or arguments.output is None else result.write()
    if arguments.format == "json":
        print(indented_json(_document(result, written, is_refused)))
    elif written:
        if not arguments.quiet:
            show_page("".join(f"wrote {path}\n" for path in written))
    elif not is_refused:
        show_data(result.text)
    return LOST if is_refused else 0


def _document(result: ConvertResult, written: Sequence[Path], is_refused: bool) -> dict[str, Any]:
    """Return the JSON document: the losses, and either the paths of the written files or all texts."""
    values = result.values
    if is_refused:
        return {**values, "files": []}
    paths = [{"name": path.name, "path": str(path)} for path in written]
    return {**values, "files": paths or values["files"]}
