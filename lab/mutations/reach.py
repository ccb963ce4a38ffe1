"""Finds the tests that run for a changed file, and the files that can be changed at the same time.

A change of stats/summary.cc and one of harness/turns/turns.cc can be tried together where no test of the one is built
from the file of the other: each verdict then belongs to one change."""
import collections
import dataclasses
import os
import re


@dataclasses.dataclass(frozen=True)
class Reach:
    """The facts learned from the unchanged code."""
    seconds: dict  # that each fast test took
    files: dict    # that each fast test is built from

    def tests_of(self, file, most_seconds):
        """Two lists: the tests named after the file, and others beside it that are built from it.

        Where the first ones are does not matter: baselines/verdict/pairs_test.cc tests baselines/compare/pairs.cc. The
        second list ends where it takes too long. A file without a test beside it is left to tests of other folders.
        """
        reaching = sorted((test for test in self.seconds if file in self.files[test]),
                          key=lambda test: (self.seconds[test], test))
        folder = os.path.dirname(file)
        while folder and not any(folder_of(test) == folder for test in reaching):
            folder = os.path.dirname(folder)
        beside = [test for test in reaching if folder_of(test) == folder] or reaching
        stem = os.path.basename(file).rsplit(".", 1)[0]
        own = [test for test in reaching if test.split(":")[1].startswith(stem + "_test")]  # of MPI by numbers of ranks
        others, spent = [], 0
        for test in beside:
            if test not in own and spent + self.seconds[test] <= most_seconds:
                others.append(test)
                spent += self.seconds[test]
        return own, others

    def elsewhere(self, file, most_seconds):
        """The tests that are built from a file and that tests_of() leaves out, the fast ones first."""
        asked = sum(self.tests_of(file, most_seconds), [])
        far, spent = [], 0
        for test in sorted((one for one in self.seconds if file in self.files[one] and one not in asked),
                           key=lambda one: (self.seconds[one], one)):
            if spent + self.seconds[test] <= most_seconds:
                far.append(test)
                spent += self.seconds[test]
        return far

    def apart(self, one, other, most_seconds):
        """Whether no test that runs for one of two files is built from the other."""
        return one != other and not any(
            changed in self.files[test]
            for asked, changed in ((one, other), (other, one))
            for tests in self.tests_of(asked, most_seconds) for test in tests)

    def batch(self, waiting, most, most_seconds):
        """Files that can be changed together: the first one, and those behind it that are apart from all before."""
        chosen = []
        for file in waiting:
            if len(chosen) < most and all(self.apart(file, other, most_seconds) for other in chosen):
                chosen.append(file)
        return chosen


def folder_of(label):
    return label[2:].split(":")[0]


def files_of(graph, tests):
    """The source files that each test is built from, of the text of `bazel query --output=graph`."""
    edges = collections.defaultdict(set)
    for origin, target in re.findall(r'^\s*"([^"]+)" -> "([^"]+)"', graph, re.M):
        edges[origin].add(target)
    found = {}
    for test in tests:
        seen, open_ones = {test}, [test]
        while open_ones:
            fresh = edges[open_ones.pop()] - seen
            seen |= fresh
            open_ones += fresh
        found[test] = {label[2:].replace(":", "/") for label in seen if re.search(r"^//.*\.(cc|h)$", label)}
    return found
