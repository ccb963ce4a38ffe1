#!/usr/bin/python3
"""Finds two types of one name in headers that one program can link.

`struct Event` in two headers of namespace mpigauge makes two `std::vector<Event>`, whose functions have one name for the
linker: it keeps one of them, and the other type's vectors are then handled by wrong code. No compiler says so.

usage: ci/checks/type_names.py
"""
import os
import re
import subprocess
import sys

# Code that runs under mpirun is no part of the command, and the recorder of traces is a library of its own.
APART = ("harness/", "benchmarks/", "simulator/trace_library/")
TYPE = re.compile(r"^(?:struct|class|enum class|union) (\w+)(?: final)?(?: :[^;{]*)?\s*\{")
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{")


def types_of(text):
    """The names of the types that a header defines outside of others, with their namespaces."""
    names, inside = [], []
    for line in text.split("\n"):
        opened = NAMESPACE.match(line)
        if opened:
            inside.append(opened.group(1))
        elif inside and line.startswith("}  // namespace"):
            inside.pop()
        found = TYPE.match(line)
        if found:
            names.append("::".join(inside + [found.group(1)]))
    return names


def linked_together(one, other):
    return one.startswith(APART) == other.startswith(APART)


def wrong(headers):
    """Returns the mistakes in words; `headers` has the text of each header by its path."""
    places, found = {}, []
    for path, text in sorted(headers.items()):
        for name in types_of(text):
            found += ["%s is a type of %s, too; give one of them another name, or a namespace: %s" % (path, other, name)
                      for other in places.get(name, []) if linked_together(path, other)]
            places.setdefault(name, []).append(path)
    return found


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    names = subprocess.check_output(["git", "-C", root, "ls-files", "*.h"], universal_newlines=True).split()
    headers = {}
    for name in names:
        with open(os.path.join(root, name), encoding="utf-8") as file:
            headers[name] = file.read()
    found = wrong(headers)
    for one in found:
        print(one, file=sys.stderr)
    if not found:
        print("the types of %d headers have names of their own" % len(headers))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
