"""Makes HTML of a page: one file that needs no network and runs no script but its own.

The templates escape every value. The policy in the page's head (Content-Security-Policy, level 3) names
the hashes of the page's own style and script; nothing else is applied, run or fetched.
"""

from base64 import b64encode
from hashlib import sha256

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from keytally.report_page.values import BEGINNING, Page
from keytally.tallies.verdict_words import VERDICT_WORDS
from keytally.text.plural import quantity
from keytally.text.printable import printable_page


def rendered(page: Page) -> str:
    """The page as HTML."""
    environment = Environment(
        autoescape=True,
        finalize=_printable,
        undefined=StrictUndefined,
        loader=PackageLoader("keytally.report_page"),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"quantity": quantity, "points": points}
    environment.globals["words"] = {status.value: word for status, word in VERDICT_WORDS.items()}
    style, script = (_source(environment, name) for name in ("page.css", "page.js"))
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'"
    template = environment.get_template("page.html")
    return template.render(
        page=page,
        beginning=Markup(BEGINNING),
        policy=f"{policy}; form-action 'none'",
        style=Markup(style),
        script=Markup(script),
    )


def _printable(value: object) -> object:
    """A value with control characters written out; what is HTML already stays as it is."""
    return printable_page(value) if type(value) is str else value


def points(value: float | None) -> str:
    """A measure as the page shows it: two digits behind the point."""
    return "–" if value is None else f"{value:.2f}"


def _source(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0].strip()


def _hash(text: str) -> str:
    """The hash of an inline style or script, as the policy names it."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
