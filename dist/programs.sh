#!/bin/bash
# Builds the benchmark programs for the MPIs that bin/mpigauge-bench is not for, from the bench kit, with the compiler
# wrappers of this machine. The tarball has mpigauge-bench.LIBRARY for each MPI library that a program needs.
#
# libmpi.so.12 is MPICH, and every library with its binary interface, such as Intel MPI and MVAPICH. Debian calls its
# MPICH libmpich.so.12, so what is built with that is linked twice: with this library, and with one that is called
# libmpi.so.12, has the same names, and nothing behind them.
#
# usage: programs.sh KIT PROGRAM WRAPPERS TARBALL
#   KIT is what bench_kit.sh packs, PROGRAM the one that is there already, WRAPPERS a file whose lines begin with the path
#   of a compiler wrapper
set -euo pipefail
kit=$1
program=$2
wrappers=$3
tarball=$4
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir "$root/kit" "$root/programs"
tar -C "$root/kit" --no-same-owner -xf "$kit"

# The MPI library that a program needs.
mpi_of() {
  objdump -p "$1" | awk '$1 == "NEEDED" && $2 ~ /^libmpi(ch)?\.so/ {print $2}'
}
own=$(mpi_of "$program")

# compile WRAPPER: an object in $root/objects for each source of the kit. No path of this machine gets into them.
compile() {
  rm -rf "$root/objects"
  mkdir "$root/objects"
  (
    cd "$root/kit"
    # shellcheck disable=SC2016  # the shell that xargs starts expands them
    find src -name '*.cc' | LC_ALL=C sort | xargs -P 2 -I '{}' sh -c '
      exec "$1" @compile_flags.txt -g "-ffile-prefix-map=$PWD=." -iquote src -isystem include \
        -c "$2" -o "../objects/$(echo "$2" | tr / _).o"' sh "$1" '{}'
  )
}

# link WRAPPER OUTPUT [LIBRARY]: as `mpigauge build-bench` does; MPI's functions are taken from LIBRARY if it is given.
link() {
  (
    cd "$root/kit"
    "$1" ../objects/*.o -Wl,--whole-archive others.a -Wl,--no-whole-archive -Wl,--as-needed @link_flags.txt \
      '-Wl,-rpath,$ORIGIN/..' ${3:+"$3"} -o "$2"
  )
}

# library_of WRAPPER: the MPI library that its programs need.
library_of() {
  printf '#include <mpi.h>\nint main() { return MPI_Init(nullptr, nullptr); }\n' >"$root/probe.cc"
  "$1" -DMPICH_SKIP_MPICXX -DOMPI_SKIP_MPICXX "$root/probe.cc" -o "$root/probe"
  mpi_of "$root/probe"
}

# stub LIBRARY OUTPUT: a shared library that is called as the file OUTPUT, with the names that LIBRARY has.
stub() {
  nm -D --defined-only --format=posix "$1" | awk '
    {sub(/@.*/, "", $1)}
    $2 ~ /[TWi]/ {printf ".text\n.globl %s\n.type %s,@function\n%s:\n", $1, $1, $1}
    $2 ~ /[BDRV]/ {printf ".data\n.balign 16\n.globl %s\n.type %s,@object\n.size %s,0x%s\n", $1, $1, $1, $4}
    $2 ~ /[BDRV]/ {printf "%s:\n.zero 0x%s\n", $1, $4}
  ' >"$root/stub.s"
  gcc -shared -nostdlib -Wl,-soname,"$(basename "$2")" -o "$2" "$root/stub.s"
}

# make LIBRARY WRAPPER [STUB]: the program that needs this library, and no other MPI.
make() {
  local program=$root/programs/mpigauge-bench.$1
  link "$2" "$program" "${3-}"
  [ "$(mpi_of "$program")" = "$1" ] || { echo "programs.sh: $2 links $(mpi_of "$program"), not $1" >&2; exit 1; }
}

while read -r wrapper _; do
  library=$(library_of "$wrapper")
  [ "$library" != "$own" ] || [ "$library" = libmpich.so.12 ] || continue
  compile "$wrapper"
  [ "$library" = "$own" ] || make "$library" "$wrapper"
  if [ "$library" = libmpich.so.12 ] && [ "$own" != libmpi.so.12 ]; then
    stub "$("$wrapper" -print-file-name=libmpich.so.12)" "$root/libmpi.so.12"
    make libmpi.so.12 "$wrapper" "$root/libmpi.so.12"
  fi
done <"$wrappers"

for library in libmpi.so.40 libmpich.so.12 libmpi.so.12; do
  [ "$library" = "$own" ] || [ -e "$root/programs/mpigauge-bench.$library" ] ||
    echo "programs.sh: no program for $library: this machine lacks that MPI's mpicxx, which ci/setup installs" >&2
done
tar --sort=name --mtime='2026-01-01 00:00:00 UTC' --owner=0 --group=0 --numeric-owner -C "$root/programs" \
  -cf "$tarball" .
