"""bench_kit: what a program or a shared library with MPI is built of where there is no Bazel, for `mpigauge
build-bench`."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

_Units = provider(
    doc = "What a target and all below it are compiled of.",
    fields = {
        "defines": "depset of macros",
        "headers": "depset of files",
        "pairs": "depset of structs, each a source and its object",
        "quoted": "depset of folders in which headers are looked for",
    },
)

def _objects_of(target):
    """Its own objects, by the names of their sources without an ending."""
    objects = {}
    for one in target[CcInfo].linking_context.linker_inputs.to_list():
        if one.owner == target.label:
            for library in one.libraries:
                for file in library.pic_objects or []:
                    objects[file.basename[:-len(".pic.o")]] = file
    return objects

def _pairs_of(target, ctx):
    """Nothing for what the machine has installed, and for targets without sources."""
    if target.label.workspace_root or CcInfo not in target:
        return []
    objects = _objects_of(target)
    sources = [file for one in getattr(ctx.rule.attr, "srcs", []) for file in one.files.to_list() if file.extension == "cc"]
    return [struct(source = file, object = objects[file.basename[:-len(".cc")]]) for file in sources]

def _collect(target, ctx):
    attr = ctx.rule.attr
    below = [one[_Units] for one in getattr(attr, "deps", []) + [getattr(attr, "actual", None)] if one and _Units in one]
    compiled = [target[CcInfo].compilation_context] if CcInfo in target else []
    return [_Units(
        defines = depset(transitive = [one.defines for one in below + compiled]),
        headers = depset(transitive = [one.headers for one in below + compiled]),
        pairs = depset(_pairs_of(target, ctx), transitive = [one.pairs for one in below]),
        quoted = depset(transitive = [one.quoted for one in below] + [one.quote_includes for one in compiled]),
    )]

_units = aspect(implementation = _collect, attr_aspects = ["actual", "deps"])

# Flags that change the code. Warnings, paths of the build and its stamps are nobody's business elsewhere.
_KEPT = ["-D", "-O", "-U", "-f", "-std="]
_DROPPED = ["-D__", "-fno-canonical-system-headers"]

def _starts(flag, beginnings):
    return [one for one in beginnings if flag.startswith(one)] != []

def _flags(ctx, toolchain):
    """As the program itself is compiled."""
    features = cc_common.configure_features(ctx = ctx, cc_toolchain = toolchain)
    variables = cc_common.create_compile_variables(
        cc_toolchain = toolchain,
        feature_configuration = features,
        use_pic = True,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts,
    )
    all = cc_common.get_memory_inefficient_command_line(
        action_name = "c++-compile",
        feature_configuration = features,
        variables = variables,
    )
    return [flag for flag in all if _starts(flag, _KEPT) and not _starts(flag, _DROPPED)]

def _impl(ctx):
    units = ctx.attr.program[_Units]
    toolchain = find_cpp_toolchain(ctx)
    pairs = units.pairs.to_list()
    defines = ["-D" + one for one in units.defines.to_list() if not one.startswith("SYSLIB_")]
    lists = {
        "sources": ["%s %s" % (one.source.path, one.object.path) for one in pairs],
        "flags": _flags(ctx, toolchain) + defines,
        "folders": ["-iquote" + one for one in units.quoted.to_list()],
    }
    files = []
    for name, lines in lists.items():
        file = ctx.actions.declare_file("%s.%s.txt" % (ctx.label.name, name))
        ctx.actions.write(file, "".join([line + "\n" for line in lines]))
        files.append(file)
    out = ctx.actions.declare_file(ctx.label.name + ".tar")
    files += ctx.files.exports
    ctx.actions.run(
        executable = ctx.executable._pack,
        arguments = [out.path, toolchain.compiler_executable, ctx.file.program.path] + [file.path for file in files],
        inputs = depset(
            files + [ctx.file.program] + [one.source for one in pairs] + [one.object for one in pairs],
            transitive = [units.headers, toolchain.all_files],
        ),
        outputs = [out],
        mnemonic = "BenchKit",
        use_default_shell_env = True,
    )
    return [DefaultInfo(files = depset([out]))]

bench_kit = rule(
    doc = "Packs NAME.tar: see bench_kit.sh.",
    implementation = _impl,
    attrs = {
        "exports": attr.label(allow_single_file = True, doc = "of a shared library: the linker's script of what others see"),
        "program": attr.label(mandatory = True, allow_single_file = True, aspects = [_units]),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
        "_pack": attr.label(default = "//dist:bench_kit.sh", allow_single_file = True, executable = True, cfg = "exec"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
