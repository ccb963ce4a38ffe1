#!/usr/bin/env python3
"""Do the tests notice when the code is wrong? Changes one small thing of a file, builds, and runs the fast tests beside
the file.

  lab/mutations/mutate.py --log mutations.tsv                 one change in each file (--folders)
  lab/mutations/mutate.py --log mutations.tsv --each 2        a second one, too: what the log has is not done again
  lab/mutations/mutate.py --log mutations.tsv --minutes 30    ends after half an hour; called again, it goes on
  lab/mutations/mutate.py --log mutations.tsv --elsewhere     asks tests of other folders about those that none noticed
  lab/mutations/mutate.py --log mutations.tsv --summary       the share that no test noticed, and which these are

Work in a checkout of its own: files change while it runs, and are put back when it ends. Several files are changed at
once where no test that runs for one of them is built from another. Changes are drawn by --seed, so that anybody makes
the same ones. One that does not compile does not count, and another one is drawn.

Tests are fast where they took at most --fast seconds on unchanged code. That is measured once and kept in LOG.tests.json;
delete that file when tests have changed. A test that is named after the file runs first, the others where it passes."""
import argparse
import collections
import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from lab.mutations.bazel_tests import Bazel  # noqa: E402
from lab.mutations.operators import mutations  # noqa: E402
from lab.mutations.reach import Reach  # noqa: E402

FOLDERS = ["base", "stats", "record", "harness", "baselines"]
LEFT_OUT = re.compile(r"_test\.cc$|testing|/bench/|/testdata/|_bench\.cc$")
TRIES = 6  # to find a change that compiles
ELSEWHERE = {"noticed": "noticed elsewhere", "survived": "survived everywhere"}
FIELDS = ["file", "line", "operator", "offset", "before", "after", "answer", "by"]


def sources(folders, endings=(".cc",)):
    """The files with code, of folders of the checkout."""
    listed = subprocess.run(["git", "ls-files", *folders], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return sorted(name for name in listed if name.endswith(endings) and not LEFT_OUT.search(name))


def read(name):
    with open(name) as file:
        return file.read()


def write(name, text):
    with open(name, "w") as file:
        file.write(text)


class Log:
    """A file with a row for each change that was tried."""

    def __init__(self, name):
        self.name = name
        self.rows = []
        if os.path.exists(name):
            with open(name, newline="") as file:
                self.rows = list(csv.DictReader(file, FIELDS, delimiter="\t"))

    def add(self, file, mutation, answer, by):
        source = read(file)
        line = source.count("\n", 0, mutation.start) + 1
        lines = [text.split("\n")[line - 1].strip() for text in (source, mutation.apply(source))]
        row = dict(zip(FIELDS, [file, line, mutation.operator, str(mutation.start), *lines, answer, by]))
        self.rows.append(row)
        with open(self.name, "a", newline="") as log:
            csv.DictWriter(log, FIELDS, delimiter="\t").writerow(row)
        print("%s:%d: %s: %s %s" % (file, line, mutation.operator, answer, by), flush=True)

    def looked_elsewhere(self, row):
        """Returns what tests of other folders said of a change that survived those beside it; None if they were not asked."""
        for one in self.rows:
            if (one["file"], one["offset"], one["operator"]) == (row["file"], row["offset"], row["operator"]) and \
                    one["answer"] in ELSEWHERE.values():
                return one["answer"]
        return None

    def counted(self, file=None):
        """The changes that tests said something of, in one file or in all."""
        return [row for row in self.rows if row["answer"] in ("noticed", "survived") and file in (None, row["file"])]

    def next_mutation(self, file, seed):
        """The next change of the file, or none where too many in a row did not compile."""
        drawn = mutations(read(file))
        random.Random("%d %s" % (seed, file)).shuffle(drawn)
        rows = [row for row in self.rows if row["file"] == file]
        done = {(row["offset"], row["operator"]) for row in rows}
        fresh = [one for one in drawn if (str(one.start), one.operator) not in done]
        in_vain = len(rows) >= TRIES and all(row["answer"] == "does not compile" for row in rows[-TRIES:])
        return None if in_vain or not fresh else fresh[0]


def learned(bazel, name, folders):
    """The fast tests, and what each is built from: of the file with this name, or measured and kept there."""
    if not os.path.exists(name):
        reach = bazel.learn(folders)
        write(name, json.dumps({"seconds": reach.seconds, "files": {test: sorted(of) for test, of in reach.files.items()}}))
    kept = json.loads(read(name))
    return Reach(kept["seconds"], {test: set(of) for test, of in kept["files"].items()})


def try_out(bazel, reach, drawn, most_seconds):
    """Makes a change in each of some files, asks the tests, puts the files back. Answers by file."""
    before = {file: read(file) for file in drawn}
    tests = {file: reach.tests_of(file, most_seconds) for file in drawn}
    answers = {file: ("survived", "") for file in drawn}
    try:
        for file, mutation in drawn.items():
            write(file, mutation.apply(before[file]))
        for number in (0, 1):  # tests named after the file, then the others
            wanted = {file: tests[file][number] for file in drawn if answers[file][0] == "survived" and tests[file][number]}
            if wanted:
                answers.update(bazel.answers(wanted))
    finally:
        for file, text in before.items():
            write(file, text)
    return answers


def mutate(bazel, options):
    end = time.monotonic() + 60 * options.minutes
    log = Log(options.log)
    reach = learned(bazel, options.log + ".tests.json", options.tests or options.folders)
    files = sources(options.folders, (".cc", ".h") if options.headers else (".cc",))
    without = [file for file in files if not any(reach.tests_of(file, options.seconds))]
    print("%d fast tests, %d files; not tried, because no fast test is built from them: %s" % (
        len(reach.seconds), len(files), " ".join(without) or "none"), flush=True)
    files = [file for file in files if file not in without]
    random.Random(options.seed).shuffle(files)
    for round_number in range(1, options.each + 1):
        while time.monotonic() < end and len(log.counted()) < options.most:
            waiting = {file: log.next_mutation(file, options.seed) for file in files
                       if len(log.counted(file)) < round_number}
            waiting = {file: mutation for file, mutation in waiting.items() if mutation}
            batch = reach.batch(waiting, min(options.together, options.most - len(log.counted())), options.seconds)
            if not batch:
                break
            for file, answer in try_out(bazel, reach, {file: waiting[file] for file in batch}, options.seconds).items():
                log.add(file, waiting[file], *answer)
    print("%d changes counted" % len(log.counted()))


def elsewhere(bazel, options):
    """Makes the changes again that no test beside them noticed, and asks tests of other folders."""
    end = time.monotonic() + 60 * options.minutes
    log = Log(options.log)
    reach = learned(bazel, options.log + ".tests.json", options.tests or options.folders)
    waiting = [row for row in log.counted() if row["answer"] == "survived" and not log.looked_elsewhere(row)]
    random.Random(options.seed).shuffle(waiting)
    for row in waiting:
        tests = reach.elsewhere(row["file"], options.seconds)
        same = [one for one in mutations(read(row["file"]))
                if (str(one.start), one.operator) == (row["offset"], row["operator"])]
        if time.monotonic() > end or not tests or not same:
            continue
        before = read(row["file"])
        try:
            write(row["file"], same[0].apply(before))
            answer, by = bazel.answers({row["file"]: tests})[row["file"]]
        finally:
            write(row["file"], before)
        if answer in ELSEWHERE:
            log.add(row["file"], same[0], ELSEWHERE[answer], by)


def summary(log):
    """The share that no test noticed, by folder and over all, and the changes themselves."""
    made = log.counted()
    lines = ["%-24s %8s %9s %6s" % ("folder", "changes", "survived", "share")]
    folders = collections.defaultdict(list)
    for row in made:
        folders["/".join(os.path.dirname(row["file"]).split("/")[:2])].append(row)
    for folder, some in [*sorted(folders.items()), ("all", made)]:
        survived = sum(row["answer"] == "survived" for row in some)
        lines.append("%-24s %8d %9d %5.1f%%" % (folder, len(some), survived, 100 * survived / max(1, len(some))))
    again = collections.Counter(log.looked_elsewhere(row) for row in made if row["answer"] == "survived")
    if set(again) - {None}:
        lines.append("of those that survived: %s; %d were not shown to tests of other folders" % (
            ", ".join("%d %s" % (again[answer], answer) for answer in ELSEWHERE.values()), again[None]))
    for row in made:
        if row["answer"] == "survived" and log.looked_elsewhere(row) != ELSEWHERE["noticed"]:
            lines.append("%(file)s:%(line)s: %(operator)s\n  %(before)s\n  %(after)s" % row)
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--log", required=True, help="the file of results; it goes on where this ends")
    parser.add_argument("--seed", type=int, default=1, help="which changes are drawn")
    parser.add_argument("--each", type=int, default=1, help="changes of each file")
    parser.add_argument("--most", type=int, default=10**6, help="changes in the log after which it ends")
    parser.add_argument("--minutes", type=float, default=10**6, help="minutes after which no further batch begins")
    parser.add_argument("--together", type=int, default=6, help="files that are changed at once, at most")
    parser.add_argument("--fast", type=float, default=5, help="seconds that a test may take")
    parser.add_argument("--seconds", type=float, default=40, help="seconds that all tests of a file may take")
    parser.add_argument("--hang", type=float, help="seconds after which a test is taken to hang (4 times --fast, 20 at least)")
    parser.add_argument("--jobs", type=int, default=1, help="tests that run at the same time")
    parser.add_argument("--compile", choices=("one-by-one", "together"), default="one-by-one",
                        help="together: as usual, so nothing is built anew before the first change, and each one costs more")
    parser.add_argument("--bazel", default="ci/bazel", help="the command that builds")
    parser.add_argument("--folders", nargs="+", default=FOLDERS, help="what is changed: stats baselines")
    parser.add_argument("--tests", nargs="+", help="whose tests are asked: harness baselines ci/impact; else those of --folders")
    parser.add_argument("--headers", action="store_true", help="headers are changed, too: most take longer to build")
    parser.add_argument("--elsewhere", action="store_true", help="no new changes; tests of other folders are asked")
    parser.add_argument("--summary", action="store_true", help="print what the log has; nothing is changed")
    options = parser.parse_args()
    if options.summary:
        print(summary(Log(options.log)))
        return
    for number in (signal.SIGTERM, signal.SIGHUP):  # files that were changed are put back
        signal.signal(number, lambda *_: sys.exit(1))
    bazel = Bazel(options.bazel, options.fast, options.hang, options.jobs, options.compile == "one-by-one")
    (elsewhere if options.elsewhere else mutate)(bazel, options)


if __name__ == "__main__":
    main()
