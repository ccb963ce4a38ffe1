#!/usr/bin/python3
"""Holds the tags of the sources, such as [KU3] or [MP1-MP6], against the page that says what they mean.

Every tag has one row on the page, and every row's tag is in some source. Other pages may have tags, too.

usage: ci/checks/references.py         says what is missing; exit code 1 where something is
       ci/checks/references.py TAG     prints where the tag is
"""
import os
import re
import subprocess
import sys

PAGE = "docs/maintain/references.md"
SOURCES = (".h", ".cc", ".c", ".inc", ".py", ".bzl", ".sh", ".ts", ".svelte", ".mjs", ".toml", "BUILD")
TAG = "[A-Z]{2}[0-9]{1,2}"
TAGS = re.compile(r"\[(%s(?:(?:, ?|-)%s)*)\]" % (TAG, TAG))


def expand(text):
    """The tags of a bracket's content: "SK3, SK7-SK9" is SK3, SK7, SK8 and SK9."""
    tags = []
    for part in re.split(", ?", text):
        first, _, last = part.partition("-")
        last = last or first
        if first[:2] != last[:2] or int(first[2:]) > int(last[2:]):
            raise ValueError("[%s] is not a range of tags" % part)
        tags += ["%s%d" % (first[:2], number) for number in range(int(first[2:]), int(last[2:]) + 1)]
    return tags


def tags_of_files(root, names):
    """Where each tag is: a list of "file:line" by tag."""
    places = {}
    for name in names:
        with open(os.path.join(root, name), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                for found in TAGS.finditer(line):
                    for tag in expand(found.group(1)):
                        places.setdefault(tag, []).append("%s:%d" % (name, number))
    return places


def tags_of_page(root):
    """The tags of the page's rows, in their order."""
    with open(os.path.join(root, PAGE), encoding="utf-8") as file:
        return re.findall(r"^\| (%s) \|" % TAG, file.read(), re.M)


def findings(places, rows, of_pages):
    """Returns the mistakes, a line each."""
    everywhere = {**of_pages, **places}
    return (["%s: [%s] has no row in %s" % (everywhere[tag][0], tag, PAGE)
             for tag in sorted(set(everywhere) - set(rows))] +
            ["%s: no source names [%s]" % (PAGE, tag) for tag in rows if tag not in places] +
            ["%s: two rows for [%s]" % (PAGE, tag) for tag in sorted({tag for tag in rows if rows.count(tag) > 1})])


def files(root, endings):
    """Returns the files that git knows, but for the page and for these checks, which speak of tags."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [name for name in listed.split("\0")
            if name.endswith(endings) and name != PAGE and not name.startswith("ci/checks/") and
            os.path.exists(os.path.join(root, name))]


def main(arguments):
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    places = tags_of_files(root, files(root, SOURCES))
    if arguments:
        for tag in arguments:
            print("\n".join(places.get(tag, ["no source names [%s]" % tag])))
        return 0
    wrong = findings(places, tags_of_page(root), tags_of_files(root, files(root, (".md",))))
    print("\n".join(wrong) or "%d tags of the sources have their rows in %s" % (len(places), PAGE))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
