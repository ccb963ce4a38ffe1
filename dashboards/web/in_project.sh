#!/bin/bash
# in_project.sh ARGUMENTS: runs node in a copy of this folder that has node_modules in it, the way npm lays it out.
# Bazel keeps sources and packages in two places (external/ in actions, ../ in the runfiles of a test).
set -euo pipefail
packages=$PWD/external/node_modules
[[ -d $packages ]] || packages=$PWD/../node_modules
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
cp -rL dashboards/web/. "$project"
ln -s "$packages/node_modules" "$project/node_modules"
cd "$project"
"$packages/node" "$@"
