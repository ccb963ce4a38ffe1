"""Where attacks happen: a folder with a store and a TMPDIR of its own, and commands that are started there and
attacked."""
import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile

from testing.processes import new_mark, processes

from lab.attacks.checks import Checks

# How long anything may take. Generous: a loaded machine is no finding.
PATIENCE_SECONDS = 300
# The shared memory of two ranks, by a name that they take away as soon as both have it.
SHARED_MEMORY = re.compile(r"/dev/shm/mpigauge-\S+$", re.M)
# A launcher whose rank is killed in MPI_Init may wait for ever: mpigauge ends it, before our own patience does.
TIME_LIMIT = ["--timeout", "2min"]
# The smallest of all measurements.
QUICK = ["--filter", "^barrier/", "--", "--passes", "2", "--observations", "5"]


class Programs:
    """The programs that are attacked, by the paths that they have among a build's outputs."""

    def __init__(self, root):
        def path(name):
            return os.path.realpath(os.path.join(root, name))

        self.mpigauge = path("mpigauge/mpigauge")
        self.bench = path("benchmarks/mpigauge-bench")
        self.bad_bench = path("harness/testing/bad-bench")
        self.slow = path("harness/inject/libmpigauge_slow.so")
        self.copy_openmpi = path("testing/copy_openmpi")
        self.preloads = {name: path("harness/%s/libmpigauge_%s.so" % (folder, name))
                         for folder, name in (("inject", "slow"), ("inject", "wrong"), ("testing", "clock"),
                                              ("testing", "finalize"), ("testing", "memory"),
                                              ("testing", "spin"))}


def crashed(code):
    """Whether an exit code is that of a crash: signals that nobody sent."""
    return code in (-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS, -signal.SIGILL, -signal.SIGFPE)


class World(Checks):
    def __init__(self, programs, row):
        self.programs = programs
        self.row = row
        self.around = tempfile.mkdtemp(prefix="mpigauge-attack-")
        self.folder = os.path.join(self.around, "here")
        os.mkdir(self.folder)
        self.temporary = self.path("tmp")
        os.mkdir(self.temporary)
        self.store = self.path("store.sqlite")
        self.mark = new_mark()
        self.environment = dict(os.environ, TMPDIR=self.temporary, **self.mark)
        self.complete = set()  # launches that were seen in the store, whole
        self.shared = set()  # shared memory that our processes had, by its name

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        shutil.rmtree(self.around, ignore_errors=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    # ---- commands

    def start(self, *words, **more):
        """`mpigauge WORDS`; what it prints goes to files, which no reader can keep waiting."""
        more.setdefault("env", self.environment)
        with open(self.path("out"), "wb") as out, open(self.path("err"), "wb") as err:
            return subprocess.Popen([self.programs.mpigauge, *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=out,
                                    stderr=err, **more)

    def printed(self):
        """Standard output and standard error of the last command that was started."""
        texts = []
        for name in ("out", "err"):
            with open(self.path(name), errors="replace") as file:
                texts.append(file.read())
        return texts

    def run(self, *words, **more):
        """The same to its end: exit code, standard output, standard error. A crash is a finding."""
        process = self.start(*words, **more)
        code = process.wait(PATIENCE_SECONDS)
        out, err = self.printed()
        if crashed(code):
            self.row.found("crash", "exit code %d of %s: %s" % (code, " ".join(words), err[-500:]))
        return code, out, err

    def in_store(self, command, *words, **more):
        return self.run(*self.words(command, *words), **more)

    def words(self, *words):
        """Returns the words of a command that works on the store."""
        return ["--store", self.store, *words]

    def measuring(self, *words):
        """Returns the words of the smallest `mpigauge run`; `words` are more options of it."""
        return self.words("run", "--bench", self.programs.bench, *TIME_LIMIT, *words, *QUICK)

    # ---- what is there

    def processes(self, name=None):
        """Process ids of all that the commands have started, and what these have started. With `name`, those of this
        program alone."""
        return processes(self.mark, name)

    def note_shared_memory(self):
        """Keeps the names of the shared memory that our processes have now, so that it can be missed later: its owner
        cannot be seen when they are gone."""
        for pid in self.processes():
            with contextlib.suppress(OSError):
                with open("/proc/%d/maps" % pid) as file:
                    self.shared |= set(SHARED_MEMORY.findall(file.read()))

    def unfinished_files(self, open_folders=()):
        """Files that were begun beside an output and not renamed. TMPDIR, other temporary folders (they have a lock) and
        the folders that another command goes on with do not count."""
        apart = [self.temporary, *open_folders]
        found = []
        for folder, folders, names in os.walk(self.folder):
            if folder in apart or ".lock" in names:
                folders.clear()
                continue
            found += [os.path.join(folder, name) for name in names if name.endswith(".tmp")]
        return found

    def query(self, sql):
        """Rows of the store, read past mpigauge; none where there is no store, or no table in it yet."""
        if not os.path.exists(self.store):
            return []
        with contextlib.closing(sqlite3.connect(self.store, timeout=60)) as database:
            try:
                return database.execute(sql).fetchall()
            except sqlite3.OperationalError as error:
                if "no such table" in str(error):
                    return []
                raise

    def complete_launches(self):
        return {row[0] for row in self.query("SELECT launch_id FROM launches WHERE status = 'complete'")}

    def runs(self):
        return json.loads(self.in_store("runs", "--format", "json")[1])
