"""Small changes of C++ source text, each of which should make a test fail: where they are possible, and what they give."""
import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Mutation:
    """One change: the characters from start to end become text."""
    operator: str
    start: int
    end: int
    text: str

    def apply(self, source):
        return source[:self.start] + self.text + source[self.end:]


def masked(source):
    """The source with blanks for comments, strings and preprocessor lines, character by character."""
    pattern = re.compile(r'R"(\w*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#[^\n]*',
                         re.S | re.M)
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), source)


# Operators with blanks around them: templates, pointers and references have none on one side.
SWAPS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ", " + ": " - ", " - ": " + ",
         " * ": " / ", " / ": " * ", " += ": " -= ", " -= ": " += ", " && ": " || ", " || ": " && "}
STATEMENT = re.compile(r"^ +(?!return\b|throw\b|using\b|delete\b|break\b|case\b|else\b)"
                       r"[A-Za-z_][\w.\[\]>:()*-]*(?:\([^\n]*\)| (?:[-+*/|&]?=) [^\n]*|\+\+|--);$", re.M)


# Changes that nobody could see: how much memory is asked for beforehand, and how long a buffer of characters is.
UNSEEN = re.compile(r"(\.|->)(reserve|shrink_to_fit)\(|std::array<(char|std::byte), |\bchar \w+\[|setvbuf\(")


def swaps(code, source):
    for before, after in SWAPS.items():
        for found in re.finditer(re.escape(before), code):
            beside = source[max(0, found.start() - 1):found.start()] + source[found.end():found.end() + 1]
            if "+" in before and '"' in beside:
                continue  # a text that is put together: minus does not compile
            yield Mutation(before.strip() + " to " + after.strip(), found.start(), found.end(), after)


def truths(code):
    for found in re.finditer(r"\b(true|false)\b", code):
        other = "false" if found.group() == "true" else "true"
        yield Mutation("%s to %s" % (found.group(), other), found.start(), found.end(), other)


def bounds(code):
    for found in re.finditer(r"\bstd::(min|max)\(", code):
        other = "max" if found.group(1) == "min" else "min"
        yield Mutation("%s to %s" % (found.group(1), other), found.start(1), found.end(1), other)


def negations(code):
    for found in re.finditer(r"(?<=[ (])!(?=[A-Za-z_(])", code):
        yield Mutation("without !", found.start(), found.end(), "")
    for found in re.finditer(r"\bif \(([^\n;]*)\) (?:\{|return|throw|continue|break)", code):
        yield Mutation("condition turned over", found.start(1), found.end(1), "!(%s)" % found.group(1))


def numbers(code):
    for found in re.finditer(r"(?<![\w.'])(?<!e-)([0-9]+)(?![\w.'])", code):
        yield Mutation("number plus 1", found.start(), found.end(), str(int(found.group()) + 1))


def statements(code):
    for found in STATEMENT.finditer(code):
        text = found.group()
        if text.count("(") == text.count(")"):
            yield Mutation("statement removed", found.start(), found.end(), "  ;")


def line_of(code, place):
    """The line that a place is in."""
    end = code.find("\n", place)
    return code[code.rfind("\n", 0, place) + 1:end if end >= 0 else len(code)]


def mutations(source):
    """All changes that are known of a source, in its order. Comments and texts are left alone."""
    code = masked(source)
    found = [one for operator in (truths, bounds, negations, numbers, statements) for one in operator(code)]
    found = [one for one in [*swaps(code, source), *found] if not UNSEEN.search(line_of(code, one.start))]
    # A condition that is turned over is copied from the source, which may have texts in it.
    whole = [dataclasses.replace(one, text="!(%s)" % source[one.start:one.end])
             if one.operator == "condition turned over" else one for one in found]
    return sorted(whole, key=lambda one: (one.start, one.operator))
