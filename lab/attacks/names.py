"""Hostile names: of libraries, baselines and series, in options and in records, through all commands and all formats.
Nothing is executed, no control character is printed, and what is said to be JSON, XML or metrics is that."""
import glob
import json
import os
import re
import uuid
import xml.etree.ElementTree

from lab.attacks.world import QUICK, World

HOSTILE = {
    "line ends": "a\n::set-output name=x::y\nFAIL: all\n# HELP",
    "carriage return": "good\rPASS: none got slower",
    "escape": "\x1b[2J\x1b]0;title\x07\x1b[31mred",
    "C1": "\u009b2J\u0085next\u2028line",
    "script": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "script end": "</script><script>alert(1)//]]>",
    "mention": "@everyone see [here](javascript:alert(1)) ![i](http://example.org/x.png) `x` **b** | c",
    "path": "../../../../etc/passwd",
    "absolute": "/etc/passwd",
    "long": "n" * 4096,
    "no character": "x\ufffe\uffffy\ufdd0",
    "no text": "\udcff\udcfe",  # bytes that are not UTF-8, as Python writes them
    "SQL": "'; DROP TABLE runs; --",
    "SQL like": "100%_\\",
    "shell": "$(touch PWNED) `touch PWNED`; touch PWNED | touch PWNED",
    "options": "--help",
    "dash": "-rf",
    "quotes": "\"}],'\\\"{\"a\":1",
    "metric": "x\"} 1\nup{job=\"y",
    "format": "%s%n{} {0} {:x}",
    "empty": "",
    "blank": " ",
    "right to left": "\u202egnp.exe",
    "zip": "a/b/c:d|e?f*g[h](i)",
}
SERIES = "barrier/ranks:2"
FORMATS = ("table", "json", "markdown", "junit", "github", "codequality")
# These characters are commands for a terminal; line ends and tabs are layout.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f]")
XML_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
METRIC = re.compile(r'^(#.*|[a-zA-Z_:][a-zA-Z0-9_:]*(\{([a-zA-Z_][a-zA-Z0-9_]*="([^"\\\n]|\\["\\n])*",?)*\})? \S+( \S+)?|)$')


def markdown_without_code(text):
    """Returns the markup of a Markdown text: without code, and without characters that are escaped."""
    text = re.sub(r"(?ms)^(```+|~~~+).*?^\1", "", text)
    text = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text, flags=re.S)
    return re.sub(r"\\[^\n]", "", text)


class Names:
    def __init__(self, programs, draw, row):
        self.programs = programs
        self.row = row
        self.example = None

    # ---- what must hold of an output

    def check_text(self, what, text):
        found = CONTROL.search(text)
        if found:
            self.row.found("wrong answer", "%s: prints %r: %r" % (what, found.group(), text[max(0, found.start() - 60):][:200]))

    def check_format(self, what, kind, text):
        try:
            if kind in ("json", "codequality"):
                json.loads(text)
            elif kind == "junit":
                if XML_FORBIDDEN.search(text):
                    raise ValueError("characters that XML forbids")
                xml.etree.ElementTree.fromstring(text)
            elif kind == "markdown":
                markup = markdown_without_code(text)
                for forbidden in ("<script", "<img", "@everyone", "](javascript", "![i]("):
                    if forbidden in markup:
                        raise ValueError("has %s" % forbidden)
            elif kind == "github":
                if re.search(r"^::(?!error|warning|notice)", text, re.M):
                    raise ValueError("a workflow command of its own")
            elif kind == "metrics":
                for line in text.split("\n"):
                    if not METRIC.match(line):
                        raise ValueError("no metric: %r" % line[:200])
            elif kind == "html":
                for forbidden in ("<script>alert", "<img src=x"):
                    if forbidden in text:
                        raise ValueError("has %s" % forbidden)
        except ValueError as error:  # JSON's and XML's errors are of this kind
            self.row.found("wrong answer", "%s: %s" % (what, error))
        except xml.etree.ElementTree.ParseError as error:
            self.row.found("wrong answer", "%s is not XML: %s" % (what, error))

    # ---- what is done with a name

    def call(self, world, kind, what, *words, file=None):
        """One command; its output must be of that kind. Any exit code that is a verdict or an error will do."""
        self.row.tried += 1
        what = "%s: %s" % (what, " ".join(words)[:120])
        code, out, err = world.in_store(*words)
        if code not in (0, 1, 2, 3, 4):
            self.row.found("crash", "%s: exit code %d: %s" % (what, code, err[-300:]))
        self.check_text(what + " (standard error)", err)
        if re.search(r"json\.exception|unordered_map|std::|basic_string|UNIQUE constraint", err):
            self.row.found("wrong answer", "%s: words of a library: %s" % (what, err[-300:]))
        text = out
        if file is not None and code in (0, 1, 2):
            if not os.path.exists(file):
                return code
            with open(file, errors="surrogateescape") as written:
                text = written.read()
        self.check_text(what, out)
        if code in (0, 1, 2) or out:
            self.check_format(what, kind if code in (0, 1, 2) else "table", text)
        return code

    def records(self, world, name, text):
        """Records of two runs, with the name in each place of a record that is a text of somebody's."""
        folders = []
        for run in ("one", "two"):
            folder = world.path("%s-%s" % (name.replace(" ", "-"), run))
            os.mkdir(folder)
            run_id = str(uuid.uuid4())
            for index in range(4):
                record = json.loads(self.example)
                record["mpigauge"].update(run_id=run_id, launch_id=str(uuid.uuid4()), launch_index=index)
                changed = json.dumps(record).replace(json.dumps(SERIES)[1:-1], json.dumps(SERIES + text)[1:-1])
                record = json.loads(changed)
                for place in (record["mpigauge"].get("environment", {}), record.get("context", {})):
                    for key, value in place.items():
                        if isinstance(value, str) and key not in ("ranks", "date"):
                            place[key] = value + text
                with open(os.path.join(folder, "%d.json" % index), "w") as file:
                    json.dump(record, file)
            folders.append(folder)
        return folders

    def outputs(self, world, name, baseline):
        """Every command that shows what is stored."""
        series = [row[0] for row in world.query("SELECT DISTINCT name FROM series")]
        for kind, words in [
            ("table", ["runs"]), ("json", ["runs", "--format", "json"]), ("table", ["baseline", "list"]),
            ("json", ["baseline", "list", "--format", "json"]), ("table", ["baseline", "show", "--", baseline]), ("table", ["show"]),
            ("json", ["show", "--format", "json"]), ("table", ["gates"]), ("json", ["gates", "--format", "json"]),
            ("json", ["gates", "latest", "--format", "json"]), ("table", ["history"]), ("json", ["history", "--format", "json"]),
            ("table", ["changes"]), ("markdown", ["changes", "--format", "markdown"]),
            ("json", ["changes", "--format", "json"]), ("table", ["guidelines"]), ("json", ["guidelines", "--format", "json"]),
            ("table", ["network", "fit"]), ("metrics", ["export", "--openmetrics", "-"]), ("table", ["store", "check"]),
            ("table", ["plot", "barrier"]), ("json", ["plot", "barrier", "--format", "json"]),
        ]:
            self.call(world, kind, name, *words)
        for one in series:
            self.call(world, "table", name, "history", "--", one)
            self.call(world, "table", name, "plot", "--", one)
        for kind in FORMATS:
            self.call(world, kind, name, "gates", "latest", "--format", kind)
            self.call(world, kind, name, "compare", "--format", kind, "--all", "--", "latest~1", "latest")
        for kind, words, file in [
            ("metrics", ["export", "--textfile"], "m.prom"), ("html", ["report", "-o"], "r.html"),
            ("html", ["plot", "barrier", "--svg"], "p.svg"), ("table", ["export", "--records"], "out"),
        ]:
            self.call(world, kind, name, *words, world.path(file), file=world.path(file) if "." in file else None)

    def inputs(self, world, name, text):
        """The name wherever an option takes one."""
        for words in [
            ["runs", "--store=" + text], ["show", "--", text], ["compare", "--", text, "latest"],
            ["baseline", "remove", "--", text], ["compare", "latest~1", "latest", "--tolerance=" + text],
            ["compare", "latest~1", "latest", "--allow-different=" + text],
            ["compare", "latest~1", "latest", "--waivers=" + text], ["compare", "latest~1", "latest", "--format=" + text],
            ["compare", "latest~1", "latest", "--output=" + text], ["gates", "--", text], ["history", "--", text],
            ["history", "--library=" + text], ["changes", "--series=" + text], ["plot", "--", text], ["import", "--", text],
            ["export", "--textfile", world.path("label.prom"), "--label=" + text], ["report", "--gate=" + text],
            ["cases", "--mpi=" + text], ["identify", "--mpi=" + text], ["doctor", "--mpi=" + text], ["gate", "--resume=" + text],
            ["replay", "--", text], ["trace", "info", "--", text], ["impact", "--baseline=" + text], ["ci", "--config=" + text],
            ["watch", "--config=" + text],
            ["bisect", "--good=" + text, "--bad=" + text, "--build", "true", "--series", "x"],
            ["run", "--filter=" + text, "--launches", "1", "--bench", self.programs.bench],
        ]:
            if words[0] == "watch" and not text.strip():
                continue  # the default file; without one it ends, too, and it is a daemon
            self.call(world, "table", name, *words)

    def attack(self, world, name, text):
        if "\0" in text:
            return
        baseline = text
        self.call(world, "table", name, "run", "--bench", self.programs.bench, "--launches", "1", "--label=" + text,
                  "--note=" + text, *QUICK)
        for folder in self.records(world, name, text):
            self.call(world, "table", name, "import", folder, "--label=" + text)
        if self.call(world, "table", name, "baseline", "set", "--note=" + text, "--", text, "latest") != 0:
            baseline = "base"
            self.call(world, "table", name, "baseline", "set", "--note=" + text, "base", "latest")
        self.call(world, "json", name, "gate", "--baseline=" + baseline, "--run", "latest~1", "--tolerance", "400%", "--format",
                  "json")
        self.outputs(world, name, baseline)
        self.inputs(world, name, text)

    def check_nothing_was_done(self, world, name):
        if glob.glob(world.path("**/PWNED"), recursive=True):
            self.row.found("wrong answer", "%s: it was executed" % name)
        if not world.query("SELECT 1 FROM runs"):
            self.row.found("loss", "%s: the runs are gone" % name)
        world.check_store_is_whole(name)
        outside = [one for one in os.listdir(world.around) if one != "here"]
        if outside:
            self.row.found("left behind", "%s: files outside of the folder: %s" % (name, outside))

    def run(self, most, part=(1, 1)):
        number, parts = part
        for name, text in list(HOSTILE.items())[:most][number - 1::parts]:
            with World(self.programs, self.row) as world:
                if self.example is None:
                    folder = world.path("example")
                    code, _, err = world.run(*world.measuring("--launches", "1", "--keep-records", folder))
                    assert code == 0, err
                    with open(os.path.join(folder, os.listdir(folder)[0])) as file:
                        self.example = file.read()
                self.attack(world, name, text)
                self.check_nothing_was_done(world, name)
                self.row.add("names")
