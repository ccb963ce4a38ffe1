"""Repository rule: the compiler wrappers of MPI that this machine has, whichever MPI the build is for.

@NAME//:wrappers.txt has a line for each: its path, and a number that is another one when its mpi.h is. So what is built
with a wrapper is built anew after an update, and where a wrapper was installed or removed."""

def _impl(rctx):
    rctx.file("probe.cc", "#include <mpi.h>\n")
    lines = []
    for name in rctx.attr.names:
        path = rctx.which(name)
        if not path:
            continue
        macros = rctx.execute([path, "-x", "c++", "-DMPICH_SKIP_MPICXX", "-DOMPI_SKIP_MPICXX", "-E", "-dD", "probe.cc"])
        if macros.return_code == 0:
            lines.append("%s %d\n" % (path, hash(macros.stdout)))
    rctx.file("wrappers.txt", "".join(lines))
    rctx.file("WORKSPACE", "workspace(name = %r)\n" % rctx.name)
    rctx.file("BUILD", "exports_files([\"wrappers.txt\"], visibility = [\"//visibility:public\"])\n")

mpi_wrappers = repository_rule(
    implementation = _impl,
    attrs = {"names": attr.string_list(mandatory = True)},
    configure = True,
    environ = ["PATH"],
    local = True,
)
