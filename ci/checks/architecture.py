#!/usr/bin/python3
"""Holds docs/maintain/architecture.md against the tree: its files and functions are there, and it has all folders.

A file is a path in backquotes. The names in backquotes that follow it, up to the next path or the next item, must be
in that file. A folder's line has its path first; folders are those that have a BUILD file.

usage: ci/checks/architecture.py    says what is wrong; exit code 1 where something is
"""
import os
import re
import subprocess
import sys

PAGE = "docs/maintain/architecture.md"
QUOTED = re.compile(r"`([^`]+)`|^(?:\d+\.|-|\|) |^$", re.M)
PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)+")
NAME = re.compile(r"(?:[A-Z]\w*::)?([A-Z]\w*|main)")
FOLDER = re.compile(r"^    ([a-z_]+(?:/[a-z_]+)*) {2,}\S", re.M)


def places(text):
    """Each path of the page, with the names that must be in it."""
    found, file = [], None
    for match in QUOTED.finditer(text):
        quoted = match.group(1)
        if quoted is None:
            file = None  # another item or paragraph
        elif PATH.fullmatch(quoted):
            file = (quoted, [])
            found.append(file)
        elif file and NAME.fullmatch(quoted):
            file[1].append(NAME.fullmatch(quoted).group(1))
    return found


def wrong_places(text, read):
    """`read` gives a file's text, "" for a folder, and nothing for what is not there."""
    found = []
    for path, names in places(text):
        there = read(path)
        if there is None:
            found.append("%s: there is no %s" % (PAGE, path))
            continue
        found += ["%s: %s has no %s" % (PAGE, path, name) for name in names if not re.search(r"\b%s\b" % name, there)]
    return found


def wrong_folders(text, folders):
    lines = FOLDER.findall(text[text.index("\n## Folders\n"):])
    return (["%s: has no line for %s" % (PAGE, folder) for folder in sorted(set(folders) - set(lines))] +
            ["%s: %s is not a folder with a BUILD file" % (PAGE, folder) for folder in lines if folder not in folders])


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")

    def read(path):
        place = os.path.join(root, path)
        if os.path.isdir(place):
            return ""
        if not os.path.exists(place):
            return None
        with open(place, encoding="utf-8") as file:
            return file.read()

    names = subprocess.run(["git", "ls-files", "*/BUILD"], cwd=root, stdout=subprocess.PIPE, text=True).stdout.split()
    # The files of bazel/stubs are other repositories.
    folders = [os.path.dirname(name) for name in names
               if not name.startswith("bazel/stubs/") and read(name) is not None]
    text = read(PAGE)
    found = wrong_places(text, read) + wrong_folders(text, folders)
    print("\n".join(found) or "%s: %d places and %d folders are there" % (PAGE, len(places(text)), len(folders)))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
