"""Where attacks happen: a folder with a store and a TMPDIR of its own, commands that are started there and attacked,
and what must hold afterwards."""
import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import uuid

# How long anything may take. Generous: a loaded machine is no finding.
PATIENCE_SECONDS = 300
# How long processes may live when what started them is gone. mpirun gives its ranks some seconds.
END_SECONDS = 40
MARK = "MPIGAUGE_ATTACK"
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


def crashed(code):
    """Whether an exit code is that of a crash: signals that nobody sent."""
    return code in (-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS, -signal.SIGILL, -signal.SIGFPE)


class World:
    def __init__(self, programs, row):
        self.programs = programs
        self.row = row
        self.around = tempfile.mkdtemp(prefix="mpigauge-attack-")
        self.folder = os.path.join(self.around, "here")
        os.mkdir(self.folder)
        self.temporary = self.path("tmp")
        os.mkdir(self.temporary)
        self.store = self.path("store.sqlite")
        self.mark = uuid.uuid4().hex
        self.environment = dict(os.environ, TMPDIR=self.temporary, **{MARK: self.mark})
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
        """Process ids of all that the commands have started, and what these have started: by their environment. With
        `name`, those of this program alone."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                with open("/proc/%s/environ" % pid, "rb") as file:
                    if ("%s=%s" % (MARK, self.mark)).encode() not in file.read():
                        continue
                with open("/proc/%s/stat" % pid) as file:
                    program, state = file.read().split("(", 1)[1].rsplit(")", 1)
                if state.split()[0] != "Z" and (name is None or program == name[:15]):
                    found.append(int(pid))
        return found

    def note_shared_memory(self):
        """Keeps the names of the shared memory that our processes have now, so that it can be missed later: whose it is
        cannot be seen when they are gone."""
        for pid in self.processes():
            with contextlib.suppress(OSError):
                with open("/proc/%d/maps" % pid) as file:
                    self.shared |= set(SHARED_MEMORY.findall(file.read()))

    def unfinished_files(self, open_folders=()):
        """What somebody began to write beside an output and did not rename, outside of TMPDIR and of the folders that
        another command goes on with."""
        apart = [self.temporary, *open_folders]
        found = []
        for folder, _, names in os.walk(self.folder):
            if not any(os.path.commonpath([folder, one]) == one for one in apart):
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

    # ---- what must hold

    def check_no_process_is_left(self, after):
        end = time.monotonic() + END_SECONDS
        while self.processes() and time.monotonic() < end:
            self.note_shared_memory()
            time.sleep(0.02)
        left = self.processes()
        if left:
            names = subprocess.run(["ps", "-o", "pid,stat,args", "-p", ",".join(map(str, left))], stdout=subprocess.PIPE,
                                   text=True)
            self.row.found("left behind", "%s: processes live on: %s" % (after, names.stdout[:800]))
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def check_store_is_whole(self, after, series=None):
        """Nothing that was seen is gone, no launch is partly there, and mpigauge finds no damage. `series`: how many a
        complete launch has."""
        if not os.path.exists(self.store):
            if self.complete:
                self.row.found("loss", "%s: the store is gone" % after)
            return
        now = self.complete_launches()
        if self.complete - now:
            self.row.found("loss", "%s: %d launches are no longer in the store" % (after, len(self.complete - now)))
        self.complete |= now
        wanted = "= %d" % series if series else "> 0"
        torn = self.query("SELECT launch_id FROM launches WHERE status = 'complete' AND NOT (SELECT count(*) FROM results "
                          "WHERE results.launch_id = launches.launch_id) %s" % wanted)
        if torn:
            self.row.found("loss", "%s: partly stored: %s" % (after, torn))
        if not self.query("SELECT version FROM mpigauge_store"):
            return  # killed before the tables were made
        code, out, err = self.in_store("store", "check", "--format", "json")
        # One that an interrupted migration left is brought up to date by the next command that writes.
        if code != 0 and "schema version" not in err:
            self.row.found("loss", "%s: store check ends with %d: %s%s" % (after, code, out[-500:], err[-500:]))

    def check_nothing_twice(self, after):
        twice = self.query("SELECT run_id, launch_index, count(*) FROM launches WHERE status = 'complete' "
                           "GROUP BY run_id, launch_index HAVING count(*) > 1")
        if twice:
            self.row.found("loss", "%s: counted twice: %s" % (after, twice))

    def make_older(self):
        """Makes the files in TMPDIR and the shared memory two minutes old: mpigauge leaves those alone that are younger
        than one."""
        then = time.time() - 120
        for path in self.shared:
            with contextlib.suppress(OSError):
                os.utime(path, (then, then))
        for folder, folders, names in os.walk(self.temporary):
            for name in folders + names:
                with contextlib.suppress(OSError):
                    os.utime(os.path.join(folder, name), (then, then), follow_symlinks=False)

    def check_shared_memory(self, after):
        """Shared memory that has a name still is known to `mpigauge clean`, which takes it away."""
        left = [path for path in self.shared if os.path.exists(path)]
        if left:
            self.row.add("shared memory of killed ranks", len(left))
            self.in_store("clean", "--apply")
            left = [path for path in left if os.path.exists(path)]
        if left:
            self.row.found("left behind", "%s: shared memory that `mpigauge clean` leaves: %s" % (after, left[:5]))
        self.shared.clear()

    def check_nothing_is_left(self, after, running=(), open_folders=()):
        """Files in TMPDIR, unfinished ones in the work folder, shared memory, and runs that seem to be running.
        `running` are runs that can be gone on with, `open_folders` those of their commands."""
        left = os.listdir(self.temporary)
        ours = [name for name in left if name.startswith("mpigauge")]
        if ours:
            self.row.found("left behind", "%s: in TMPDIR: %s" % (after, ours[:5]))
        unfinished = self.unfinished_files(open_folders)
        if unfinished:
            self.row.found("left behind", "%s: unfinished files: %s" % (after, unfinished[:5]))
        for path in unfinished:
            with contextlib.suppress(OSError):
                os.remove(path)
        self.check_shared_memory(after)
        # The files that a killed mpirun leaves are its own.
        self.row.add("files of a killed mpirun", len(left) - len(ours))
        for name in left:
            shutil.rmtree(os.path.join(self.temporary, name), ignore_errors=True)
        still = [row[0] for row in self.query("SELECT run_id FROM runs WHERE status = 'running'") if row[0] not in running]
        if still:
            self.row.found("left behind", "%s: runs that nobody makes are 'running': %s" % (after, still))

    def check_next_command(self, after):
        """A small run works, and afterwards nothing is left of what was killed."""
        self.make_older()
        code, out, err = self.run(*self.measuring("--launches", "1"))
        if code != 0:
            self.row.found("wrong answer", "%s: the next run ends with %d: %s%s" % (after, code, out[-300:], err[-500:]))
        return code == 0

    def runs(self):
        return json.loads(self.in_store("runs", "--format", "json")[1])
