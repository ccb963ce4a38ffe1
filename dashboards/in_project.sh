#!/bin/bash
# in_project.sh FOLDER ARGUMENTS: runs node in a copy of a folder of dashboards/ that has node_modules beside it, the way
# npm lays it out. Bazel keeps sources and packages in two places (external/ in actions, ../ in the runfiles of a test).
set -euo pipefail
packages=$PWD/external/node_modules
[[ -d $packages ]] || packages=$PWD/../node_modules
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
folder=$1
shift
cp dashboards/package.json "$project"
cp -rL "dashboards/$folder" "$project/$folder"
ln -s "$packages/node_modules" "$project/node_modules"
cd "$project/$folder"
"$packages/node" "$@"
