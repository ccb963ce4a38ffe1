#!/bin/bash
# browser_test.sh WRITE_EXAMPLES: writes the example reports and opens them in Chromium.
set -euo pipefail
chromium=/usr/bin/chromium
[[ -x $chromium ]] || { echo "$chromium is missing; run ci/setup" >&2; exit 1; }
# Short: Chromium puts unix sockets there (108-byte limit). It needs a home, and Bazel gives tests none.
work=$(mktemp -d /tmp/report_test.XXXXXX)
trap 'rm -rf "$work"' EXIT
export HOME=$work TMPDIR=$work CHROMIUM=$chromium
mkdir "$work/reports"
"$1" "$work/reports"
REPORTS=$work/reports dashboards/in_project.sh web browser_test.mjs
