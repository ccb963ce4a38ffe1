#!/bin/sh
echo "bazel coverage needs tools that this repository does not have" >&2
exit 1
