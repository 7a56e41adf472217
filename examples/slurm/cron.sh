#!/usr/bin/env bash
# Submits a round and waits for it; does nothing while the last one runs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
exec 9>"${TMPDIR:-/tmp}/league-round.lock"
flock -n 9 || exit 0
sbatch --wait --export=ALL "$here/shards.sh"
