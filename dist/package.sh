#!/bin/bash
# Makes the tarball of an installation that runs where it is unpacked, and one with the symbols of its programs.
#
# usage: package.sh VERSION_FILE STATUS_FILE TARBALL SYMBOLS < LIST
#   LIST has a line for each file: FOLDER/ FILE; FOLDER/ FILE stripped for programs and shared libraries; FOLDER/ FILE
#   unpacked for tar files whose contents belong there; FOLDER/ FILE programs for tar files of programs
set -euo pipefail
version=$(cat "$1")
commit=$(sed -n 's/^STABLE_MPIGAUGE_COMMIT //p' "$2")
tarball=$(realpath -m "$3")
symbols=$(realpath -m "$4")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
name=mpigauge-$version

# A release has the version that its tag says.
release=$(sed -n 's/^STABLE_MPIGAUGE_RELEASE //p' "$2")
if [ -n "$release" ] && [ "$release" != "v$version" ]; then
  echo "this commit is tagged $release, and the file VERSION says $version; write the same version into both" >&2
  exit 1
fi

printf '%s' "${commit:-unknown}" | head -c 95 >"$root/commit"
truncate -s 96 "$root/commit"  # as base/version.cc has it

# Without symbols, with the commit and with a link to the symbols; debuggers look for them in .debug beside the program.
strip_to() {
  local from=$1 to=$2 below
  below=$(dirname "${to#"$root/installed/"}")
  local kept=$root/symbols/$below/.debug/$(basename "$to").debug
  mkdir -p "$(dirname "$kept")"
  objcopy --only-keep-debug "$from" "$kept"
  local stamp=()
  # Not grep -q, which ends before objdump does, and then the pipe fails.
  if objdump -h "$from" | grep '\.mpigauge_commit' >/dev/null; then
    stamp=(--update-section ".mpigauge_commit=$root/commit")
  fi
  mkdir -p "$(dirname "$to")"
  objcopy --strip-all "${stamp[@]}" --add-gnu-debuglink="$kept" "$from" "$to"
  chmod 755 "$to"
}

while read -r folder file how; do
  to=$root/installed/$name/$folder$(basename "$file")
  if [ "$how" = stripped ]; then
    strip_to "$file" "$to"
  elif [ "$how" = unpacked ]; then
    mkdir -p "$root/installed/$name/$folder"
    tar -C "$root/installed/$name/$folder" --no-same-owner -xf "$file"
  elif [ "$how" = programs ]; then
    mkdir "$root/programs"
    tar -C "$root/programs" --no-same-owner -xf "$file"
    for program in "$root"/programs/*; do
      [ ! -e "$program" ] || strip_to "$program" "$root/installed/$name/$folder$(basename "$program")"
    done
    rm -r "$root/programs"
  else
    mkdir -p "$(dirname "$to")"
    cp -L "$file" "$to"
    if [ "$(head -n 1 "$to" | head -c 2 | tr -d '\0')" = '#!' ]; then chmod 755 "$to"; else chmod 644 "$to"; fi
  fi
done

# Libraries that compute nodes may lack come along. Those that only the command needs do not.
bundled=$root/installed/$name/lib/mpigauge
for program in bin/mpigauge-bench lib/mpigauge/mpigauge-task; do
  ldd "$root/installed/$name/$program" | awk '$1 ~ /^lib(benchmark|fmt)\./ {print $1, $3}' |
    while read -r library found; do
      [ ! -e "$bundled/$library" ] || continue
      cp -L "$found" "$bundled/$library"
      chmod 644 "$bundled/$library"
    done
done

# The program that `mpigauge build-bench` links tells the commit, too.
library=$root/installed/$name/lib/mpigauge/bench/others.a
(
  cd "$root"
  ar x "$library" base_version.o
  objcopy --update-section ".mpigauge_commit=$root/commit" base_version.o
  ar rD "$library" base_version.o
)

# The same bytes from the same files: all of them have the time of the release's year.
pack() {
  tar --sort=name --mtime='2026-01-01 00:00:00 UTC' --owner=0 --group=0 --numeric-owner -C "$root/$1" -c "$name" | gzip -n >"$2"
}
pack installed "$tarball"
pack symbols "$symbols"
