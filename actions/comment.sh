#!/bin/sh
# Comment on a GitHub pull request with a Markdown page; replaces the previous comment.
#   comment.sh PAGE NAME
# NAME distinguishes the pages of a pull request. Requires the program gh, GH_TOKEN, GITHUB_REPOSITORY and PULL_REQUEST.
# Prints a warning if the token may not comment, for example in a change from a fork.
set -eu
page=$1
comments=repos/$GITHUB_REPOSITORY/issues
mark="<!-- keytally $(printf '%s' "$2" | cksum | cut -d ' ' -f 1) -->"
body=$(mktemp)
trap 'rm -f "$body"' EXIT
# A comment has at most 65,536 characters.
{ echo "$mark" && head -c 65000 "$page"; } >"$body"

put() {
    own=".[] | select(.body | startswith(\"$mark\")) | .id"
    found=$(gh api --paginate "$comments/$PULL_REQUEST/comments" --jq "$own") || return 1
    if [ -n "$found" ]; then
        first=$(echo "$found" | head -n 1)
        gh api --silent --method PATCH "$comments/comments/$first" --field "body=@$body"
    else
        gh api --silent --method POST "$comments/$PULL_REQUEST/comments" --field "body=@$body"
    fi
}

put || echo "::warning::keytally: cannot write the comment; the results are in the summary of this run"
