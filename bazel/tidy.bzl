"""clang-tidy as an aspect: bazel build --config=tidy //...  (cached per source file; tests are left out).

--define=tidy_only=base/error.cc,base/file.cc looks at these sources alone.
"""

_EXT = ["cc", "cpp", "cxx"]

def _impl(target, ctx):
    if target.label.workspace_root or not ctx.rule.kind.startswith("cc_"):
        return []
    only = ctx.var.get("tidy_only", "").split(",") if ctx.var.get("tidy_only") else []
    srcs = [
        f
        for s in getattr(ctx.rule.attr, "srcs", [])
        for f in s.files.to_list()
        if f.extension in _EXT and f.is_source and not f.basename.endswith("_test.cc") and (not only or f.path in only)
    ]
    if not srcs:
        return []
    infos = [d[CcInfo] for d in getattr(ctx.rule.attr, "deps", []) if CcInfo in d]
    if CcInfo in target:
        infos.append(target[CcInfo])
    cc = cc_common.merge_cc_infos(cc_infos = infos).compilation_context
    flags = ["-std=c++20", "-xc++"]
    flags += ["-D" + d for d in cc.defines.to_list()]
    flags += ["-D" + d for d in getattr(ctx.rule.attr, "local_defines", [])]
    for opt, dirs in [("-iquote", cc.quote_includes), ("-isystem", cc.system_includes), ("-I", cc.includes)]:
        for d in dirs.to_list():
            flags += [opt, d]
    own_headers = [f for h in getattr(ctx.rule.attr, "hdrs", []) for f in h.files.to_list()]
    own_headers += [f for s in getattr(ctx.rule.attr, "srcs", []) for f in s.files.to_list()]
    outs = []
    for src in srcs:
        out = ctx.actions.declare_file("%s.%s.tidy" % (ctx.rule.attr.name, src.basename))
        args = ctx.actions.args()
        args.add(out)
        args.add(src)
        args.add(ctx.file._config)
        args.add_all(flags)
        ctx.actions.run_shell(
            inputs = depset([src, ctx.file._config] + own_headers, transitive = [cc.headers]),
            outputs = [out],
            arguments = [args],
            mnemonic = "ClangTidy",
            progress_message = "clang-tidy %s" % src.short_path,
            command = """
out="$1"; src="$2"; cfg="$3"; shift 3
if ! clang-tidy --quiet --config-file="$cfg" --warnings-as-errors='*' "$src" -- "$@" >"$out" 2>"$out.err"; then
  cat "$out" >&2; exit 1
fi
rm -f "$out.err"
""",
            use_default_shell_env = True,
        )
        outs.append(out)
    return [OutputGroupInfo(tidy = depset(outs))]

tidy = aspect(
    implementation = _impl,
    attr_aspects = [],
    attrs = {"_config": attr.label(default = "//:.clang-tidy", allow_single_file = True)},
)
