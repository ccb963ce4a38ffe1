"""The tests of the templates share this: the files, and a repository of a library whose commits build for real.

The commits hold parameters of the machine's Open MPI. The build command copies that Open MPI into the prefix, and adds the
parameters of the commit; so two commits are two installs, of which one is slower by a known cause."""
import os
import shutil
import subprocess
import tempfile
import unittest

TEMPLATES = os.path.abspath("ci/templates")
MPIGAUGE = os.path.realpath("mpigauge/mpigauge")
BENCH = os.path.realpath("benchmarks/mpigauge-bench")
COPY_OPENMPI = os.path.abspath("testing/copy_openmpi")
# A ring instead of recursive doubling: about twice as slow at 8 bytes on two ranks.
SLOWER = "coll_tuned_use_dynamic_rules = 1\ncoll_tuned_allreduce_algorithm = 4\n"
HARMLESS = "mpi_show_handle_leaks = 0\n"

# One series, some 100 ms a launch.
_TINY = "--filter ^allreduce/bytes:8/ %s -- --passes 2"
PASSES = _TINY % "--tolerance 900%"
FAILS = _TINY % "--tolerance 50%"
# A launch cannot prove anything.
IS_INCONCLUSIVE = _TINY % "--max-launches 1 --tolerance 1%"


def template(name):
    with open(os.path.join(TEMPLATES, name)) as file:
        return file.read()


def run(words, code=0, **options):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, **options)
    if code is not None and done.returncode != code:
        raise AssertionError("%s: exit code %d, not %d\n%s" % (words[0], done.returncode, code, done.stdout))
    return done


class CheckoutTestCase(unittest.TestCase):
    """A branch `main` of two commits, of which the second one is slower, and a branch `request` that leaves it after the
    first one. For each test the clone that a job has."""

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.shared)
        made = os.path.join(cls.shared, "openmpi")
        run([COPY_OPENMPI, made])
        cls.built = os.path.join(cls.shared, "built")
        build = ('echo $COMMIT >>"%s"; [ ! -e broken ] || { echo "error: no such header"; exit 1; }\n'
                 'cp -a "%s/." "$PREFIX" && cat parameters >>"$PREFIX/etc/openmpi-mca-params.conf"\n' % (cls.built, made))
        identity = {"GIT_%s_%s" % (who, what): "test@example.org"
                    for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        cls.environment = dict(
            os.environ, **identity, HOME=cls.shared, BUILD=build, MPIGAUGE_BENCH=BENCH,
            MPIGAUGE_BUILDS=os.path.join(cls.shared, "builds"), GATE_COMMITS=os.path.join(TEMPLATES, "gate-commits"),
            PATH=os.path.dirname(MPIGAUGE) + ":" + os.environ["PATH"])
        cls.repository = os.path.join(cls.shared, "repository")
        run(["git", "init", "--quiet", "--initial-branch=main", cls.repository])
        run(["git", "commit", "--quiet", "--allow-empty", "--message=begin"], cwd=cls.repository, env=cls.environment)
        cls.base = cls.commit("main", "")
        cls.main = cls.commit("main", SLOWER)

    @classmethod
    def commit(cls, branch, parameters, broken=False):
        """Returns the hash of a new commit with these parameters."""
        run(["git", "checkout", "--quiet", branch], cwd=cls.repository)
        with open(os.path.join(cls.repository, "parameters"), "w") as file:
            file.write(parameters)
        if broken:
            open(os.path.join(cls.repository, "broken"), "w").close()
        run(["git", "add", "--all"], cwd=cls.repository)
        run(["git", "commit", "--quiet", "--allow-empty", "--message=change"], cwd=cls.repository, env=cls.environment)
        return cls.hash_of("HEAD", cls.repository)

    @staticmethod
    def hash_of(name, folder):
        return run(["git", "rev-parse", name], cwd=folder).stdout.strip()

    def setUp(self):
        # Each test has a commit of its own at the tip of the request.
        run(["git", "checkout", "--quiet", "-B", "request", self.base], cwd=self.repository)
        self.folder = tempfile.mkdtemp(dir=self.shared)

    def check_out(self, parameters, **more):
        """The clone that a job has of a request with these parameters; returns the commit of the request."""
        head = self.commit("request", parameters, **more)
        run(["git", "clone", "--quiet", "--branch=request", self.repository, self.folder])
        return head

    def values(self, gate_arguments):
        """Returns the variables that a user edits."""
        return {name: self.environment[name] for name in ("BUILD", "MPIGAUGE_BUILDS", "GATE_COMMITS")} | {
            "MPIGAUGE_STORE": os.path.join(self.folder, "store.sqlite"), "GATE_ARGUMENTS": gate_arguments}

    def read(self, path):
        with open(os.path.join(self.folder, path)) as file:
            return file.read()

    def assert_reports(self, verdict, *more):
        """Exactly these reports are there, and they say so, of the commits that were built."""
        names = os.listdir(os.path.join(self.folder, "mpigauge-reports"))
        expected = ["comparison.json", "gate.log", "junit.xml", "report.html", "summary.md", *more]
        self.assertEqual(sorted(set(names) - {"build.log"}), sorted(expected))
        summary = self.read("mpigauge-reports/summary.md")
        self.assertIn("### mpigauge: " + verdict, summary)
        self.assertIn("Baseline `base %s`" % self.base[:10], summary)  # not the tip of main
        self.assertIn("candidate `head %s`" % self.hash_of("HEAD", self.folder)[:10], summary)
        self.assertIn('<testsuite name="mpigauge" tests="1"', self.read("mpigauge-reports/junit.xml"))
        self.assertIn("<html", self.read("mpigauge-reports/report.html"))
