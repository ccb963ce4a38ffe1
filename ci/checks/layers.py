#!/usr/bin/python3
"""No layer imports upwards, MPI is where it may be, and the head of each BUILD file says what its folder may import.

A folder imports another one where a target of its BUILD file names a target of that. Everything goes down, and what is
shipped does not link the folders with MPI, which start as programs:

    base < stats < record < harness < benchmarks, simulator, baselines < dashboards < ci < mpigauge < lab, dist

Tests, and what is for tests alone, may start programs of any layer before theirs.

usage: ci/checks/layers.py         says what is wrong; exit code 1 where something is
       ci/checks/layers.py PATH    prints what the folders below import
"""
import ast
import os
import re
import subprocess
import sys

LAYERS = {
    "base": [],
    "stats": ["base"],
    "record": ["base", "stats"],
    "harness": ["base", "stats", "record"],
    "benchmarks": ["base", "stats", "record", "harness"],
    "simulator": ["base", "stats", "record"],
    "baselines": ["base", "stats", "record"],
    "dashboards": ["base", "stats", "record", "baselines", "simulator"],
    "ci": ["base", "stats", "record", "baselines", "simulator", "dashboards"],
    "mpigauge": ["base", "stats", "record", "baselines", "simulator", "dashboards", "ci"],
}
ALL = list(LAYERS)
LAYERS.update(lab=ALL, dist=ALL)
ANYWHERE = ["bazel", "docs"]  # rules, and pages that are read as data
FOR_TESTS = ["testing"]  # real services, and what tests share; it imports base

# Imports that should not be there, and are, with the reason: {(folder, imported): why}.
EXCEPTIONS = {}

# The same of tests. Tests from end to end belong into lab/end_to_end, where everything may be seen.
PROGRAMS_OF_TESTS = {}

# The folders whose sources include mpi.h. The command must start where no MPI is installed.
WITH_MPI = [
    "benchmarks",
    "harness/agree",
    "harness/clock",
    "harness/environment",
    "harness/inject",
    "harness/program",
    "harness/state",
    "harness/sync",
    "harness/testing",
    "lab/examples",  # MPI programs that are predicted
    "lab/harness",
    "simulator/trace_library",  # the recorder
]

MAY_IMPORT = re.compile(r"May import: ([^.]*)\.")
BEGIN_WITH = re.compile(r"Begin with ([\w./-]*\w)\.(?: |$)")


def layer_of(folder):
    return folder.split("/")[0]


def strings(node, variables):
    """All texts of an expression, those of the file's variables too."""
    found = []
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            found.append(part.value)
        elif isinstance(part, ast.Name) and part.id in variables:
            found += strings(variables[part.id], {name: value for name, value in variables.items() if name != part.id})
    return found


def imports_of(text, folder):
    """The folders that the BUILD file's targets name: those of what is shipped, and those that tests alone name."""
    tree = ast.parse(text)
    variables, product, tests, all_for_tests = {}, set(), set(), False
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            variables[statement.targets[0].id] = statement.value
        for call in (node for node in ast.walk(statement) if isinstance(node, ast.Call)):
            arguments = {argument.arg: argument.value for argument in call.keywords}
            if ast.unparse(call.func) == "package":
                all_for_tests = all_for_tests or "default_testonly" in arguments
            if "name" not in arguments or ast.unparse(call.func) in ("package_group", "alias"):
                continue
            for_tests = all_for_tests or "testonly" in arguments or ast.unparse(call.func).endswith("_test")
            for name, value in arguments.items():
                labels = [] if name == "visibility" else strings(value, variables)
                named = {label[2:].split(":")[0] for label in labels if label.startswith("//")}
                named -= {folder, "", "conditions"}  # the root, and //conditions:default
                (tests if for_tests else product).update(named)
    return product, tests - product


def head_of(text):
    """The comment that the file begins with, as one line."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("#").strip())
    return " ".join(lines)


def covers(prefix, folder):
    return folder == prefix or folder.startswith(prefix + "/")


def wrong_head(folder, head, product, exists):
    """Returns the mistakes in the head of a BUILD file."""
    place = os.path.join(folder, "BUILD")
    if not head:
        return ["%s: does not begin with a comment: what is the folder for?" % place]
    told = MAY_IMPORT.search(head)
    named = [word.strip() for word in told.group(1).split(",")] if told else []
    imported = {name for name in product if name == "bazel/mpi" or layer_of(name) not in ANYWHERE}
    begin = BEGIN_WITH.search(head)
    return (["%s: its head does not say that it may import %s" % (place, name)
             for name in sorted(imported) if not any(covers(prefix, name) for prefix in named)] +
            ["%s: its head says that it may import %s, and it does not" % (place, prefix)
             for prefix in named if not any(covers(prefix, name) for name in imported)] +
            ["%s: there is no %s to begin with" % (place, begin.group(1))
             for _ in [0] if begin and not exists(os.path.join(folder, begin.group(1)))])


def upwards(imports):
    """Imports that go up and are no exception, and exceptions that are none any more."""
    found, used = [], set()
    for folder, (product, tests) in sorted(imports.items()):
        if layer_of(folder) not in LAYERS:
            continue
        layer = layer_of(folder)
        shipped = [*LAYERS[layer], layer, *ANYWHERE]
        started = [*shipped, *FOR_TESTS, *list(LAYERS)[:list(LAYERS).index(layer)]]
        for name, may, allowed in ([(name, shipped, EXCEPTIONS) for name in sorted(product)] +
                                   [(name, started, PROGRAMS_OF_TESTS) for name in sorted(tests)]):
            if layer_of(name) in may:
                continue
            pair = next((pair for pair in allowed if covers(pair[0], folder) and covers(pair[1], name)), None)
            if pair:
                used.add(pair)
            else:
                found.append("%s/BUILD: imports //%s, which is not a layer below it" % (folder, name))
    return found + ["ci/checks/layers.py: %s does not import %s any more; take the exception away" % pair
                    for pair in [*EXCEPTIONS, *PROGRAMS_OF_TESTS] if pair not in used]


def wrong_mpi(including):
    """Folders with and without mpi.h that should not be so."""
    return (["%s: includes mpi.h; may it?" % folder
             for folder in sorted(including) if not any(covers(prefix, folder) for prefix in WITH_MPI)] +
            ["ci/checks/layers.py: nothing in %s includes mpi.h any more" % prefix
             for prefix in WITH_MPI if not any(covers(prefix, folder) for folder in including)])


def git(root, *arguments):
    return subprocess.run(["git", *arguments], cwd=root, stdout=subprocess.PIPE, text=True).stdout.split("\n")[:-1]


def main(arguments):
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    texts = {}
    for name in git(root, "ls-files", "BUILD", "*/BUILD"):
        # The files of bazel/stubs are other repositories.
        if not name.startswith("bazel/stubs/") and os.path.exists(os.path.join(root, name)):
            with open(os.path.join(root, name), encoding="utf-8") as file:
                texts[os.path.dirname(name)] = file.read()
    imports = {folder: imports_of(text, folder) for folder, text in texts.items()}
    if arguments:
        for folder, (product, tests) in sorted(imports.items()):
            if covers(arguments[0].strip("/"), folder):
                print("%s: %s; tests: %s" % (folder, " ".join(sorted(product)), " ".join(sorted(tests))))
        return 0
    sources = git(root, "grep", "-l", "^#include <mpi.h>", "--", "*.h", "*.cc", "*.c", "*.inc")
    found = upwards(imports) + wrong_mpi({os.path.dirname(name) for name in sources})
    for folder, text in sorted(texts.items()):
        found += wrong_head(folder, head_of(text), imports[folder][0],
                            lambda name: os.path.exists(os.path.join(root, name)))
    print("\n".join(found) or "no folder of %d imports upwards" % len(texts))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
