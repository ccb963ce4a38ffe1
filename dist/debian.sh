#!/bin/bash
# Makes a Debian package of what the tarball has: the same files below /usr, and what they load as dependencies.
#
# usage: debian.sh TARBALL PACKAGE
set -euo pipefail
tarball=$(realpath "$1")
package=$(realpath -m "$2")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/package" "$root/debian"
tar -C "$root/package" -xf "$tarball"
mv "$root"/package/mpigauge-* "$root/package/usr"
version=$(cat "$root/package/usr/share/mpigauge/VERSION")

# The machine's packages that the programs load libraries of; it wants to see a source package.
cd "$root"
printf 'Source: mpigauge\n\nPackage: mpigauge\nArchitecture: any\n' >debian/control
dpkg-shlibdeps -O package/usr/bin/* package/usr/lib/mpigauge/* >depends 2>notes || { cat notes >&2; exit 1; }
mv package/usr/share/doc/mpigauge/LICENSE package/usr/share/doc/mpigauge/copyright
gzip -9n package/usr/share/doc/mpigauge/CHANGELOG.md
mv package/usr/share/doc/mpigauge/CHANGELOG.md.gz package/usr/share/doc/mpigauge/changelog.gz

gzip -9n package/usr/share/man/man1/*
mv package/usr/share/zsh/site-functions package/usr/share/zsh/vendor-completions

mkdir package/DEBIAN
cat >package/DEBIAN/control <<CONTROL
Package: mpigauge
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: mpigauge <mpigauge@localhost>
Installed-Size: $(du -sk package/usr | cut -f1)
Depends: $(sed -n 's/^shlibs:Depends=//p' depends)
Section: science
Priority: optional
Description: is this MPI library slower than the last one?
 mpigauge measures MPI libraries, compares them with stored baselines or side by
 side, and answers with an exit code.
CONTROL
dpkg-deb --root-owner-group --build package "$package" >/dev/null
