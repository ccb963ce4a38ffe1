"""cc_library: the sources of a library are compiled together, up to twelve at a time.

Most of what a source costs is the headers that it includes, and neighbours include the same ones. For ci/gate that is
10 CPU seconds instead of 29. Messages and debuggers still name the file and the line.

`--define=compile=one_by_one` compiles each source for itself: clang-tidy and compile_commands.json look at them so, and
whoever works on one file may want it in user.bazelrc. Sources that are compiled together share their anonymous
namespaces, so a name there stands once in a library.
"""

load("@rules_cc//cc:defs.bzl", _cc_library = "cc_library")

_MOST = 12

def _parts(sources):
    """As few parts as there can be, of equal sizes."""
    count = (len(sources) + _MOST - 1) // _MOST
    size = (len(sources) + count - 1) // count
    return [sources[i:i + size] for i in range(0, len(sources), size)]

def _together(name, part, sources, own_namespaces):
    """A source with the contents of these."""
    out = "%s.together.%d.cc" % (name, part)
    show = "cat $$file"
    if own_namespaces:
        show = "case $$file in *_test.cc) sed \"s/^namespace {$$/namespace $$(basename $$file .cc) {/\" $$file;; *) %s;; esac" % show
    native.genrule(
        name = "%s_together_%d" % (name, part),
        srcs = sources,
        outs = [out],
        cmd = "for file in $(SRCS); do echo \"#line 1 \\\"$$file\\\"\"; %s; done > $@" % show,
        visibility = ["//visibility:private"],
    )
    return out

def together(name, srcs, own_namespaces = False):
    """The sources of a target, with those that are compiled put together.

    Args:
      name: of the target.
      srcs: its sources, and headers.
      own_namespaces: whether the anonymous namespace of each test gets its file's name, so that no two meet. It begins
        with the line "namespace {".

    Returns:
      The sources that the target takes as srcs.
    """
    sources = [one for one in srcs if one.endswith(".cc")]
    if len(sources) < 2:
        return srcs
    headers = [one for one in srcs if not one.endswith(".cc")]
    parts = _parts(sources)
    return headers + select({
        "//bazel:one_by_one": sources,
        "//conditions:default": [_together(name, i, parts[i], own_namespaces) for i in range(len(parts))],
    })

def cc_library(name, parts = None, all_but = None, srcs = [], hdrs = [], **kwargs):
    """Makes a library of parts, each a source and its header: `cc_library(name = "units")` is of units.cc and units.h.

    Args:
      name: of the library.
      parts: files without their endings; a part may lack its source or its header. The name if no file is given either.
      all_but: the files of the folder that are no parts; a new file is one, and tests never are.
      srcs: other sources, and headers that nobody else may include.
      hdrs: other headers.
      **kwargs: goes to cc_library.
    """
    if all_but != None:
        parts = ["*"]
    elif parts == None:
        parts = [] if srcs or hdrs else [name]
    others = ["*_test.*"] + [part + ".*" for part in all_but or []]
    srcs = sorted(native.glob([part + ".cc" for part in parts], exclude = others) + srcs)
    hdrs = native.glob([part + ".h" for part in parts], exclude = others) + hdrs
    _cc_library(name = name, srcs = together(name, srcs), hdrs = hdrs, **kwargs)
