"""distribution: the tarball of an installation, from files by folder."""

def _line(folder, target, how):
    return "for file in $(locations %s); do echo \"%s/ $$file %s\"; done" % (target, folder, how)

def distribution(name, stripped, files, unpacked = {}, unpacked_programs = {}):
    """Makes NAME.tar.gz, which unpacks to a prefix mpigauge-VERSION, and NAME-symbols.tar.gz, which
    adds the symbols to it: folders .debug beside the programs, where debuggers look.

    Args:
      name: of both.
      stripped: programs and shared libraries by folder: {"bin": [labels]}.
      files: all others by folder.
      unpacked: tar files by the folder that has their contents.
      unpacked_programs: the same of tar files that hold programs, which are stripped.
    """
    lines = [_line(folder, one, "stripped") for folder in stripped for one in stripped[folder]]
    lines += [_line(folder, one, "") for folder in files for one in files[folder]]
    lines += [_line(folder, one, "unpacked") for folder in unpacked for one in unpacked[folder]]
    lines += [_line(folder, one, "programs") for folder in unpacked_programs for one in unpacked_programs[folder]]
    folders = stripped.values() + files.values() + unpacked.values() + unpacked_programs.values()
    labels = {one: None for all in folders for one in all}
    labels["//:VERSION"] = None
    native.genrule(
        name = name,
        srcs = labels.keys(),
        outs = [name + ".tar.gz", name + "-symbols.tar.gz"],
        cmd = "{ %s; } | $(location //dist:package.sh) $(location //:VERSION) bazel-out/stable-status.txt $(OUTS)" % "; ".join(lines),
        stamp = 1,
        tools = ["//dist:package.sh"],
    )
