#!/bin/sh
# For any other CI: check the repository, and compare the response with the main branch's.
# Copy the three scripts from keytally's actions/ directory to ci/.
set -eu
KEYTALLY=$(sh ci/install.sh "${TMPDIR:-/tmp}/keytally" "${KEYTALLY_REQUIREMENT:-keytally[compare]}")
export KEYTALLY
sh ci/check.sh
status=0
sh ci/compare.sh score.md key.sgml response.sgml "${BEFORE:-origin/main}" \
    --fail-if 'f < baseline - 0.5 and p < 0.05' || status=$?
cat score.md
exit "$status"
