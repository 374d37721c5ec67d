"""Which presenter shows a file in SGML: that of chains where tags of its task point to each other."""

from keytally.evaluations.interface import Language
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally_server.formats.presenter import Presenter
from keytally_server.formats.sgml.presenter import SgmlPresenter


class SgmlFilesPresenter(SgmlPresenter):
    """Shows tags, and lets the presenter of chains show files that have them."""

    def for_language(self, language: Language) -> Presenter:
        """The presenter of chains where tags of the task can point to each other."""
        if not (isinstance(language, SgmlLanguage) and _has_chains(language)):
            return self
        from keytally_server.formats.coreference.presenter import CoreferencePresenter  # noqa: PLC0415 - only files with chains need it

        return CoreferencePresenter()


def _has_chains(language: SgmlLanguage) -> bool:
    return any(language.syntax.links(tag.name) for tag in language.syntax.tags)
