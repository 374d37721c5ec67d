#!/bin/sh
# Install keytally into a separate environment, and print the path of its command.
#   install.sh FOLDER [REQUIREMENT]
# REQUIREMENT is a pip requirement (default: the checkout that contains this script).
set -eu
folder=$1
checkout=$(cd "$(dirname "$0")/.." && pwd)
requirement=${2:-"${checkout}[compare]"}
if [ -z "${2:-}" ] && ! grep -q '^name = "keytally"$' "$checkout/pyproject.toml" 2>/dev/null; then
    echo "keytally: specify a pip requirement, such as keytally[compare]" >&2
    exit 2
fi

python=${PYTHON:-}
for name in python3 python; do
    [ -n "$python" ] || ! command -v "$name" >/dev/null || python=$name
done
if [ -z "$python" ]; then
    echo "keytally requires Python 3.11 or later: set it up before this step" >&2
    exit 2
fi
"$python" -m venv "$folder"
bin=$folder/bin
[ -d "$bin" ] || bin=$folder/Scripts
"$bin/python" -m pip install --quiet --disable-pip-version-check "$requirement" >&2
printf '%s\n' "$bin/keytally"
