"""The checks after each attack: nothing is lost, torn or left behind, and the next command works."""
import contextlib
import os
import shutil
import signal
import subprocess
import time

from testing.processes import left_behind


class Checks:
    """The part of a World that looks at it."""

    def check_no_process_is_left(self, after):
        left = left_behind(self.mark, meanwhile=self.note_shared_memory)
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
        `running` are runs that can be resumed, `open_folders` those of their commands."""
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
