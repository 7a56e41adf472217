#!/bin/sh
# One round of the campaign: fetch mail and packets, do what is due, send, commit, make the site.
set -eu
cd "$(dirname "$0")"

status=0
adjutant -C pell run --post --site public || status=$?
# 3: nothing was due. 1: the moderator is needed. 4: a server could not be reached; the next round goes on.
git add pell inbox
# The post holds addresses: this repository must be private.
git add -f pell.post
if ! git diff --cached --quiet; then
    git commit --quiet -m "a round of the post"
fi
case $status in
0 | 3) exit 0 ;;
*) exit "$status" ;;
esac
