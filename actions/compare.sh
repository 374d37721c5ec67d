#!/bin/sh
# Scores a response, compares it with an earlier one, and writes a page of Markdown about both.
#   compare.sh PAGE KEY RESPONSE BEFORE [ARGUMENT...]
# BEFORE is the earlier response, or else a revision of git that has it under the same name; where that revision has
# none, the response is scored alone. Each ARGUMENT is one of `keytally compare`, such as --fail-if CONDITION; scoring
# alone goes by those that `keytally score` has too.
# KEYTALLY is the command, by default keytally. Ends with 1 where the condition holds, with 2 where it cannot score.
# shellcheck disable=SC2016 # Markdown has backquotes.
set -eu
page=$1 key=$2 response=$3 before=$4
shift 4
keytally=${KEYTALLY:-keytally}
said=$(mktemp)
folder=
trap 'rm -rf "$said" ${folder:+"$folder"}' EXIT

cannot() {
    echo "keytally: $1" >&2
    exit 2
}

# The earlier response as a file or folder; nothing where the revision has none.
earlier() {
    [ ! -e "$before" ] || { earlier=$before && return; }
    revision=$(git rev-parse --verify --quiet --short --end-of-options "$before^{commit}") ||
        cannot "$before is no file and no revision of this repository (fetch-depth: 0 fetches all of them)"
    git cat-file -e "$revision:./$response" 2>/dev/null || return 0
    mkdir "before-$revision" || cannot "before-$revision is in the way: that is where the earlier response is put"
    folder=before-$revision
    git archive --format=tar "$revision" "./$response" | tar -xf - -C "$folder"
    earlier=$folder/$response
}

# The response scored alone, by those arguments that are about scoring; they go to the end of the list as they pass.
scored() {
    left=$#
    while [ "$left" -gt 0 ]; do
        case $1 in
        --task | --config | --allow | --jobs | -O | -j)
            [ "$left" -gt 1 ] || cannot "$1 needs a value"
            set -- "$@" "$1" "$2"
            shift
            left=$((left - 1))
            ;;
        --task=* | --config=* | --allow=* | --jobs=* | -O* | -j*) set -- "$@" "$1" ;;
        esac
        shift
        left=$((left - 1))
    done
    told "$keytally" score "$key" "$response" "$@"
}

# A command's output under the page's last line, and what it says besides in the log.
told() {
    "$@" >>"$page" 2>"$said" && status=0 || status=$?
    cat "$said" >&2
}

earlier=
earlier
printf '### keytally: `%s`\n\n' "$response" >"$page"
if [ -n "$earlier" ]; then
    told "$keytally" compare --format markdown "$key" "$earlier" "$response" "$@"
else
    printf '%s has no `%s` to compare with.\n\n```text\n' "$before" "$response" >>"$page"
    scored "$@"
    echo '```' >>"$page"
fi
if [ "$status" -ne 0 ]; then
    printf '\n```text\n%s\n```\n' "$(cat "$said")" >>"$page"
fi
exit "$status"
