#!/bin/bash
# Packs what `mpigauge build-bench` builds a program or a shared library of, without Bazel and with another MPI. A source
# that includes mpi.h, itself or by a header, is compiled there; all others are compiled already.
#
#   src/ include/           sources that include mpi.h; headers that they need, ours and those of other libraries
#   others.a                the objects of all other sources
#   compile_flags.txt       how the sources are compiled, a flag a line
#   link_flags.txt          what the program links besides: the libraries that PROGRAM loads, except its MPI
#   exported.lds            of a shared library: what others see of it
#
# usage: bench_kit.sh TARBALL COMPILER PROGRAM SOURCES FLAGS FOLDERS [EXPORTS]
#   SOURCES has a line for each source: SOURCE OBJECT; FLAGS and FOLDERS a line for each flag of the compiler
set -euo pipefail
tarball=$1
compiler=$2
program=$3
sources=$4
flags=$5
folders=$6
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/kit/src" "$root/kit/include" "$root/objects"

# As it is called in the sources, also where the build has made it.
name_of() {
  sed -E 's|^(\./)?(bazel-out/[^/]+/bin/)?||' <<<"$1"
}

# The source and each header that it includes, a line each. A header that is missing, such as mpi.h, is named as it is
# included.
needs_of() {
  "$compiler" -x c++ "@$flags" "@$folders" -M -MG -MT this "$1" | tr -s ' \\\n' '\n' | sed -e '/^this:$/d' -e '/^$/d'
}

copy() {
  mkdir -p "$(dirname "$2")"
  cp -L "$1" "$2"
}

while read -r source object; do
  needs_of "$source" >"$root/needs"
  if ! grep -E '(^|/)mpi\.h$' "$root/needs" >/dev/null; then
    member=$(name_of "$source")
    member=${member//\//_}
    objcopy --strip-debug --remove-section=.comment --remove-section=.note "$object" "$root/objects/${member%.cc}.o"
    continue
  fi
  while read -r file; do
    case $file in
    mpi.h | mpi-ext.h | /usr/include/*mpi*/mpi*.h) ;;  # of the other MPI
    /usr/lib/* | /usr/include/c++/* | /usr/include/*-linux-gnu/* | /usr/include/linux/* | /usr/include/asm*/*) ;;
    /usr/include/*/*) copy "$file" "$root/kit/include/${file#/usr/include/}" ;;
    /usr/include/*) ;;  # the system's
    *) copy "$file" "$root/kit/src/$(name_of "$file")" ;;
    esac
  done <"$root/needs"
done <"$sources"

hidden=()
if nm "$program" | grep ' [tT] hwloc_topology_init$' >/dev/null; then  # it is linked in, and the MPI library may not see it
  (cd "$root/objects" && ar x "$("$compiler" -print-file-name=libhwloc.a)")
  hidden=(-Wl,--exclude-libs,others.a)
fi
ar rcsD "$root/kit/others.a" "$root"/objects/*.o
cp "$flags" "$root/kit/compile_flags.txt"
{
  printf '%s\n' -Wl,--build-id=sha1 "${hidden[@]}"  # records say which program it was
  objdump -p "$program" | awk '$1 == "NEEDED" {print $2}' | grep -vE '^lib(mpi.*|stdc\+\+|m|gcc_s|c|dl|pthread|rt)\.so|^ld-linux' | sed 's/^/-l:/'
} >"$root/kit/link_flags.txt"
[ -z "${7-}" ] || cp -L "$7" "$root/kit/exported.lds"
find "$root/kit" -type f -exec chmod 644 {} +
tar --sort=name --mtime='2026-01-01 00:00:00 UTC' --owner=0 --group=0 --numeric-owner -C "$root/kit" -cf "$tarball" .
