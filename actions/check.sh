#!/bin/sh
# Check files and directories (default: those of the project), and write reports for services.
#   check.sh [PATH...]
# KEYTALLY   the command (default: keytally)
# FORMAT     the output format: full, concise, json or github (default: concise)
# SARIF      path of a SARIF report (default: none)
# GITLAB     path of a Code Quality report (default: none)
# Exit code: 0; 1 if something was found; 2 if the check failed.
set -eu
keytally=${KEYTALLY:-keytally}

status=0
"$keytally" check --format "${FORMAT:-concise}" "$@" || status=$?
# The first run has printed the errors already.
[ -z "${SARIF:-}" ] || "$keytally" check --format sarif "$@" >"$SARIF" 2>/dev/null || :
[ -z "${GITLAB:-}" ] || "$keytally" check --format gitlab "$@" >"$GITLAB" 2>/dev/null || :
exit "$status"
