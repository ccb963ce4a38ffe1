"""Damaged inputs, under sanitizers: the tests of ci/fuzz with more inputs of each kind."""
import os
import re
import subprocess
import tempfile

TARGETS = ("state_fuzz_test", "input_fuzz_test", "trace_fuzz_test", "store_fuzz_test")
KINDS = 13  # of inputs, over all tests


class Fuzz:
    def __init__(self, _, draw, row):
        self.row = row
        self.root = os.environ["BUILD_WORKSPACE_DIRECTORY"]

    def build(self):
        """The tests with sanitizers, by the build's own configuration; where they lie."""
        words = [os.path.join(self.root, "ci/bazel"), "build", "--config=sanitize", *("//ci/fuzz:" + name for name in TARGETS)]
        subprocess.run(words, cwd=self.root, check=True)
        found = subprocess.run([words[0], "info", "--config=sanitize", "bazel-bin"], cwd=self.root, check=True,
                               stdout=subprocess.PIPE, text=True)
        return [os.path.join(found.stdout.strip(), "ci/fuzz", name) for name in TARGETS]

    def fuzz(self, program, inputs):
        with tempfile.TemporaryDirectory(prefix="mpigauge-attack-") as folder:
            done = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                  env=dict(os.environ, TEST_TMPDIR=folder, TMPDIR=folder, MPIGAUGE_FUZZ_INPUTS=str(inputs)))
        for kind, number in re.findall(r"^fuzzed (.*): (\d+) inputs", done.stdout, re.M):
            self.row.tried += int(number)
            self.row.add(kind, int(number))
        if done.returncode != 0:
            kind = "wrong answer" if done.returncode == 1 and "ERROR:" not in done.stdout else "crash"
            self.row.found(kind, "%s: %s" % (os.path.basename(program), done.stdout[-3000:]))

    def run(self, inputs):
        """So many in all."""
        for program in self.build():
            self.fuzz(program, -(-inputs // KINDS))
