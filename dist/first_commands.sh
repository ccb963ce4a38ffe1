#!/bin/bash
# Types the first commands of a user, where nothing but the package is installed: as an ordinary user, once with a home
# and once with one that cannot be written.
#
# usage: ci/bare-debian --package bazel-bin/dist/mpigauge.deb dist/first_commands.sh     as root
set -euo pipefail
filter='^(allreduce|bcast|ping_pong)/bytes:(8|4096)/'

fail() {
  echo "first_commands.sh: $*" >&2
  exit 1
}

for compiler in cc c++ gcc g++ clang; do
  ! command -v "$compiler" || fail "this machine has a compiler"
done
id first >/dev/null 2>&1 || useradd --create-home first

# as_user HOME "CODES" COMMAND...: its exit code must be one of these
as_user() {
  local home=$1 codes=$2 code=0
  shift 2
  echo "\$ $*"
  runuser -u first -- env HOME="$home" "$@" || code=$?
  [[ " $codes " == *" $code "* ]] || fail "exit code $code: $*"
}

for home in /home/first /nonexistent; do
  folder=$(runuser -u first -- mktemp -d)
  cd "$folder"
  as_user $home 0 mpigauge --version
  as_user $home "0 3" mpigauge doctor
  as_user $home 0 mpigauge run --filter "$filter" --launches 4 --baseline release
  as_user $home "0 1 2" mpigauge gate --baseline release --filter "$filter" --launches 4 --max-launches 6
  as_user $home 0 mpigauge report
  grep -q 'ping_pong' report.html || fail "the report does not name what was measured"
  cd /
  rm -r "$folder"
done
[ ! -e /nonexistent ] || fail "a home was made"
echo "first_commands.sh: all of them work"
