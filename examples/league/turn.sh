#!/bin/sh
# One round: fetch mail, let every game go on; commit and push; only then let mails leave.
set -eu
cd "$(dirname "$0")"

# What git and other programs start must not find the keys: only `league run` gets them.
moderator=${ADJUTANT_MODERATOR_KEY-}
secret=${ADJUTANT_CAMPAIGN_SECRET-}
unset ADJUTANT_MODERATOR_KEY ADJUTANT_CAMPAIGN_SECRET

# A repository's hooks are programs that others may have put there.
git() { command git -c core.hooksPath=/dev/null "$@"; }
# With no keys in the environment those beside the league count, on a machine of yours.
play() {
    if [ -n "$moderator" ]; then
        ADJUTANT_MODERATOR_KEY=$moderator ADJUTANT_CAMPAIGN_SECRET=$secret adjutant "$@"
    else
        adjutant "$@"
    fi
}
# When the last round was made, to ten hours.
noted() { sed -n 's/^time: *"\{0,1\}\([0-9-]*T[0-9]\).*/\1/p' | sort | tail -n 1; }
notes=':(glob)cup/seasons/*/*/last-run.yaml'

branch=$(git symbolic-ref --short HEAD)
tries=0
while :; do
    tries=$((tries + 1))
    if [ -d inbox/.git ]; then
        git -C inbox fetch --quiet origin && git -C inbox reset --quiet --hard FETCH_HEAD
    fi
    status=0
    play -C cup league run --post cup.post --hold || status=$?
    # 3: nothing was due. 1: you are needed, and a mail says what for. 4: a server could not be reached; the
    # next round goes on.
    git add cup cup.post
    # That a round was made is noted every ten hours or so; all else at once.
    before=$(git grep -h '^time:' HEAD -- "$notes" | noted)
    if git diff --cached --quiet -- . ":(exclude,glob)cup/seasons/*/*/last-run.yaml" &&
        [ "$before" = "$(cat cup/seasons/*/*/last-run.yaml 2>/dev/null | noted)" ]; then
        git reset --quiet
        git checkout --quiet -- cup
        break
    fi
    git commit --quiet -m "a round of the league"
    if git push --quiet origin "HEAD:$branch"; then
        break
    fi
    # Somebody pushed meanwhile. What this round decided was told to nobody.
    if [ "$tries" -ge 5 ]; then
        echo "the push was rejected $tries times; nothing was sent" >&2
        exit 4
    fi
    base=$(git rev-parse HEAD~1)
    git fetch --quiet origin "$branch"
    if git diff --quiet "$base" FETCH_HEAD -- cup cup.post &&
        git rebase --quiet FETCH_HEAD && git push --quiet origin "HEAD:$branch"; then
        break
    fi
    # The league moved: the round is made again, from where it stands now.
    git rebase --abort 2>/dev/null || true
    git reset --quiet --hard FETCH_HEAD
    git clean --quiet -fd cup cup.post
done

# What the mails tell stands in the repository now.
sent=0
adjutant post --post cup.post || sent=$?
git add cup.post
if ! git diff --cached --quiet; then
    git commit --quiet -m "mails have left"
    git push --quiet origin "HEAD:$branch" || {
        git pull --quiet --rebase origin "$branch" && git push --quiet origin "HEAD:$branch"
    }
fi

# Everybody reads the league and its site in a repository of its own.
adjutant -C cup league site public || status=$?
if [ -n "${PUBLIC_URL-}" ]; then
    publish() {
        if git fetch --quiet "$PUBLIC_URL" "$1" 2>/dev/null; then
            if [ "$(git rev-parse 'FETCH_HEAD^{tree}')" = "$2" ]; then return 0; fi
            commit=$(git commit-tree -p FETCH_HEAD -m "a round" "$2")
        else
            commit=$(git commit-tree -m "the beginning" "$2")
        fi
        git push --quiet "$PUBLIC_URL" "$commit:refs/heads/$1"
    }
    publish main "$(git rev-parse HEAD:cup)"
    index=$(mktemp -u)
    GIT_INDEX_FILE=$index git --work-tree=public add --all --force .
    publish pages "$(GIT_INDEX_FILE=$index git write-tree)"
    rm -f "$index"
fi

case $status in
0 | 1 | 3) ;;
*) exit "$status" ;;
esac
case $sent in
0 | 3) ;;
*) exit "$sent" ;;
esac
