"""Canonical texts of values: omni-extract-bench treats two values as equal if their texts are equal.

The rules are those of omni-extract-bench 1.0.
"""

import re
import unicodedata
from datetime import datetime
from decimal import Decimal, InvalidOperation, localcontext
from functools import lru_cache

from keytally.families.records.programs.shared import Json

_DAYS = (
    "%Y-%m-%d",
    "%m/%d/%Y",
    "%m-%d-%Y",
    "%d/%m/%Y",
    "%B %d, %Y",
    "%b %d, %Y",
    "%d %B %Y",
    "%d-%b-%Y",
    "%d%b%Y",
    "%m/%d/%y",
    "%Y/%m/%d",
    "%d.%m.%Y",
    "%m.%d.%Y",
    "%b %d %Y",
    "%B %d %Y",
)
_TIMES = tuple(
    f"%Y-%m-%d{between}%H:%M{seconds}"
    for seconds in (":%S", ":%S%z", ":%S.%f", ":%S.%f%z", "")
    for between in ("T", " ")
)
_LONGEST_DATE = 34

# A necessary condition for the forms above, so that `strptime` runs for few texts only.
_DATE_LIKE = re.compile(
    r"\d{1,4}[-/.]\s?\d{1,2}[-/.]\s?\d"
    r"|\d{1,2}[-\s]*[^\W\d]+\.?[-\s]*\d{4}$"
    r"|[^\W\d]+\.?\s+\d{1,2},?\s+\d{4}$"
)

_LARGEST_EXPONENT = 100
_FRACTION_DIGITS = 7

_FOOTNOTE = re.compile(r"\s*\[\s*(?:\d{1,2}|[a-z])\s*\]")
_BULLET = re.compile(r"[•‣◦▪▶∙●■](?=\s|$)")
_PLAIN_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_LEADING_ZERO = re.compile(r"-?0\d")
_DASHES = re.compile(r"[\s-]*-[\s-]*")
_DECIMAL_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_PUNCTUATION = re.compile(r"[\s,\-.]")
_SPACE = re.compile(r"\s+")
_TYPOGRAPHY = str.maketrans(
    {
        **dict.fromkeys("’‘′", "'"),
        **dict.fromkeys("“”„″", '"'),
        **dict.fromkeys("–—‐‑−―", "-"),
        "‚": ",",
        "⁄": "/",
    }
)
_MONEY = str.maketrans("", "", ",$%")
_NUMBER_NOISE = str.maketrans("", "", ",$% ")
_BRACKETS = str.maketrans("", "", "()/")


def is_absent(value: Json) -> bool:
    """Return whether a value is null, whitespace, or an empty list or object."""
    if isinstance(value, str):
        return not value or value.isspace()
    return value is None or (isinstance(value, list | dict) and not value)


def canonical(value: Json) -> str:
    """Return the text by which the program compares a scalar."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return _canonical(value if isinstance(value, str) else str(value))


@lru_cache(maxsize=1 << 16)
def _canonical(text: str) -> str:
    found = _number(text)
    if found is None:
        found = _moment(text) or _folded(text)
    return found or _SPACE.sub("", text.strip().lower())


def _number(text: str) -> str | None:
    """Return a number with a decimal point as text; None for other text, such as an id."""
    if "." not in text:
        return None
    body = text.strip()
    is_negative = False
    if body.startswith("(") and body.endswith(")") and "\n" not in body:
        is_negative, body = True, body[1:-1].strip()
    body = body.replace("−", "-").replace("–", "-")
    if body.endswith("-"):
        is_negative, body = not is_negative, body[:-1].strip()
    while body.startswith(("-", "+")):
        is_negative ^= body[0] == "-"
        body = body[1:].strip()
    body = body.translate(_NUMBER_NOISE)
    if "." not in body:
        return None
    try:
        number = Decimal(f"-{body}" if is_negative else body)
    except InvalidOperation:
        return None
    if not number.is_finite() or abs(number.adjusted()) > _LARGEST_EXPONENT:
        return None
    number = _rounded(number)
    if number == number.to_integral_value():
        return _folded(str(int(number)))
    return _folded(f"{number.normalize():f}")


def _rounded(number: Decimal) -> Decimal:
    """Return a number with its fraction rounded to 7 significant digits; the integer part is kept."""
    _, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int) or exponent >= 0:
        return number
    fraction = "".join(map(str, digits)).rjust(-exponent, "0")[exponent:]
    significant = fraction.lstrip("0")
    if not significant:
        return number
    places = _FRACTION_DIGITS + len(fraction) - len(significant)
    with localcontext() as context:
        context.prec = places + max(number.adjusted(), 0) + 2
        return number.quantize(Decimal(1).scaleb(-places))


def _moment(text: str) -> str | None:
    """Return a date or time in ISO format, prefixed with `#d` or `#t`; None for other text."""
    text = text.strip()
    if len(text) > _LONGEST_DATE or not _DATE_LIKE.match(text):
        return None
    day = _read(text, _DAYS)
    if day is not None:
        return f"#d{day.date().isoformat()}"
    time = _read(text, _TIMES)
    if time is None:
        return None
    if (time.hour, time.minute, time.second, time.microsecond) == (0, 0, 0, 0):
        return f"#d{time.date().isoformat()}"
    return f"#t{time.replace(tzinfo=None).isoformat(timespec='microseconds')}"


def _read(text: str, forms: tuple[str, ...]) -> datetime | None:
    for form in forms:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    return None


def _folded(text: str) -> str:
    """Return a text without case distinctions, accents, footnote marks, typography, bullets, punctuation
    or brackets.
    """
    found = text.strip().lower()
    if not found.isascii():
        found = "".join(
            letter
            for letter in unicodedata.normalize("NFKD", found)
            if not unicodedata.combining(letter) and unicodedata.category(letter) != "Cf"
        ).replace("μ", "u")
    if "[" in found:
        without = _FOOTNOTE.sub("", found)
        found = without if without.strip() else found
    if not found.isascii():
        found = found.translate(_TYPOGRAPHY)
        if _BULLET.match(found):
            found = found[1:]
    number = found.translate(_MONEY).strip()
    if _PLAIN_NUMBER.fullmatch(number) and not _LEADING_ZERO.match(number):
        value = float(number)
        if value in (float("inf"), float("-inf")):
            return " ".join(text.split()).lower()[:64]
        return str(int(value)) if value.is_integer() else str(value)
    if _DASHES.fullmatch(found):
        return "#ph_dash"
    points = _DECIMAL_POINT.findall(found)
    if len(points) == 1:
        before, after = _DECIMAL_POINT.split(found)
        found = f"{_PUNCTUATION.sub('', before)}.{_PUNCTUATION.sub('', after)}"
    else:
        found = _PUNCTUATION.sub("", found)
    return found.strip("\"'").translate(_BRACKETS)
