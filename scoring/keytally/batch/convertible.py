"""What can be converted into what: entities and chains are of one kind, templates of another."""

from collections.abc import Sequence
from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.batch.files import read_text
from keytally.conversion.converting import convert, read_documents
from keytally.conversion.outputs import Converted
from keytally.conversion.templates.converting import convert_templates
from keytally.conversion.templates.mapping import TemplateMapping, read_mapping
from keytally.evaluations.converted import Document, Loss, SourceText
from keytally.evaluations.converted_templates import AnyFormat, TemplateDocument, TemplateFormat
from keytally.evaluations.settings import SettingsError

Documents = Sequence[Document | TemplateDocument]


def refuse(path: Path, source: AnyFormat, target: AnyFormat) -> None:
    """Refuse a file of a format that cannot become another one. Raises KeytallyError."""
    if isinstance(target, TemplateFormat) and target.writing is None:
        raise KeytallyError(f"{target.title} are only read; give another format to write")
    holding = [_held_by(source), _held_by(target)]
    if holding[0] != holding[1]:
        raise KeytallyError(
            f"{path}: {source.title} cannot become {target.title}: "
            f"{holding[0]} do not become {holding[1]}; give another format"
        )


def mapping_in(path: Path | None, target: AnyFormat) -> TemplateMapping | None:
    """The mapping in a file; None where no file is named. Raises KeytallyError."""
    if path is None:
        return None
    if not isinstance(target, TemplateFormat):
        raise KeytallyError(f"{path}: a mapping is for templates, and there are none in {target.title}")
    try:
        return read_mapping(read_text(path).text, str(path))
    except SettingsError as error:
        raise KeytallyError(*error.problems) from error


def read(form: AnyFormat, texts: Sequence[SourceText]) -> tuple[Documents, Sequence[Loss]]:
    """The documents in the texts of a format's parts, and what they do not keep."""
    return form.read(texts) if isinstance(form, TemplateFormat) else read_documents(form, texts)


def converted(
    documents: Documents,
    target: AnyFormat,
    stem: str,
    file: str | None = None,
    mapping: TemplateMapping | None = None,
) -> Converted:
    """Documents of the kind that a format holds, in that format (keytally.conversion.converting.convert)."""
    if isinstance(target, TemplateFormat):
        templates = [each for each in documents if not isinstance(each, Document)]
        return convert_templates(templates, target, mapping)
    return convert([each for each in documents if isinstance(each, Document)], target, stem, file)


def _held_by(form: AnyFormat) -> str:
    return "templates" if isinstance(form, TemplateFormat) else "entities and chains"
