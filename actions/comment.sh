#!/bin/sh
# Puts a page of Markdown under a pull request of GitHub, in place of the one that was put there before.
#   comment.sh PAGE NAME
# NAME tells the pages of one pull request apart. Needs the program gh, GH_TOKEN, GITHUB_REPOSITORY and PULL_REQUEST.
# A token that may not comment, as that of a change from a fork, gives a warning.
set -eu
page=$1
comments=repos/$GITHUB_REPOSITORY/issues
mark="<!-- keytally $(printf '%s' "$2" | cksum | cut -d ' ' -f 1) -->"
body=$(mktemp)
trap 'rm -f "$body"' EXIT
# A comment holds 65,536 characters.
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

put || echo "::warning::keytally: the comment could not be written; the page is in the summary of this run"
