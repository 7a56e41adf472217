#!/usr/bin/env bash
#SBATCH --job-name=league
#SBATCH --array=0-7
#SBATCH --requeue
#SBATCH --time=00:30:00
#SBATCH --mem=512M
# One shard of a league, as a task of an array. LEAGUE is the URL, KEYS the directory with the moderator's keys.
set -euo pipefail
status=0
adjutant league --keys "$KEYS" run --store "$LEAGUE" || status=$?
# 3: nothing was due. 1: somebody is needed, and `adjutant league status --store` says where.
[ "$status" = 3 ] || exit "$status"
