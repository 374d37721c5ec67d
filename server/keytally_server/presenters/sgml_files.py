"""The presenter of SGML files, with support for chains if tags of the task can refer to each other."""

from keytally.families.contract import Language
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally_server.presenters.presenter import Presenter
from keytally_server.presenters.sgml.presenter import SgmlPresenter


class SgmlFilesPresenter(SgmlPresenter):
    """Presents tags, and uses the presenter of chains for files that contain chains."""

    def for_language(self, language: Language) -> Presenter:
        """Return the chain presenter if tags of the task can refer to each other, otherwise the presenter
        of tags.
        """
        if not (isinstance(language, SgmlLanguage) and _has_chains(language)):
            return self
        from keytally_server.presenters.chains.sgml_presenter import CoreferencePresenter  # noqa: PLC0415 - only files with chains need it

        return CoreferencePresenter()


def _has_chains(language: SgmlLanguage) -> bool:
    return any(language.syntax.links(tag.name) for tag in language.syntax.tags)
