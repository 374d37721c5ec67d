#!/bin/sh
# Installs keytally into an environment of its own, and prints the path of its command.
#   install.sh FOLDER [REQUIREMENT]
# REQUIREMENT is what pip is to install; without it that is the checkout that this script stands in.
set -eu
folder=$1
checkout=$(cd "$(dirname "$0")/.." && pwd)
requirement=${2:-"${checkout}[compare]"}
if [ -z "${2:-}" ] && ! grep -q '^name = "keytally"$' "$checkout/pyproject.toml" 2>/dev/null; then
    echo "keytally: name what pip is to install, such as keytally[compare]" >&2
    exit 2
fi

python=${PYTHON:-}
for name in python3 python; do
    [ -n "$python" ] || ! command -v "$name" >/dev/null || python=$name
done
if [ -z "$python" ]; then
    echo "keytally needs Python 3.10 or later: set one up before this step" >&2
    exit 2
fi
"$python" -m venv "$folder"
bin=$folder/bin
[ -d "$bin" ] || bin=$folder/Scripts
"$bin/python" -m pip install --quiet --disable-pip-version-check "$requirement" >&2
printf '%s\n' "$bin/keytally"
