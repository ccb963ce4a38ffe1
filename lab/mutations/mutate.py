#!/usr/bin/env python3
"""Do the tests notice when the code is wrong? Changes one small thing at a time, builds, and runs the fast tests of the
file's own package.

  lab/mutations/mutate.py --log mutations.tsv                 one change in each file (--folders)
  lab/mutations/mutate.py --log mutations.tsv --each 2        a second one, too: what the log has is not done again
  lab/mutations/mutate.py --log mutations.tsv --summary       the share that no test noticed, and which these are

Work in a checkout of its own: files change while it runs, and are put back when it ends. Changes are drawn by --seed, so
that anybody makes the same ones. One that does not compile does not count, and another one is drawn. Tests of a package
are fast where they took at most --fast seconds on unchanged code; a test that was named after the file runs first."""
import argparse
import collections
import csv
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from lab.mutations.operators import mutations  # noqa: E402

FOLDERS = ["base", "stats", "record", "harness", "baselines"]
LEFT_OUT = re.compile(r"_test\.cc$|testing|/bench/|/testdata/|/inject/|main\.cc$|_bench\.cc$")
TRIES = 6  # to find a change that compiles
FIELDS = ["file", "line", "operator", "offset", "before", "after", "answer", "by"]


def sources(folders):
    """The files with code, of folders of the checkout."""
    listed = subprocess.run(["git", "ls-files", *folders], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return sorted(name for name in listed if name.endswith(".cc") and not LEFT_OUT.search(name))


class Bazel:
    def __init__(self, command, fast_seconds):
        self.command = shlex.split(command)
        self.fast_seconds = fast_seconds
        self.fast = {}

    def run(self, *words):
        done = subprocess.run([*self.command, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def small_tests(self, folders):
        words = " + ".join("//%s/..." % folder for folder in folders)
        code, out = self.run("query", "--noshow_progress", 'attr(size, "small|medium", tests(%s))' % words)
        if code != 0:
            raise SystemExit(out)
        return [line for line in out.split() if line.startswith("//")]

    def learn(self, folders):
        """Runs all tests on unchanged code; those that pass fast are used, by package."""
        tests = self.small_tests(folders)
        code, out = self.run("test", "--jobs=1", "--keep_going", *tests)
        self.fast = collections.defaultdict(list)
        for test in tests:
            package, name = test[2:].split(":")
            log = os.path.join("bazel-testlogs", package, name, "test.xml")
            passed = re.search(r"^%s +(\(cached\) )?PASSED" % re.escape(test), out, re.M)
            if passed and seconds_of(log) <= self.fast_seconds:
                self.fast[package].append(test)
        return sum(len(names) for names in self.fast.values())

    def tests_of(self, file):
        """Two lists: the test named after the file, and the others of its package."""
        package = os.path.dirname(file)
        while package and package not in self.fast:
            package = os.path.dirname(package)
        stem = os.path.basename(file).rsplit(".", 1)[0]
        tests = self.fast.get(package, [])
        own = [test for test in tests if test.split(":")[1].startswith(stem + "_test")]  # of MPI by numbers of ranks
        return own, [test for test in tests if test not in own]

    def answer(self, tests):
        """Returns the result of the tests on the code as it is: "noticed" and by which, "survived", or "does not
        compile"."""
        # Results that are built of wrong code stay out of a cache that others read.
        words = ["test", "--jobs=1", "--notest_keep_going", "--test_timeout=60", "--test_output=summary",
                 "--noremote_upload_local_results", *tests]
        code, out = self.run(*words)
        if re.search("^//.* TIMEOUT", out, re.M):  # it was wrong, or the machine was busy
            code, out = self.run(*words)
        if code == 0:
            return "survived", ""
        failed = re.findall(r"^(//\S+) +(?:FAILED|TIMEOUT)", out, re.M)
        failed = [test for test in failed if "FAILED TO BUILD" not in out]
        if code in (3, 4) and failed:
            return "noticed", failed[0]
        if code in (1, 3):
            return "does not compile", ""
        raise SystemExit("%s\nbazel ended with exit code %d" % (out, code))


def seconds_of(log):
    """How long a test took, as its log has it; forever where there is none."""
    try:
        cases = xml.etree.ElementTree.parse(log).getroot().iter("testsuite")
        return max(float(case.get("time", "inf")) for case in cases)
    except (OSError, ValueError, xml.etree.ElementTree.ParseError):
        return float("inf")


def try_out(bazel, file, source, mutation):
    """Makes the change, asks the tests, puts the file back."""
    own, others = bazel.tests_of(file)
    try:
        with open(file, "w") as target:
            target.write(mutation.apply(source))
        answer, by = bazel.answer(own) if own else ("survived", "")
        if answer == "survived" and others:
            answer, by = bazel.answer(others)
    finally:
        with open(file, "w") as target:
            target.write(source)
    return answer, by


def read_log(name):
    if not os.path.exists(name):
        return []
    with open(name, newline="") as file:
        return list(csv.DictReader(file, FIELDS, delimiter="\t"))


def counted(rows):
    return [row for row in rows if row["answer"] in ("noticed", "survived")]


def mutate(options):
    bazel = Bazel(options.bazel, options.fast)
    print("%d fast tests" % bazel.learn(options.folders), flush=True)
    rows = read_log(options.log)
    files = sources(options.folders)
    random.Random(options.seed).shuffle(files)
    for round_number in range(1, options.each + 1):
        for file in files:
            if sum(row["file"] == file for row in counted(rows)) >= round_number or not any(bazel.tests_of(file)):
                continue
            change_one(bazel, file, rows, options)


def change_one(bazel, file, rows, options):
    """One change of a file that compiles, into the log."""
    with open(file) as text:
        source = text.read()
    drawn = mutations(source)
    random.Random("%d %s" % (options.seed, file)).shuffle(drawn)
    done = {(row["offset"], row["operator"]) for row in rows if row["file"] == file}
    fresh = [one for one in drawn if (str(one.start), one.operator) not in done]
    for mutation in fresh[:TRIES]:
        answer, by = try_out(bazel, file, source, mutation)
        line = source.count("\n", 0, mutation.start) + 1
        lines = [text.split("\n")[line - 1].strip() for text in (source, mutation.apply(source))]
        row = dict(zip(FIELDS, [file, line, mutation.operator, str(mutation.start), *lines, answer, by]))
        rows.append(row)
        with open(options.log, "a", newline="") as log:
            csv.DictWriter(log, FIELDS, delimiter="\t").writerow(row)
        print("%s:%d: %s: %s %s" % (file, line, mutation.operator, answer, by), flush=True)
        if answer != "does not compile":
            return


def summary(rows):
    """The share that no test noticed, by folder and over all, and the changes themselves."""
    made = counted(rows)
    lines = ["%-24s %8s %9s %6s" % ("folder", "changes", "survived", "share")]
    folders = collections.defaultdict(list)
    for row in made:
        folders["/".join(os.path.dirname(row["file"]).split("/")[:2])].append(row)
    for folder, some in [*sorted(folders.items()), ("all", made)]:
        survived = sum(row["answer"] == "survived" for row in some)
        lines.append("%-24s %8d %9d %5.1f%%" % (folder, len(some), survived, 100 * survived / max(1, len(some))))
    for row in made:
        if row["answer"] == "survived":
            lines.append("%(file)s:%(line)s: %(operator)s\n  %(before)s\n  %(after)s" % row)
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--log", required=True, help="the file of results; it goes on where this ends")
    parser.add_argument("--seed", type=int, default=1, help="which changes are drawn")
    parser.add_argument("--each", type=int, default=1, help="changes of each file")
    parser.add_argument("--fast", type=float, default=5, help="seconds that a test may take")
    parser.add_argument("--bazel", default="ci/bazel", help="the command that builds")
    parser.add_argument("--folders", nargs="+", default=FOLDERS, help="what is changed: stats baselines")
    parser.add_argument("--summary", action="store_true", help="print what the log has; nothing is changed")
    options = parser.parse_args()
    if options.summary:
        print(summary(read_log(options.log)))
        return
    for number in (signal.SIGTERM, signal.SIGHUP):  # a file that was changed is put back
        signal.signal(number, lambda *_: sys.exit(1))
    mutate(options)


if __name__ == "__main__":
    main()
