"""The pages of docs/ as GitHub and MkDocs show them. Each link leads to a page, a picture or a file that is there, and
to a heading that the page has. It needs Python alone: `python3 docs/links_test.py` at the top of the sources does the
same."""
import os
import re
import unittest

HEADING = re.compile(r"^(#{1,6}) +(.*?) *#*$")
LINK = re.compile(r"(?<!\\)\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(([^()\s]*)\)")
FENCE = re.compile(r"^\s*(```|~~~)")
ITEM = re.compile(r"^\s{0,3}([-*+]|\d+\.)\s+\S")
OUTSIDE = ("http://", "https://", "mailto:")
LONGEST_PAGE = 250  # lines; a page with more has a second subject
LISTS = ("docs/reference/coverage.md",)  # of everything that others measure


def pages():
    """The pages by path, README.md and CHANGELOG.md among them."""
    found = [name for name in ("README.md", "CHANGELOG.md") if os.path.isfile(name)]
    for folder, _, names in os.walk("docs"):
        found += [os.path.join(folder, name) for name in names if name.endswith(".md")]
    return sorted(found)


def prose(path):
    """The lines of a page with their numbers; those of fenced code are empty."""
    with open(path, encoding="utf-8") as file:
        fenced = False
        for number, line in enumerate(file, 1):
            fence = FENCE.match(line)
            yield number, "" if fenced or fence else line.rstrip("\n")
            fenced = fenced != bool(fence)


def anchor(heading):
    """Returns the anchor that GitHub and MkDocs both make of a heading, or None if they would differ."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    text = re.sub(r"[^\w\s-]", "", text)
    github = re.sub(r"\s", "-", text)
    return github if github == re.sub(r"[-\s]+", "-", text) else None


def anchors(path):
    return [anchor(match.group(2)) for _, line in prose(path) if (match := HEADING.match(line))]


class LinksTest(unittest.TestCase):
    maxDiff = None

    def test_there_are_pages(self):
        self.assertGreater(len(pages()), 30)

    def test_every_link_leads_somewhere(self):
        dead = []
        for path in pages():
            for number, line in prose(path):
                for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                    if target.startswith(OUTSIDE):
                        continue
                    name, _, fragment = target.partition("#")
                    to = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
                    if not os.path.isfile(to):
                        dead.append("%s:%d: %s is not there" % (path, number, target))
                    elif fragment and fragment not in anchors(to):
                        dead.append("%s:%d: %s has no such heading" % (path, number, target))
                    elif path.startswith("docs/") and not to.startswith("docs/"):
                        dead.append("%s:%d: %s is not part of the site" % (path, number, target))
        self.assertEqual(dead, [])

    def test_a_heading_is_once_on_a_page(self):
        twice = ["%s: %s" % (path, one) for path in pages() for one in anchors(path)
                 if one and anchors(path).count(one) > 1]
        self.assertEqual(twice, [])

    def test_the_site_has_every_page_once(self):
        with open("mkdocs.yml", encoding="utf-8") as file:
            listed = re.findall(r": (\S+\.md)$", file.read(), re.M)
        self.assertEqual(sorted("docs/" + one for one in listed), [one for one in pages() if one.startswith("docs/")])

    def test_the_index_names_every_page_but_dated_notes(self):
        with open("docs/index.md", encoding="utf-8") as file:
            linked = {os.path.normpath("docs/" + one) for one in LINK.findall(file.read())}
        missing = [one for one in pages() if one.startswith("docs/") and one not in linked | {"docs/index.md"}
                   and not os.path.basename(one)[0].isdigit()]
        self.assertEqual(missing, [])

    def test_lists_are_lists_for_mkdocs_too(self):
        """Python-Markdown takes a list without an empty line before it for text, and so a paragraph of an item that is
        indented by less than four blanks for one behind the list."""
        wrong = []
        for path in pages():
            before, item = "", False
            for number, line in prose(path):
                if ITEM.match(line):
                    if before.strip() and not item:
                        wrong.append("%s:%d: a list without an empty line before it" % (path, number))
                    item = True
                elif line and not before and item and re.match(r" {1,3}\S", line):
                    wrong.append("%s:%d: a paragraph of an item, indented by less than four" % (path, number))
                elif line and not line.startswith(" ") and not before:
                    item = False
                before = line
        self.assertEqual(wrong, [])

    def test_pages_are_short(self):
        long = []
        for path in pages():
            with open(path, encoding="utf-8") as file:
                lines = sum(1 for _ in file)
            if lines > LONGEST_PAGE and path not in LISTS:
                long.append("%s: %d lines" % (path, lines))
        self.assertEqual(long, [])


if __name__ == "__main__":
    unittest.main()
