#!/bin/bash
# Makes a Debian package of what the tarball has: the same files below /usr, and what they load as dependencies.
#
# usage: debian.sh TARBALL COPYRIGHT LINTIAN_OVERRIDES PACKAGE
set -euo pipefail
tarball=$(realpath "$1")
copyright=$(realpath "$2")
overrides=$(realpath "$3")
package=$(realpath -m "$4")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/package" "$root/debian"
tar -C "$root/package" -xf "$tarball"
mv "$root"/package/mpigauge-* "$root/package/usr"
version=$(cat "$root/package/usr/share/mpigauge/VERSION")

# Debian has these in packages of its own.
rm "$root"/package/usr/lib/mpigauge/lib{benchmark,fmt}.so*

# The machine's packages that the programs load libraries of; it wants to see a source package. A user who measures the
# MPI that the package is built for needs no other one, so programs for others make suggestions. No package of Debian
# has a libmpi.so.12, and the other libraries of that program are those of bin/mpigauge-bench.
cd "$root"
printf 'Source: mpigauge\n\nPackage: mpigauge\nArchitecture: any\n' >debian/control
mapfile -t others < <(find package/usr/lib/mpigauge/programs -type f ! -name '*.libmpi.so.12' 2>/dev/null)
dpkg-shlibdeps -O -dDepends package/usr/bin/* package/usr/lib/mpigauge/{mpigauge-task,*.so} -dSuggests "${others[@]}" >depends 2>notes ||
  { cat notes >&2; exit 1; }
suggested=$(sed -n 's/^shlibs:Suggests=//p' depends)

# These files have the form that Debian asks for. Its changelog is about the package; that of mpigauge stays beside it.
made=$(stat -c %Y package/usr/share/mpigauge/VERSION)
maintainer='mpigauge <mpigauge@localhost>'
doc=package/usr/share/doc/mpigauge
rm $doc/LICENSE
cp -L "$copyright" $doc/copyright
printf 'mpigauge (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
  "$version" "$maintainer" "$(date -u -R -d "@$made")" | gzip -9n >$doc/changelog.gz
mkdir -p package/usr/share/lintian/overrides
cp -L "$overrides" package/usr/share/lintian/overrides/mpigauge
chmod 644 $doc/copyright package/usr/share/lintian/overrides/mpigauge

gzip -9n package/usr/share/man/man1/*
mv package/usr/share/zsh/site-functions package/usr/share/zsh/vendor-completions

mkdir package/DEBIAN
cat >package/DEBIAN/control <<CONTROL
Package: mpigauge
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $(du -sk package/usr | cut -f1)
Depends: $(sed -n 's/^shlibs:Depends=//p' depends)
Suggests: ${suggested:+$suggested, }g++, libopenmpi-dev | libmpich-dev
Section: science
Priority: optional
Description: is this MPI library slower than the last one?
 mpigauge measures MPI libraries, compares them with stored baselines or side by
 side, and answers with an exit code.
CONTROL
(cd package && find usr -type f -exec md5sum {} +) | LC_ALL=C sort -k 2 >package/DEBIAN/md5sums
chmod -R u=rwX,go=rX package
find package -exec touch -h -d "@$made" {} +
SOURCE_DATE_EPOCH=$made dpkg-deb --root-owner-group --build package "$package" >/dev/null
