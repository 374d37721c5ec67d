"""The facts of all families, in the form used by the generators."""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.families.family import EditorFacts, Family, LanguageFacts, Task


class EditorLanguage(NamedTuple):
    """A language with its editor facts; extensions default to those of the language.

    `key_extensions` are those of a key that is named only `key` or `keys`.
    """

    id: str
    title: str
    scored: bool
    editor: EditorFacts
    vscode_extensions: tuple[str, ...]
    neovim_extensions: tuple[str, ...]
    key_extensions: tuple[str, ...]


class Facts(NamedTuple):
    """All languages and all tasks, in the order of the families."""

    languages: tuple[EditorLanguage, ...]
    tasks: tuple[Task, ...]

    @property
    def answers(self) -> list[str]:
        """Return the ids of the languages of keys and responses."""
        return [each.id for each in self.languages if each.scored]

    @property
    def others(self) -> list[str]:
        """Return the ids of the languages of configurations and task definitions."""
        return [each.id for each in self.languages if not each.scored]

    @property
    def tagged(self) -> list[str]:
        """Return the ids of the languages whose text contains tags."""
        return [each.id for each in self.languages if each.editor.tagged]

    def title_of(self, language: str) -> str:
        """Return the title of the language with an id."""
        return next(each.title for each in self.languages if each.id == language)


def facts_of(families: Sequence[Family]) -> Facts:
    """Return the facts of these families."""
    languages = (_joined(each) for family in families for each in family.languages)
    return Facts(tuple(languages), tuple(task for family in families for task in family.tasks))


def _joined(facts: LanguageFacts) -> EditorLanguage:
    editor = facts.editor()
    vscode, neovim = (
        facts.extensions if stated is None else stated
        for stated in (editor.vscode.extensions, editor.neovim.extensions)
    )
    return EditorLanguage(facts.id, facts.title, facts.scored, editor, vscode, neovim, facts.bare_key)
