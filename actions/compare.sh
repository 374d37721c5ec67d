#!/bin/sh
# Score a response, compare it with an earlier one, and write the results as a Markdown page.
#   compare.sh PAGE KEY RESPONSE BEFORE [ARGUMENT...]
# BEFORE is the earlier response, or a git revision that contains it under the same name. If the revision does not
# contain it, the response is scored without a comparison. ARGUMENTs are those of `keytally compare`, such as
# --fail-if CONDITION; scoring uses those that `keytally score` also has.
# KEYTALLY is the command (default: keytally). Exit code: 1 if the condition holds, 2 if scoring fails.
# shellcheck disable=SC2016 # Markdown has backquotes.
set -eu
page=$1 key=$2 response=$3 before=$4
shift 4
keytally=${KEYTALLY:-keytally}
said=$(mktemp)
scores=$(mktemp)
folder=
trap 'rm -rf "$said" "$scores" ${folder:+"$folder"}' EXIT

cannot() {
    printf 'keytally: %s\n' "$(printf '%s' "$1" | LC_ALL=C tr -s '[:cntrl:]' ' ')" >&2
    exit 2
}

# Set the path of the earlier response; empty if the revision does not contain it.
earlier() {
    [ ! -e "$before" ] || { earlier=$before && return; }
    revision=$(git rev-parse --verify --quiet --short --end-of-options "$before^{commit}") ||
        cannot "$before is neither a file nor a revision of this repository (fetch-depth: 0 fetches all revisions)"
    git cat-file -e "$revision:./$response" 2>/dev/null || return 0
    mkdir "before-$revision" || cannot "cannot create the directory before-$revision for the earlier response"
    folder=before-$revision
    git archive --format=tar "$revision" "./$response" | tar -xf - -C "$folder"
    earlier=$folder/$response
}

# Score the response alone, with the arguments for scoring; the loop moves them to the end of the list.
scored() {
    left=$#
    while [ "$left" -gt 0 ]; do
        case $1 in
        --task | --config | --allow | --jobs | -O | -j)
            [ "$left" -gt 1 ] || cannot "$1 requires a value"
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

# Print the longest run of backquotes in the input.
longest() {
    LC_ALL=C awk '{
        while (match($0, /`+/)) {
            if (RLENGTH > length(most)) most = substr($0, RSTART, RLENGTH)
            $0 = substr($0, RSTART + RLENGTH)
        }
    } END { printf "%s", most }'
}

# Print a text on one line as Markdown code, with a fence longer than any run of backquotes in the text.
code() {
    text=$(printf '%s' "$1" | LC_ALL=C tr -s '[:cntrl:]' ' ')
    run=$(printf '%s' "$text" | longest)
    if [ -z "$run" ]; then printf '`%s`' "$text"; else printf '`%s %s `%s' "$run" "$text" "$run"; fi
}

# Print the input as a code block with a fence longer than any run of backquotes in the input.
block() {
    content=$(cat)
    run=$(printf '%s' "$content" | longest)
    printf '```%stext\n%s\n```%s\n' "$run" "$content" "$run"
}

# Append a command's output to the page, and print its stderr to the log.
told() {
    "$@" >>"$page" 2>"$said" && status=0 || status=$?
    cat "$said" >&2
}

earlier=
earlier
printf '### keytally: %s\n\n' "$(code "$response")" >"$page"
if [ -n "$earlier" ]; then
    told "$keytally" compare --format markdown "$key" "$earlier" "$response" "$@"
else
    printf '%s has no %s to compare with.\n\n' "$(code "$before")" "$(code "$response")" >>"$page"
    whole=$page page=$scores
    scored "$@"
    page=$whole
    block <"$scores" >>"$page"
fi
if [ "$status" -ne 0 ]; then
    { echo && block <"$said"; } >>"$page"
fi
exit "$status"
