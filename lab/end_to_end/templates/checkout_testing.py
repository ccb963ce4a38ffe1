"""The tests of the templates share this: the files, and a folder like a checkout with everything that they need."""
import os
import shutil
import subprocess
import tempfile
import unittest

TEMPLATES = os.path.abspath("ci/templates")
MPIGAUGE = os.path.realpath("mpigauge/mpigauge")
BENCH = os.path.realpath("benchmarks/mpigauge-bench")
SLOW = os.path.realpath("harness/inject/libmpigauge_slow.so")

# One series, some 100 ms a launch.
_TINY = "--filter ^allreduce/bytes:8/"
_TAIL = " -- --passes 2"
PASSES = _TINY + " --launches 6 --tolerance 900%" + _TAIL
FAILS = (_TINY + " --launches 6 --candidate-preload " + SLOW +
         " --candidate-env MPIGAUGE_SLOW=MPI_Allreduce:+5ms" + _TAIL)
# A launch cannot prove anything.
IS_INCONCLUSIVE = _TINY + " --launches 1 --tolerance 1%" + _TAIL


def template(name):
    with open(os.path.join(TEMPLATES, name)) as file:
        return file.read()


def run(words, code=0, **options):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, **options)
    if code is not None and done.returncode != code:
        raise AssertionError("%s: exit code %d, not %d\n%s" % (words[0], done.returncode, code, done.stdout))
    return done


class CheckoutTestCase(unittest.TestCase):
    """A baseline measured once; for each test a folder with it and with waivers.toml, as docs/use/ci-templates.md says."""

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.shared)
        cls.environment = dict(os.environ, MPIGAUGE_BENCH=BENCH, MPIGAUGE_STORE=os.path.join(cls.shared, "made.sqlite"),
                               PATH=os.path.dirname(MPIGAUGE) + ":" + os.environ["PATH"])
        run([MPIGAUGE, "run", "--keep-records", os.path.join(cls.shared, "mpigauge-baseline"), "--mpi", "openmpi",
             "--launches", "6", *_TINY.split(), "--", "--passes", "2"], env=cls.environment)

    def setUp(self):
        self.folder = tempfile.mkdtemp(dir=self.shared)
        shutil.copytree(os.path.join(self.shared, "mpigauge-baseline"), os.path.join(self.folder, "mpigauge-baseline"))
        run([MPIGAUGE, "ci", "init", "--waivers"], env=self.environment, cwd=self.folder)

    def values(self, gate_arguments):
        """Returns the variables that a user edits."""
        return {"MPIGAUGE_BENCH": BENCH, "MPIGAUGE_STORE": os.path.join(self.folder, "store.sqlite"),
                "GATE_ARGUMENTS": gate_arguments}

    def read(self, path):
        with open(os.path.join(self.folder, path)) as file:
            return file.read()

    def assert_reports(self, verdict, names):
        """Exactly these reports are there, and they say so."""
        folder = os.path.join(self.folder, "mpigauge-reports")
        self.assertEqual(sorted(os.listdir(folder)), sorted(names))
        self.assertIn("### mpigauge: " + verdict, self.read("mpigauge-reports/summary.md"))
        self.assertIn('<testsuite name="mpigauge" tests="1"', self.read("mpigauge-reports/junit.xml"))
        self.assertIn("<html", self.read("mpigauge-reports/report.html"))
