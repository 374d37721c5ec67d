"""`keytally convert`: convert annotations, and report losses of the target format."""

import argparse

from keytally.commands.arguments import given_options
from keytally.commands.main import say, show_data
from keytally.runs.convert import convert
from keytally.text.rendering import printable, quantity

SUMMARY = "convert annotations to another format"
DESCRIPTION = (
    "Convert documents with entities and chains, with templates, or with records, between the formats of "
    "annotation tools, scorers and programs. Annotations that the target format cannot represent are "
    "reported on stderr, with their positions."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally convert FILE... --to FORMAT [--from FORMAT] [-O NAME=VALUE]... [-o FILE|DIR] "
        "[--mapping FILE] [--strict] [--force]"
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
            "set an option of the source format: column (token columns), layer, feature (webanno, uima-cas), "
            "annotator (label-studio, prodigy), clusters (coref-jsonlines); may be repeated"
        ),
    )
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE|DIR",
        help="the file to write, or a directory for one file per input or document (default: stdout)",
    )
    command.add_argument(
        "--mapping",
        metavar="FILE",
        help="for templates: a file that defines which slots of objects are types and roles",
    )
    command.add_argument(
        "--strict", action="store_true", help="write nothing and exit with code 1 if anything would be lost"
    )
    command.add_argument("--force", action="store_true", help="overwrite existing files, except input files")


def _formats() -> str:
    """Return the text of `--help` about the formats."""
    return (
        "the format to write: muc-sgml, brat, webanno, spacy, prodigy, doccano, label-studio, langextract, "
        "iob2, iob, iobes, bilou or conll; for templates: muc-templates or template-json; for records: "
        "records, csv or tsv (input only: huggingface, uima-cas, coref-jsonlines, muc4-flat)"
    )


LOST = 1


def run(arguments: argparse.Namespace) -> int:
    """Convert; print the text, or the paths that are written; returns 1 for a loss that is not allowed."""
    result = convert(
        arguments.files,
        arguments.target,
        source=arguments.source,
        output=arguments.output,
        force=arguments.force,
        mapping=arguments.mapping,
        options=given_options(arguments),
    )
    say(*result.losses)
    if result.losses and arguments.strict:
        say(f"{quantity(len(result.losses), 'loss')}; nothing was written")
        return LOST
    if arguments.output is None:
        show_data(result.text)
        return 0
    for path in result.write():
        print(printable(f"wrote {path}"))
    return 0
