"""Damaged inputs, under sanitizers: the tests of lab/fuzz with more inputs of each kind."""
import concurrent.futures
import os
import re
import subprocess
import tempfile

# The tests, and how many kinds of inputs each has.
TESTS = {"state_fuzz_test": 7, "input_fuzz_test": 5, "reader_fuzz_test": 5, "answer_fuzz_test": 7, "kept_fuzz_test": 4,
         "trace_fuzz_test": 2, "store_fuzz_test": 1}
# A row of the store takes as long as some dozen of the others: a whole store is opened and read.
ROWS = "store_fuzz_test"
SHARE_OF_ROWS = 0.02


def inputs_of_a_kind(test, inputs):
    """So that there are `inputs` of all kinds together."""
    rows = int(inputs * SHARE_OF_ROWS)
    if test == ROWS:
        return rows
    return -(-(inputs - rows) // (sum(TESTS.values()) - TESTS[ROWS]))


class Fuzz:
    def __init__(self, _, draw, row):
        self.row = row
        self.root = os.environ["BUILD_WORKSPACE_DIRECTORY"]

    def build(self):
        """The tests with sanitizers, by the build's own configuration; the folder that they lie in."""
        bazel = os.path.join(self.root, "ci/bazel")
        targets = ["//lab/fuzz:" + test for test in TESTS]
        subprocess.run([bazel, "build", "--config=sanitize", *targets], cwd=self.root, check=True)
        done = subprocess.run([bazel, "info", "--config=sanitize", "bazel-bin"], cwd=self.root, check=True,
                              stdout=subprocess.PIPE, text=True)
        return os.path.join(done.stdout.strip(), "lab/fuzz")

    @staticmethod
    def fuzz(program, inputs):
        with tempfile.TemporaryDirectory(prefix="mpigauge-attack-") as folder:
            environment = dict(os.environ, TEST_TMPDIR=folder, TMPDIR=folder, MPIGAUGE_FUZZ_INPUTS=str(inputs))
            return subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                  env=environment)

    def count(self, test, done):
        for kind, number in re.findall(r"^fuzzed (.*): (\d+) inputs", done.stdout, re.M):
            self.row.tried += int(number)
            self.row.add(kind, int(number))
        if done.returncode != 0:
            crash = done.returncode != 1 or "ERROR: " in done.stdout or "runtime error: " in done.stdout
            self.row.found("crash" if crash else "wrong answer", "%s: %s" % (test, done.stdout[-3000:]))

    def run(self, inputs):
        """Reads this number of damaged inputs in all."""
        folder = self.build()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            running = {test: pool.submit(self.fuzz, os.path.join(folder, test), inputs_of_a_kind(test, inputs))
                       for test in TESTS}
            for test, one in running.items():
                self.count(test, one.result())
