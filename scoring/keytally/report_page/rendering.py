"""Renders a page as one HTML file that needs no network access and runs only its own script.

The templates escape every value. The Content-Security-Policy (level 3) in the page's head lists the hashes of
the page's own style and script; no other styles or scripts are used, and nothing is fetched.
"""

from base64 import b64encode
from hashlib import sha256

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from keytally.report_page.values import BEGINNING, Page
from keytally.tallies.status import VERDICT_WORDS
from keytally.text.rendering import quantity, visible


def render_page(page: Page) -> str:
    """Return the page as HTML."""
    environment = Environment(
        autoescape=True,
        finalize=_printable,
        undefined=StrictUndefined,
        loader=PackageLoader("keytally.report_page"),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"quantity": quantity, "points": format_points}
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
    """Return a value with escaped control characters; HTML values are unchanged."""
    return visible(value) if type(value) is str else value


def format_points(value: float | None) -> str:
    """Format a measure for the page, with two decimal places."""
    return "–" if value is None else f"{value:.2f}"


def _source(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0].strip()


def _hash(text: str) -> str:
    """Return the hash of an inline style or script in the format of the Content-Security-Policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
