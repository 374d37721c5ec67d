#!/bin/sh
# Checks files and folders, by default those of the project, and writes reports for services.
#   check.sh [PATH...]
# KEYTALLY   the command, by default keytally
# FORMAT     what is printed: full, concise (the default), json, github
# SARIF      the file of a SARIF report, GITLAB that of a Code Quality report; without a name there is none
# Ends as the command does: 0, with 1 where something was found, with 2 where it could not check.
set -eu
keytally=${KEYTALLY:-keytally}

status=0
"$keytally" check --format "${FORMAT:-concise}" "$@" || status=$?
# What these say besides has been said above.
[ -z "${SARIF:-}" ] || "$keytally" check --format sarif "$@" >"$SARIF" 2>/dev/null || :
[ -z "${GITLAB:-}" ] || "$keytally" check --format gitlab "$@" >"$GITLAB" 2>/dev/null || :
exit "$status"
