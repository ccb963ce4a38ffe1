"""python_test: a test written in Python, for what starts real services."""

def python_test(name, src = None, data = [], args = [], names_mpi = False, size = "medium", tags = [], **kwargs):
    """Runs `src` with Debian's Python (Bazel's own py_test needs a `python` that Debian does not have).

    Args:
      name: of the test.
      src: the file, NAME.py if none is given; it ends with unittest.main().
      data: files and programs it needs; they lie under their paths in the workspace.
      args: more arguments.
      names_mpi: whether the first argument is the name of the MPI of this configuration, "openmpi" or "mpich".
      size: of the test.
      tags: of the test.
      **kwargs: goes to sh_test.
    """
    src = src or name + ".py"
    if names_mpi:
        args = select({
            "//bazel/mpi:use_mpich": ["mpich"],
            "//conditions:default": ["openmpi"],
        }) + args
    native.sh_test(
        name = name,
        size = size,
        srcs = ["//bazel:python_test.sh"],
        args = ["$(location %s)" % src] + args,
        data = data + [
            "//bazel:lab.py",
            "//bazel:run_python_test.py",
            src,
        ],
        tags = tags,
        **kwargs
    )
