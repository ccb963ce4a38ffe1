#!/bin/bash
# The dashboards that are committed are those that the sources build.
set -uo pipefail
cd dashboards/grafana
code=0
for built in built/*.json; do
  diff "$(basename "$built")" "$built" || code=1
done
[ $code = 0 ] || echo "build them anew: cd dashboards && npm run grafana"
exit $code
