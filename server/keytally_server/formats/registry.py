"""The presenters of all formats: the built-in ones, and those of other distributions.

A presenter's module is imported when a file of its format is first shown. Another distribution offers one
under the entry point `keytally_server.presenters`: its name is a language id, its value a subclass of
Presenter. A language without a presenter is shown by its units' own methods
(keytally.evaluations.presentation).
"""

import logging
from functools import cache
from importlib import import_module
from typing import Any

from keytally.evaluations.installed import entry_points_of
from keytally.evaluations.interface import Language
from keytally_server.formats.presenter import Presenter

logger = logging.getLogger(__name__)

ENTRY_POINT_GROUP = "keytally_server.presenters"

_FORMATS = "keytally_server.formats"
_DEFAULT = f"{_FORMATS}.presented.presenter:PresentedUnitPresenter"
_BUILT_IN = {
    "muc-sgml": f"{_FORMATS}.sgml_files:SgmlFilesPresenter",
    "muc-template": f"{_FORMATS}.templates.presenter:TemplatePresenter",
    "muc-bnf": f"{_FORMATS}.bnf.presenter:BnfPresenter",
    "muc-config": f"{_FORMATS}.configuration.presenter:ConfigurationPresenter",
    "conll": f"{_FORMATS}.conll.presenter:ConllPresenter",
    "template-json": f"{_FORMATS}.template_json.presenter:TemplateJsonPresenter",
    "token-columns": f"{_FORMATS}.columns.presenter:ColumnsPresenter",
}


def presenter_of(language: Language) -> Presenter:
    """The presenter of files in a language."""
    return _presenter(language.name).for_language(language)


@cache
def _presenter(name: str) -> Presenter:
    """The presenter of a language id, imported for the first file of it."""
    if name in _BUILT_IN:
        return _made(_loaded(_BUILT_IN[name]))
    for entry_point in (point for point in entry_points_of(ENTRY_POINT_GROUP) if point.name == name):
        try:
            return _made(entry_point.load())
        except Exception as error:
            problem = " ".join(f"{type(error).__name__}: {error}".split())
            logger.error("%s: the presenter %s cannot be used: %s", name, entry_point.value, problem)
    return _made(_loaded(_DEFAULT))


def _loaded(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _made(presenter: Any) -> Presenter:
    """A presenter of a class. Raises TypeError for anything but a subclass of Presenter."""
    if not (isinstance(presenter, type) and issubclass(presenter, Presenter)):
        raise TypeError(f"{presenter!r} is no subclass of Presenter")
    return presenter()
