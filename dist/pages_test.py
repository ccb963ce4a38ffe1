"""The commands that README.md and docs/use print are run as users type them, with the mpigauge of the tarball, and with
copies of the machine's Open MPI where the pages have installs in /opt. dist/pages.py says which commands cannot run
here, and why; a command that is neither run nor named there fails.

Commands that measure get options that make them short; with --config=lab they run as printed."""
import contextlib
import glob
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import unittest
import urllib.parse

from bazel.lab import BY_DESIGN, LAB
from dist.pages import IN_STORE, PAGES, Page
from docs.code_blocks import code_blocks
from testing.postgres import PASSWORD, USER, Postgres
from testing.services import free_ports
from testing.slurm_cluster import SlurmCluster

TARBALL = os.path.abspath("dist/mpigauge.tar.gz")
COPY_OPENMPI = os.path.abspath("testing/copy_openmpi")
PROGRAM = os.path.abspath("lab/examples/halo-exchange")
with open("VERSION") as version:
    VERSION = version.read().strip()

SHELLS = ("", "sh", "bash", "shell")
PATIENCE_SECONDS = 1800 if LAB else 240
SHORT_BENCH = "--passes=1 --observations=5 --sizes=8,65536"
FEW_CASES = "^(allreduce|bcast|ping_pong)/"
# The standard suite takes minutes with any options but these.
ALWAYS_SHORT = "--suite[ =]standard"
# Ranks of the pages' applications outnumber the processors here.
CROWDED = "OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none"
POSTGRES_URL = "postgresql://bench@db.example.org/mpigauge"


def commands(path):
    """Returns the commands of its shell blocks, in order: a list of (line of the page, command)."""
    page, found = PAGES.get(path), []
    for block in code_blocks(path):
        if block.language not in SHELLS:
            continue
        prompts = [(number, text[2:]) for number, text in block.lines if text.startswith("$ ")]
        if block.fenced and not prompts:
            continue  # what a command prints
        begun = None  # a text in quotes goes on in the next line
        for number, text in prompts or block.lines:
            if page and text in page.printed:
                break
            text = re.sub(r" \[--[^]]*\]", "", re.split(r"\s{2,}|\s#\s", text)[0])  # what the page says beside it
            if begun:
                number, text = begun[0], begun[1] + "\n" + text
            begun = (number, text) if text.count("'") % 2 else None
            if not begun and text and not text.startswith("#"):
                found.append((number, text))
        if begun:
            raise ValueError("%s:%d: a quote is not closed: %s" % (path, *begun))
    return found


class Shell:
    """A shell that stays, so that a page's commands share their folder and their variables."""

    def __init__(self, folder, environment):
        self.process = subprocess.Popen(["bash", "--norc", "--noprofile"], cwd=folder, env=environment, text=True,
                                        errors="replace", stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, start_new_session=True)

    def run(self, command):
        """Its exit code and what it prints. `$?` is the code of the command before. A shell that ends has no code."""
        self.process.stdin.write("{\n%s\n} </dev/null; code=$?; printf '\\n@@ %%s\\n' $code; (exit $code)\n" % command)
        self.process.stdin.flush()
        watch = threading.Timer(PATIENCE_SECONDS, self.kill)
        watch.start()
        printed = ""
        for line in self.process.stdout:
            if line.startswith("@@ "):
                watch.cancel()
                return int(line[3:]), printed
            printed += line
        watch.cancel()
        return None, printed

    def kill(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def close(self):
        self.process.stdin.close()
        self.kill()
        self.process.wait()
        self.process.stdout.close()


def shortened(command):
    """The same with fewer launches and observations, where it measures."""
    if LAB and not re.search(ALWAYS_SHORT, command):
        return command
    if "mpigauge-bench" in command and re.match(r"mpirun ", command):
        few = " --benchmark_filter='%s'" % FEW_CASES if re.search(ALWAYS_SHORT, command) else ""
        return command + few + " " + SHORT_BENCH
    measures = re.match(r"\S*mpigauge (run|gate) ", command + " ")
    if not measures or re.search(r" --(run|dry-run|list)\b", command):
        return command
    command = re.sub(r" --(max-)?launches \S+", "", command) + " --launches 2"
    if measures[1] == "gate":
        command += " --max-launches 2"
    elif "--baseline" in command:
        command += " --no-keep-library"
    if not re.search("--suite network| --filter ", command):
        command += " --filter '%s'" % FEW_CASES
    return command + " -- " + SHORT_BENCH


def codes_of(page, command):
    """The exit codes that it may have."""
    if command in page.codes:
        return page.codes[command]
    if LAB and command in page.verdicts:
        return page.verdicts[command]
    if re.match(r"\S*mpigauge gate ", command):
        return (0, 1, 2)  # verdicts; few launches decide little
    if not LAB and re.match(r"mpirun .*mpigauge-bench", command):
        return (0, 3)  # of five observations all may be late on a busy machine
    return (0, 3) if re.match("mpigauge doctor", command) else (0,)


class PagesTest(unittest.TestCase):
    def test_each_page_is_known(self):
        pages = ["README.md", *glob.glob("docs/use/*.md")]
        self.assertGreater(len(pages), 15)
        self.assertEqual(sorted(PAGES), sorted(pages))

    def test_every_command_named_for_a_page_is_on_it(self):
        for path, page in PAGES.items():
            there = {command for _, command in commands(path)}
            lines = {text for block in code_blocks(path) for _, text in block.lines}
            run = {*page.slow, *page.before, *page.instead, *page.codes, *page.verdicts, *page.says}
            self.assertEqual({*run, *page.not_run} - there, set(), path)
            self.assertEqual({*page.not_run} & run, set(), path)
            self.assertEqual(set(page.printed) - lines, set(), path)

    def test_commands_are_read_as_a_shell_reads_them(self):
        found = dict(commands("docs/use/first_gate.md")).values()
        self.assertIn("mpigauge run --mpi /opt/openmpi-5.0.6 --baseline release", found)  # without its comment
        self.assertTrue(any("--candidate-label slowed --candidate-preload $prefix/" in text for text in found), found)
        self.assertFalse(any(text.startswith("PASS") for text in found), found)


class RunTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.addClassCleanup(cls.stack.close)
        cls.folder = cls.stack.enter_context(tempfile.TemporaryDirectory(prefix="pages-"))
        cls.opt = os.path.join(cls.folder, "opt")
        cls.prefix = os.path.join(cls.opt, "mpigauge-" + VERSION)
        os.mkdir(cls.opt)
        bench = "mpigauge-%s/bin/mpigauge-bench" % VERSION
        subprocess.run(["tar", "-C", cls.folder, "-xf", TARBALL, bench], check=True)
        told = subprocess.run([os.path.join(cls.folder, bench), "--version"], stdout=subprocess.PIPE, check=True).stdout
        if b"built for Open MPI" not in told:
            raise unittest.SkipTest(BY_DESIGN + "the pages' commands are those of an mpigauge for Open MPI")
        for prefix in ("openmpi-5.0.6", "openmpi-5.0.7"):
            subprocess.run([COPY_OPENMPI, os.path.join(cls.opt, prefix)], check=True)

    def make_folder(self, path):
        """Where the commands of a page run: with an application, and nothing else."""
        folder = os.path.join(self.folder, re.sub(r"\W", "-", path))
        os.mkdir(folder)
        with open(os.path.join(folder, "solver"), "w") as file:
            file.write("#!/bin/sh\nexec '%s' --steps 20 --reduce-every 5 --no-check\n" % PROGRAM)
        os.chmod(os.path.join(folder, "solver"), 0o755)
        return folder

    def environment(self):
        """Nothing of the build is seen. `module` is a function of the shell."""
        return {"PATH": os.path.join(self.prefix, "bin") + ":/usr/bin:/bin:/usr/sbin:/sbin", "HOME": self.folder,
                "prefix": self.prefix, "LC_ALL": "C.UTF-8", "OMPI_ALLOW_RUN_AS_ROOT": "1",
                "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}

    def newest(self, table, time):
        """The beginning of an id in the store of the page."""
        with contextlib.closing(sqlite3.connect(os.path.join(self.here, "mpigauge.sqlite"))) as store:
            return store.execute("SELECT * FROM %s ORDER BY %s DESC" % (table, time)).fetchone()[0][:8]

    def server_environment(self):
        """For PostgreSQL's own commands."""
        password = urllib.parse.unquote(PASSWORD)
        return "PGHOST=127.0.0.1 PGPORT=%d PGDATABASE=postgres PGUSER=%s PGPASSWORD='%s'" % (
            self.server.port, USER, password)

    def as_typed_here(self, command):
        """The page's command with the folders, ids and servers of this test."""
        command = shortened(command)
        command = command.replace("./mpigauge-bench-mpich-4.1", "./mpigauge-bench-mpich-*")
        command = command.replace("/opt/mpich-4.1", "mpich").replace("bazel-bin/dist/mpigauge.tar.gz", TARBALL)
        command = command.replace("/path/to/libmpigauge_trace.so", "$prefix/lib/mpigauge/libmpigauge_trace.so")
        command = re.sub(r"(?<![\w.])/opt\b", self.opt, command)
        command = self.with_places(command)
        if "3f2a" in command:
            newest = self.newest(*(("gates", "decided_at") if "--gate" in command else ("runs", "started_at")))
            command = re.sub(r"\b3f2a(77c1)?\b", newest, command)
        if " RUN" in command:
            command = re.sub(r" RUN\b", " " + self.newest("runs", "started_at"), command)
        if POSTGRES_URL in command:
            command = command.replace(POSTGRES_URL, self.database())
        if re.search(r"\b(create(user|db)|psql) ", command):
            command = "(export %s; %s)" % (self.server_environment(), command)
        if "mpirun " in command:
            command = "(export %s; %s)" % (CROWDED, command)
        if command.startswith("mpigauge clean"):
            command = "mkdir -p tmp; TMPDIR=tmp " + command  # not those of other tests
        if command.startswith("mpigauge serve"):  # it goes on until it is asked to end, and then ends well
            listen = "" if "--listen" in command else " --listen 127.0.0.1:0"
            command = "%s%s & server=$!; sleep 2; kill $server; wait $server" % (command, listen)
        return command

    def with_places(self, text):
        for place, other in self.places.items():
            text = text.replace(place, other)
        return text

    def write_file(self, path, name):
        """The page's file whose first comment is its name."""
        with open(path) as page:
            text = re.search(r"```\w+\n((?:#!.*\n)?# %s\n[^`]*)```" % re.escape(name), page.read()).group(1)
        file = os.path.join(self.here, self.with_places(name))
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w") as out:
            out.write(self.with_places(text))

    def database(self):
        """The URL of the page's database: one of the test's, until the page makes its own."""
        if self.url is None:
            self.url = self.server.new_database("early")
        return self.url

    def prepare(self, shell, path, step):
        """A command of the test, or `toml FILE`, the page's example of a file, or `file NAME`, the page's file of that
        name, or `database NAME`, an empty one, or `store`, a store with what IN_STORE measures, or `postgres`, a server of
        the page's own, or `clients`, after which connections to any host lead there, or `slurm`, a cluster."""
        if step.startswith("toml "):
            text = next(block.text() for block in code_blocks(path) if block.language == "toml")
            with open(os.path.join(self.here, step.split()[1]), "w") as file:
                file.write(text)
        elif step.startswith("file "):
            self.write_file(path, step.split()[1])
        elif step == "postgres":
            self.server = self.stack.enter_context(Postgres())
        elif step == "clients":
            shell.run("export PGSYSCONFDIR=$PWD/etc/postgresql-common PGPASSFILE=~/.pgpass PGHOSTADDR=127.0.0.1 PGPORT=%d"
                      % self.server.port)
        elif step == "slurm":
            cluster = self.stack.enter_context(SlurmCluster(nodes=1))
            shell.run("export SLURM_CONF=" + cluster.environment["SLURM_CONF"])
        elif step.startswith("database "):
            self.url = self.server.new_database(step.split()[1])
        elif step == "store":
            self.assertFalse(os.path.exists(os.path.join(self.here, "mpigauge.sqlite")), path + ": it has one already")
            shutil.copy(self.measured_store(), self.here)
        else:
            self.type(shell, PAGES[path], step)

    def type(self, shell, page, command):
        typed = self.as_typed_here(command)
        code, printed = shell.run(typed)
        self.assertIn(code, codes_of(page, command), "%s:\n%s" % (typed, printed))

    def measured_store(self):
        """The path of the store that IN_STORE makes, when it is first asked for."""
        path = os.path.join(self.folder, "measured", "mpigauge.sqlite")
        if not os.path.exists(path):
            here, self.here = self.here, self.make_folder("measured")
            with contextlib.closing(Shell(self.here, self.environment())) as shell:
                for command in IN_STORE:
                    self.type(shell, Page(), command)
            self.here = here
        return path

    def run_page(self, path):
        page, begun = PAGES[path], set()
        self.here, self.url, self.server = self.make_folder(path), None, self.shared_server
        self.places = {place: other.replace("$PWD", self.here) for place, other in page.here.items()}
        self.places.update((":%d" % port, ":%d" % free) for port, free in zip(page.ports, free_ports(len(page.ports))))
        shell = Shell(self.here, self.environment())
        self.stack.callback(shell.close)
        shell.run("source /usr/share/modules/init/bash")
        for number, command in commands(path):
            if command in page.not_run or (command in page.slow and not LAB):
                continue
            if command not in begun:
                begun.add(command)
                for step in page.before.get(command, ()):
                    self.prepare(shell, path, step)
            typed = self.as_typed_here(page.instead.get(command, command))
            code, printed = shell.run(typed)
            where = "%s:%d: %s\n%s" % (path, number, typed, printed)
            self.assertIn(code, codes_of(page, command), where)
            if code == 3 and "mpigauge-bench" in command:
                self.assertIn("no valid observation", printed, where)
            if command in page.says:
                self.assertRegex(printed, page.says[command], where)
            if command.startswith("createdb "):
                self.url = "postgresql://bench:secret@127.0.0.1:%d/%s" % (self.server.port, command.split()[1])

    def test_every_command_of_every_page(self):
        """The first page installs what the others use."""
        self.shared_server = self.stack.enter_context(Postgres())
        for path in PAGES:
            with self.subTest(page=path):
                self.run_page(path)


if __name__ == "__main__":
    unittest.main()
