"""A store that a real run and a real gate have filled: MPI_Allreduce got slower by a millisecond."""
import os
import subprocess
import tempfile

MPIGAUGE = os.path.abspath("ci/cli/mpigauge")
SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")
SERIES = "allreduce/bytes:8/ranks:2"


def mpigauge(*arguments, expect=0):
    """Runs a command and returns what it printed."""
    done = subprocess.run([MPIGAUGE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != expect:
        raise AssertionError("%s: exit code %d: %s%s" % (arguments, done.returncode, done.stdout, done.stderr))
    return done.stdout + done.stderr


class GatedStore:
    """`path` is the store, `folder` a folder for whatever else is written."""

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.path = os.path.join(self.folder, "store.sqlite")
        try:
            self.fill()
        except BaseException:
            self.temporary.cleanup()
            raise
        return self

    def fill(self):
        measure = ["--store", self.path, "--bench", os.path.abspath("benchmarks/mpigauge-bench"), "--launches", "4",
                   "--filter", "^(allreduce|bcast)/bytes:(8|4096)/|spin"]
        candidate = [word.replace("--bench", "--candidate-bench") for word in measure]
        mpigauge("run", *measure, "--baseline", "release", "--", "--passes", "2")
        mpigauge("gate", *candidate, "--baseline", "release", "--no-settle", "--tolerance", "300%", "--candidate-preload",
                 SLOW, "--candidate-env", "MPIGAUGE_SLOW=MPI_Allreduce:+1ms", "--", "--passes", "2", expect=1)

    def __exit__(self, *_):
        self.temporary.cleanup()
