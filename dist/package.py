# Spack's recipe. Copy it to packages/mpigauge/package.py of a repository of your own (`spack repo create`); start
# `spack install --no-checksum mpigauge` where mpigauge-0.1.0.tar.gz lies, which `ci/bazel build //dist` makes as
# bazel-bin/dist/mpigauge.tar.gz.
import os

from spack.package import *


class Mpigauge(Package):
    """Measures MPI libraries, compares them with stored baselines or side by side, and answers with an exit code."""

    manual_download = True
    license("Apache-2.0")
    version("0.1.0")

    depends_on("mpi", type="run")

    def url_for_version(self, version):
        return "file://{0}/mpigauge-{1}.tar.gz".format(os.getcwd(), version)

    def install(self, spec, prefix):
        install_tree(".", prefix)
