"""The numbers of attacks and findings: one row for each kind of attack, as a table and as JSON."""
import json
import math
import time

# The kinds of findings. Any of them makes the campaign fail.
KINDS = ("loss", "wrong verdict", "crash", "left behind", "wrong answer")


class Row:
    """One kind of attack."""

    def __init__(self, name, say=lambda _: None, end=math.inf):
        self.name = name
        self.say = say  # hears of findings when they are made
        self.end = end  # of the monotonic clock: no attack begins later
        self.tried = 0
        self.seconds = 0.0
        self.facts = {}  # what else is worth a number, such as how many gates were repeated
        self.findings = []  # (kind, text)

    def found(self, kind, text):
        assert kind in KINDS, kind
        self.findings.append((kind, text))
        self.say("%s: %s: %s" % (self.name, kind, text))

    def add(self, fact, number=1):
        self.facts[fact] = self.facts.get(fact, 0) + number

    def wants_more(self, most):
        """Whether another attack may begin, where `most` are asked for."""
        return self.tried < most and time.monotonic() < self.end

    def count(self, kind):
        return sum(1 for one, _ in self.findings if one == kind)


def table(rows):
    """Lines of Markdown: they can be read on a terminal and pasted into a page."""
    lines = ["| attack | tried | %s | what else was counted |" % " | ".join(KINDS)]
    lines.append("|---|%s---|" % ("---:|" * (1 + len(KINDS))))
    for row in rows:
        facts = ", ".join("%s %d" % item for item in row.facts.items())
        found = " | ".join(str(row.count(kind)) for kind in KINDS)
        lines.append("| %s | %d | %s | %s |" % (row.name, row.tried, found, facts))
    total = [sum(row.count(kind) for row in rows) for kind in KINDS]
    lines.append("| all | %d | %s | |" % (sum(row.tried for row in rows), " | ".join(map(str, total))))
    return "\n".join(lines)


def as_json(rows, facts):
    """Everything, with the text of each finding. `facts` are those of the campaign: seed, commit, date."""
    return json.dumps({**facts, "attacks": [{
        "name": row.name,
        "tried": row.tried,
        "seconds": round(row.seconds, 1),
        "counts": {kind: row.count(kind) for kind in KINDS},
        "facts": row.facts,
        "findings": [{"kind": kind, "text": text} for kind, text in row.findings],
    } for row in rows]}, indent=1)


def from_json(text):
    """The rows that `as_json` wrote."""
    rows = []
    for one in json.loads(text)["attacks"]:
        row = Row(one["name"])
        row.tried, row.seconds, row.facts = one["tried"], one["seconds"], one["facts"]
        row.findings = [(finding["kind"], finding["text"]) for finding in one["findings"]]
        rows.append(row)
    return rows


def together(rows):
    """One row for each kind of attack: the sums of those that have its name."""
    sums = {}
    for row in rows:
        total = sums.setdefault(row.name, Row(row.name))
        total.tried += row.tried
        total.seconds += row.seconds
        for fact, number in row.facts.items():
            total.add(fact, number)
        total.findings += row.findings
    return list(sums.values())
