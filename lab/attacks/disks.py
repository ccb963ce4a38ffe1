"""Disks that are full: as TMPDIR, as the place of the store, and as the place that is written to. By small file
systems; and without a mount, by /dev/full and by a limit of files' sizes."""
import contextlib
import os
import re
import resource
import signal
import subprocess

from testing.allowed import mounts
from testing.services import small_disk
from lab.attacks.world import QUICK, World


def limit_files(size):
    """For subprocess.Popen(preexec_fn=...): no file grows beyond so many bytes."""

    def apply():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # as a full disk: an error, not a signal
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return apply


class Disks:
    def __init__(self, programs, draw, row):
        self.programs = programs
        self.draw = draw
        self.row = row

    def check(self, world, what, code, out, err, names):
        """An error, not a crash; it names the file or its folder, or the variable that says where it lies."""
        self.row.tried += 1
        self.row.add("exit code %d" % code)
        if code not in (1, 2, 3, 4):
            self.row.found("wrong answer", "%s: exit code %d: %s%s" % (what, code, out[-300:], err[-300:]))
        elif not any(name in err for name in names):
            self.row.found("wrong answer", "%s: the error names none of %s: %s" % (what, names, err[-500:]))
        world.check_no_process_is_left(what)
        world.check_store_is_whole(what)

    def gate_words(self, world):
        return world.words("gate", "--baseline-bench", self.programs.bench, "--candidate-bench", self.programs.bench,
                           "--tolerance", "400%", "--max-launches", "6", *QUICK)

    def commands(self, world):
        return {"run": world.measuring("--launches", "6"), "gate": self.gate_words(world)}

    # ---- TMPDIR

    def small_temporary_folder(self, world, size):
        """Enough for no output at all, for some output, and for some launches."""
        with small_disk(size) as disk:
            for name, words in self.commands(world).items():
                # MPI keeps its own files elsewhere: what fails is ours.
                environment = dict(world.environment, TMPDIR=disk, OMPI_MCA_orte_tmpdir_base=world.temporary)
                code, out, err = world.run(*words, env=environment)
                if code == 0:
                    self.row.add("there was room")
                    continue
                self.check(world, "%s, TMPDIR of %s" % (name, size), code, out, err, ["TMPDIR", disk, "launch"])

    # ---- the store

    def fill(self, disk, left):
        """Leaves so many bytes of a file system."""
        free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
        with open(os.path.join(disk, "filling"), "wb") as file, contextlib.suppress(OSError):
            file.write(b"\0" * max(0, free - left))

    def full_store(self, world, left):
        with small_disk("3m") as disk:
            world.store, world.complete = os.path.join(disk, "store.sqlite"), set()
            code, _, err = world.run(*world.measuring("--launches", "2", "--baseline", "base", "--no-keep-library"))
            assert code == 0, err
            world.check_store_is_whole("before the disk is full")
            self.fill(disk, left)
            for name, words in self.commands(world).items():
                words = [word if word != "6" else "30" for word in words]
                code, out, err = world.run(*words)
                if code in (0, 2):
                    self.row.add("there was room")
                    continue
                self.check(world, "%s, %d bytes left beside the store" % (name, left), code, out, err, [world.store, disk])
            for words in (["runs"], ["show", "base"], ["compare", "base", "base", "--tolerance", "400%"]):
                code, _, err = world.in_store(*words)
                if code not in (0, 2):
                    self.row.found("wrong answer", "%s beside a full disk: %d, %s" % (words, code, err[-300:]))
            os.remove(os.path.join(disk, "filling"))
            if world.check_next_command("there is room again"):
                world.check_store_is_whole("there is room again")

    # ---- what is written

    def exports(self, disk):
        """Each kind of output, to a file in that folder."""
        def at(name):
            return os.path.join(disk, name)

        gate = ["gate", "--baseline", "base", "--run", "latest", "--tolerance", "400%"]
        return [
            (["export", "--textfile", at("m.prom")], at("m.prom")),
            (["export", "--openmetrics", at("m.om")], at("m.om")),
            (["export", "--records", at("records")], at("records")),
            (["report", "--compare", "base", "latest", "-o", at("r.html")], at("r.html")),
            (gate + ["--output", "junit:" + at("j.xml")], at("j.xml")),
            (gate + ["--output", "markdown:" + at("m.md")], at("m.md")),
            (["plot", "barrier/ranks:2", "--svg", at("p.svg")], at("p.svg")),
            (["plot", "barrier/ranks:2", "--png", at("p.png")], at("p.png")),
            (["store", "copy", "STORE", at("copy.sqlite")], at("copy.sqlite")),
        ]

    def write(self, world, words, **more):
        return world.in_store(*(world.store if word == "STORE" else word for word in words), **more)

    def full_target(self, world):
        with small_disk("64k") as disk:
            self.fill(disk, 0)
            for words, file in self.exports(disk):
                code, out, err = self.write(world, words)
                self.check(world, " ".join(words[:2]), code, out, err, [file, disk])
                left = set(os.listdir(disk)) - {"filling", "records"}
                if left - {"copy.sqlite"}:
                    self.row.found("left behind", "%s: a part of it is there: %s" % (" ".join(words[:2]), left))
                for name in left:
                    os.remove(os.path.join(disk, name))

    def limited_files(self, world):
        """With the smaller limit the store cannot be opened either: that is named, too."""
        folder = world.path("limited")
        os.makedirs(folder)
        for size in (512, 40000):
            for words, file in self.exports(folder):
                code, out, err = self.write(world, words, preexec_fn=limit_files(size))
                if code in (0, 1, 2) and os.path.exists(file):
                    self.row.add("there was room")
                    continue
                what = "%s with files up to %d bytes" % (" ".join(words[:2]), size)
                self.check(world, what, code, out, err, [file, folder, world.store, "TMPDIR"])

    def device(self, world):
        """/dev/full, as a file and as standard output."""
        for words, _ in self.exports("/dev/full-is-no-folder"):
            if words[-1].endswith("records") or words[0] == "store":
                continue
            words = [re.sub("/dev/full-is-no-folder.*", "/dev/full", word) for word in words]
            code, out, err = self.write(world, words)
            self.check(world, " ".join(words), code, out, err, ["/dev/full"])
        for words in (["runs"], ["runs", "--format", "json"], ["show"], ["compare", "base", "latest"], ["baseline", "list"],
                      ["history"], ["export", "--openmetrics", "-"]):
            with open("/dev/full", "wb") as out:
                done = subprocess.run([self.programs.mpigauge, *world.words(*words)], stdout=out, stderr=subprocess.PIPE,
                                      text=True, env=world.environment, cwd=world.folder)
            self.check(world, "%s >/dev/full" % " ".join(words), done.returncode, "", done.stderr, ["standard output"])
        if not os.path.exists("/dev/full") or os.path.isfile("/dev/full"):
            self.row.found("loss", "/dev/full was replaced")

    def measure(self, world):
        """Stores the runs that exports need: a plot over runs needs two."""
        for _ in range(2):
            code, _, err = world.run(*world.measuring("--launches", "1", "--baseline", "base", "--no-keep-library"))
            assert code == 0, err
        world.check_store_is_whole("before disks are full")

    def check_end(self, world):
        world.make_older()
        world.check_next_command("disks that were full")
        world.check_nothing_is_left("disks that were full")

    def small_disks(self, sizes, lefts):
        if mounts():
            self.row.add("not tried: " + mounts())
            return
        for left in lefts:
            with World(self.programs, self.row) as world:
                self.full_store(world, left)
        with World(self.programs, self.row) as world:
            for size in sizes:
                self.small_temporary_folder(world, size)
            self.check_end(world)
            self.measure(world)
            self.full_target(world)
            self.check_end(world)

    def files(self):
        with World(self.programs, self.row) as world:
            self.measure(world)
            self.limited_files(world)
            self.device(world)
            self.check_end(world)
