"""Repository rule: wraps an installed MPI, asking its compiler wrapper for flags.

Works for any MPI whose wrapper knows -show (MPICH, Intel MPI, MVAPICH) or
--showme / -show (Open MPI).  Which headers belong to mpi.h is asked of the
compiler itself (-M), so only those few files become inputs of each action.
"""

_PROBE = """
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#if defined(__has_include)
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
#endif
#if defined(OPEN_MPI)
probe_vendor: openmpi OMPI_MAJOR_VERSION.OMPI_MINOR_VERSION.OMPI_RELEASE_VERSION end
#elif defined(MPICH_VERSION)
probe_vendor: mpich MPICH_VERSION end
#else
probe_vendor: unknown 0 end
#endif
probe_std: MPI_VERSION.MPI_SUBVERSION end
"""

_SYSTEM_LIBDIRS = ["/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu"]

# C++ bindings of MPI-2: we use only the C API, so these need not be linked.
_CXX_BINDINGS = ["-lmpi_cxx", "-lmpichcxx", "-lmpicxx", "-lmpi++"]

def _message(rctx, why):
    return ("MPI for @%s: %s. Set MPICXX (a compiler wrapper) or MPI_HOME (an install prefix), " +
            "or install one, e.g. apt-get install libopenmpi-dev openmpi-bin.") % (rctx.name, why)

def _fail(rctx, why):
    fail(_message(rctx, why))

def _missing(rctx, why):
    """A repository whose targets fail when built, so that query and //... of other MPIs still work."""
    rctx.file("WORKSPACE", "workspace(name = %r)\n" % rctx.name)
    rctx.file("missing.bzl", """
def _impl(ctx):
    fail(ctx.attr.why)

missing = rule(implementation = _impl, attrs = {"why": attr.string()})
""")
    rctx.file("BUILD", """load(":missing.bzl", "missing")

package(default_visibility = ["//visibility:public"])

[missing(name = n, why = %r) for n in ["mpi", "runtime"]]
""" % _message(rctx, why))

def _find(rctx):
    env = rctx.os.environ
    if rctx.attr.use_env:
        home = env.get("MPI_HOME", "")
        cxx = env.get("MPICXX") or (home + "/bin/mpicxx" if home else "mpicxx")
        names = [cxx]
    else:
        names = rctx.attr.candidates
    for n in names:
        p = rctx.path(n) if n.startswith("/") else rctx.which(n)
        if p and p.exists:
            return p, ""
    return None, "no compiler wrapper (looked for %s)" % ", ".join(names)

def _find_mpiexec(rctx, cxx):
    given = rctx.os.environ.get("MPIEXEC") if rctx.attr.use_env else None
    if given:
        p = rctx.path(given) if given.startswith("/") else rctx.which(given)
        if not p or not p.exists:
            _fail(rctx, "MPIEXEC=%s does not exist" % given)
        return p

    # mpicxx.openmpi -> mpiexec.openmpi; <prefix>/bin/mpicxx -> <prefix>/bin/mpiexec
    suffix = cxx.basename[len("mpicxx"):] if cxx.basename.startswith("mpicxx") else ""
    for n in ["mpiexec" + suffix, "mpirun" + suffix, "mpiexec", "mpirun"]:
        p = cxx.dirname.get_child(n)
        if p.exists:
            return p
    _fail(rctx, "no mpiexec next to %s" % cxx)
    return None

def _uniq(xs):
    out = []
    for x in xs:
        if x not in out:
            out.append(x)
    return out

def _impl(rctx):
    cxx, why = _find(rctx)
    if not cxx:
        _missing(rctx, why)
        return
    mpiexec = _find_mpiexec(rctx, cxx)
    show = rctx.execute([cxx, "-show"])
    if show.return_code != 0 or not show.stdout.strip():
        _fail(rctx, "%s -show failed: %s" % (cxx, show.stderr))
    words = [w for w in show.stdout.strip().replace("\n", " ").split(" ") if w][1:]

    incdirs, libdirs, libs, link, defines = [], [], [], [], []
    skip = False
    for i, w in enumerate(words):
        if skip:
            skip = False
        elif w in ("-I", "-L", "-isystem") and i + 1 < len(words):
            (libdirs if w == "-L" else incdirs).append(words[i + 1])
            skip = True
        elif w.startswith("-I"):
            incdirs.append(w[2:])
        elif w.startswith("-L"):
            libdirs.append(w[2:])
        elif w.startswith("-D"):
            defines.append(w[2:])
        elif w in _CXX_BINDINGS:
            pass
        elif w.startswith("-l") or (w.startswith("/") and (".so" in w or w.endswith(".a"))):
            libs.append(w)
        elif w.startswith("-Wl,") or w == "-pthread":
            link.append(w)

        # everything else (-O2, -g, -ffile-prefix-map=...) is the build's own business
    incdirs, libdirs = _uniq(incdirs), _uniq(libdirs)

    # Finds out which headers <mpi.h> needs, and which MPI it is.
    rctx.file("probe.cc", _PROBE)
    iflags = ["-I" + d for d in incdirs]
    pre = rctx.execute([cxx, "-x", "c++", "-E", "-P", "probe.cc"] + iflags)
    deps = rctx.execute([cxx, "-x", "c++", "-M", "-MT", "probe", "probe.cc"] + iflags)
    if pre.return_code != 0 or deps.return_code != 0:
        _fail(rctx, "%s cannot compile #include <mpi.h>: %s" % (cxx, pre.stderr + deps.stderr))
    vendor, version, std = "unknown", "0", "?"
    for line in pre.stdout.split("\n"):
        if "probe_vendor:" in line:
            f = line.split("probe_vendor:")[1].split(" end")[0].replace('"', "").strip()
            vendor, _, version = f.partition(" ")
            version = version.replace(" ", "")
        if "probe_std:" in line:
            std = line.split("probe_std:")[1].split(" end")[0].replace(" ", "").strip()

    # Below every include directory that they are in: one may be in another (.../include/openmpi), and headers name
    # each other from either.
    hdrs, used = [], {}
    for w in deps.stdout.replace("\\\n", " ").replace("\n", " ").split(" "):
        for i, d in enumerate(incdirs):
            if not w.startswith(d + "/"):
                continue
            sub = "include/%d" % i
            used[sub] = True
            rel = sub + w[len(d):]
            if rel not in hdrs:
                hdrs.append(rel)
                rctx.symlink(w, rel)

    linkopts = ["-L" + d for d in libdirs]
    linkopts += ["-Wl,-rpath," + d for d in libdirs if d not in _SYSTEM_LIBDIRS]
    linkopts += [w for w in link if w != "-Wl,-z,relro"] + libs

    if vendor == "openmpi":
        np_flags, extra = ["--oversubscribe"], {
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_hwloc_base_binding_policy": "none",
            "OMPI_MCA_rmaps_base_oversubscribe": "1",
            "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
        }
    else:
        np_flags, extra = [], {}

    # On the command line of every dependent, so that an upgrade rebuilds them.
    tag = "".join([c if c.isalnum() else "_" for c in ("SYSLIB_MPI_%s_%s" % (vendor, version)).elems()])

    runtime_bzl = "@mpigauge//bazel:mpi_runtime.bzl"
    rctx.file("BUILD", """# Generated by //bazel:mpi_configure.bzl from {cxx}
load("@rules_cc//cc:defs.bzl", "cc_library")
load("{runtime_bzl}", "mpi_runtime")

package(default_visibility = ["//visibility:public"])

cc_library(
    name = "mpi",
    hdrs = {hdrs},
    defines = {defines},
    includes = {includes},
    linkopts = {linkopts},
)

mpi_runtime(
    name = "runtime",
    env = {env},
    flags = {flags},
    mpiexec = {mpiexec},
    vendor = {vendor},
    version = {version},
)
""".format(
        cxx = cxx,
        runtime_bzl = runtime_bzl,
        hdrs = repr(hdrs),
        defines = repr(_uniq(defines + ["OMPI_SKIP_MPICXX=1", "MPICH_SKIP_MPICXX=1", tag])),
        includes = repr(sorted(used.keys())),
        linkopts = repr(linkopts),
        env = repr(extra),
        flags = repr(np_flags),
        mpiexec = repr(str(mpiexec)),
        vendor = repr(vendor),
        version = repr(version),
    ))
    rctx.file("WORKSPACE", "workspace(name = %r)\n" % rctx.name)
    rctx.file("info.txt", "wrapper %s\nmpiexec %s\nvendor %s %s\nstandard MPI %s\nshow %s\n" % (
        cxx,
        mpiexec,
        vendor,
        version,
        std,
        show.stdout.strip(),
    ))

mpi_repository = repository_rule(
    implementation = _impl,
    attrs = {
        "candidates": attr.string_list(default = ["mpicxx"]),
        "use_env": attr.bool(default = False),
    },
    configure = True,
    environ = ["MPI_HOME", "MPICXX", "MPIEXEC", "PATH"],
    local = True,
)
