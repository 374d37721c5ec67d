#!/bin/sh
# What a runner of any other kind does: checks a team's repository, and compares the response with that of the main branch.
# The three scripts are copies of those in actions/ of keytally.
set -eu
KEYTALLY=$(sh ci/install.sh "${TMPDIR:-/tmp}/keytally" "${KEYTALLY_REQUIREMENT:-keytally[compare]}")
export KEYTALLY
sh ci/check.sh
status=0
sh ci/compare.sh score.md key.sgml response.sgml "${BEFORE:-origin/main}" \
    --fail-if 'f < baseline - 0.5 and p < 0.05' || status=$?
cat score.md
exit "$status"
