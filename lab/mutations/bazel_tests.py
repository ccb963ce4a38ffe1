"""Builds and runs tests, and reads from Bazel's output what each of them says."""
import os
import re
import shlex
import subprocess
import xml.etree.ElementTree

from lab.mutations.reach import Reach, files_of

# Keeps what is built of wrong code out of a cache that others read.
BUILD = ["--keep_going", "--noremote_upload_local_results"]
# Each source is compiled for itself: a change then costs one source instead of up to twelve, and everything is built
# anew before the first one.
ONE_BY_ONE = "--define=compile=one_by_one"


class Bazel:
    def __init__(self, command, fast_seconds, hang_seconds=None, jobs=1, one_by_one=True):
        self.command = shlex.split(command)
        self.fast_seconds = fast_seconds
        self.jobs = jobs
        # The same for building and for testing: where it differs, Bazel analyses everything anew.
        self.words = [*BUILD, "--test_timeout=%d" % (hang_seconds or max(20, 4 * fast_seconds))]
        if one_by_one:
            self.words.append(ONE_BY_ONE)

    def run(self, allowed, *words):
        """Returns Bazel's output. It ends the program where the exit code is none of those that are expected."""
        done = subprocess.run([*self.command, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode not in allowed:
            raise SystemExit("%s\nbazel %s ended with exit code %d" % (done.stdout, words[0], done.returncode))
        return done.stdout

    def build(self, tests):
        """Returns the tests that can be built."""
        return built_of(self.run((0, 1), "build", "--show_result=100000", *self.words, *tests)) & set(tests)

    def test(self, tests):
        """Returns the result of each test that was built: PASSED, FAILED, TIMEOUT."""
        if not tests:
            return {}
        return results_of(self.run((0, 1, 3), "test", "--local_test_jobs=%d" % self.jobs, "--test_output=summary",
                                   "--test_summary=short", *self.words, *sorted(tests)))

    def answers(self, wanted):
        """Returns the answers of the tests by changed file: "noticed" and by which, "survived", or "does not compile".

        `wanted` has the tests of each file. They are built first, so that nothing is compiled while they run. A test
        that takes too long runs once more: the code was wrong, or the machine busy.
        """
        results = self.test(self.build([test for tests in wanted.values() for test in tests]))
        results.update(self.test([test for test, word in results.items() if word == "TIMEOUT"]))
        return {file: answer_of(tests, results) for file, tests in wanted.items()}

    def learn(self, folders):
        """Runs the tests of folders on unchanged code, and takes those that pass fast."""
        words = " + ".join("//%s/..." % folder for folder in folders)
        out = self.run((0,), "query", "--noshow_progress", 'attr(size, "small|medium", tests(%s))' % words)
        tests = [line for line in out.split() if line.startswith("//")]
        graph = self.run((0,), "query", "--noshow_progress", "--noimplicit_deps", "--output=graph",
                         "--nograph:factored", "--graph:node_limit=-1", "deps(set(%s))" % " ".join(tests))
        files = files_of(graph, tests)
        if not any(files.values()):
            raise SystemExit("%s\nbazel query shows no source file of any test" % graph)
        results = self.test(self.build(tests))
        seconds = {test: seconds_of(test) for test in tests if results.get(test) == "PASSED"}
        fast = {test: took for test, took in seconds.items() if took <= self.fast_seconds}
        return Reach(fast, {test: files[test] for test in fast})


def built_of(out):
    return set(re.findall(r"^Target (//\S+) up-to-date", out, re.M))


def results_of(out):
    """By test, what the lines at the end of `bazel test` say. One that failed at its first try only has passed."""
    found = re.findall(r"^(//\S+) +(?:\(cached\) )?(PASSED|FLAKY|FAILED TO BUILD|FAILED|TIMEOUT)\b", out, re.M)
    return {test: "PASSED" if word == "FLAKY" else word for test, word in found if word != "FAILED TO BUILD"}


def answer_of(tests, results):
    if any(test not in results for test in tests):
        return "does not compile", ""
    failed = [test for test in tests if results[test] != "PASSED"]
    return ("noticed", failed[0]) if failed else ("survived", "")


def seconds_of(test):
    """How long a test took, as its log has it; forever where there is none."""
    try:
        log = os.path.join("bazel-testlogs", *test[2:].split(":"), "test.xml")
        cases = xml.etree.ElementTree.parse(log).getroot().iter("testsuite")
        return max(float(case.get("time", "inf")) for case in cases)
    except (OSError, ValueError, xml.etree.ElementTree.ParseError):
        return float("inf")
