"""How the files of a pair are read: by their role, and where the language goes by it, by their name."""

from pathlib import Path

from keytally.evaluations.interface import Evaluation, Language, ReadsByName
from keytally.project.languages import role_in
from keytally.project.pair import Pair


def language_in(pair: Pair, evaluation: Evaluation, path: Path) -> Language:
    """How a file of a pair is read.

    Two files that are not in folders go by the key's name, so that they are about the same. What a
    response's folder lacks is told of by its first file.
    """
    language = evaluation.language(role_in(pair, path))
    if not isinstance(language, ReadsByName):
        return language
    if pair.key_files is None:
        return language.of_file(pair.key.name)
    return language.of_file(path.name, pair.absent if path in pair.responses[:1] else ())
