#!/usr/bin/python3
"""One Markdown page with the help of every command, from the manual pages that the programs write.

usage: commands_page.py TAR     TAR has man/man1/*.1; the page goes to standard output

It reads the few requests of troff that base/manual/man_page.cc writes.
"""
import re
import sys
import tarfile

ESCAPES = {"\\-": "-", "\\e": "\\", "\\&": "", "\\(aq": "'", "\\(ga": "`", "\\(ha": "^", "\\(ti": "~",
           "\\fB": "", "\\fR": ""}
HEAD = """# Commands

The options of every command. `mpigauge help COMMAND` prints the same on a terminal.
"""


def plain(text):
    """Text without the escapes of troff."""
    return re.sub(r"\\(?:\(..|f.|.)", lambda found: ESCAPES[found.group()], text)


def prose(text):
    """Plain text as Markdown that shows every character as it is."""
    return re.sub(r"([\\`*_<>\[\]|])", r"\\\1", plain(text))


def sections(page):
    """Returns the titles of a manual page with the lines below them."""
    found = []
    for line in page.splitlines():
        if line.startswith(".SH "):
            found.append((line[len(".SH "):], []))
        elif found:
            found[-1][1].append(line)
    return found


def tagged(lines):
    """The paragraphs of a section with a tag: what is bold, what follows it, and the text."""
    for paragraph in "\n".join(lines).split(".TP\n")[1:]:
        tag, _, text = paragraph.partition("\n")
        bold, _, more = tag.partition("\\fR")
        yield plain(bold), plain(more), prose(" ".join(text.split("\n")).strip())


def paragraphs(lines):
    """Paragraphs and code: what stands between .nf and .fi keeps its lines."""
    text, code = [], False
    for line in lines:
        if line in (".nf", ".fi", ".PP"):
            code = line == ".nf"
            text.append("")
        else:
            text.append("    " + plain(line).rstrip()[2:] if code else prose(line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(text).strip("\n"))


def anchor(name):
    return name.replace(" ", "-")


def section(title, lines, names):
    """A section of a command as Markdown. `names`: the words of each command by the name of its manual page."""
    if title in ("NAME", "SEE ALSO"):
        return ""
    if title == "SYNOPSIS":
        return "    %s\n" % plain(" ".join(lines))
    if title == "DESCRIPTION":
        return prose(" ".join(lines)) + "\n"
    if title == "COMMANDS":
        rows = ["- [%s](#%s): %s" % (names[page], anchor(names[page]), text) for page, _, text in tagged(lines)]
        return "**Commands**\n\n%s\n" % "\n".join(rows)
    if title == "EXAMPLES":
        return "**Examples**\n\n%s\n" % paragraphs(lines)
    if title == "NOTES":
        return paragraphs(lines) + "\n"
    rows = ["- `%s%s`: %s" % row for row in tagged(lines)]
    return "**%s**\n\n%s\n" % (title.capitalize(), "\n".join(rows))


def command(page):
    """The words of the command that a manual page is about: "mpigauge store prune"."""
    synopsis = dict(sections(page))["SYNOPSIS"][0]
    return plain(re.match(r"\\fB(.*?)\\fR", synopsis).group(1))


def markdown(pages):
    """The whole page. `pages`: the manual pages by name, such as "mpigauge-store-prune"."""
    names = {name: command(page) for name, page in pages.items()}
    text = HEAD
    for name in sorted(pages, key=lambda one: names[one].split(" ")):
        text += "\n## %s\n" % names[name]
        for title, lines in sections(pages[name]):
            if part := section(title, lines, names):
                text += "\n" + part
    return text


def main():
    pages = {}
    with tarfile.open(sys.argv[1]) as tar:
        for member in tar:
            if found := re.search(r"man/man1/(.+)\.1$", member.name):
                pages[found.group(1)] = tar.extractfile(member).read().decode()
    sys.stdout.write(markdown(pages))


if __name__ == "__main__":
    main()
