"""Kills at random moments: of mpigauge while it runs, gates, imports or works as a pipeline, and of mpirun or single ranks
below it. Moments, signals and victims are drawn from a seed."""
import contextlib
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import time
import uuid

from lab.end_to_end.pipeline.pipeline_testing import CONFIG, HARMLESS, SLOWER
from testing.services import die_with_parent
from lab.attacks.rate import check_false_fails, tell_false_fail
from lab.attacks.world import PATIENCE_SECONDS, TIME_LIMIT, World

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
MPIRUN = ("mpirun", "mpirun.openmpi", "orterun", "prterun", "mpiexec", "mpiexec.hydra")  # as processes are called
BENCH = ("mpigauge-bench",)

GATE_FILTER = "^allreduce/bytes:8/|^barrier/|spin"
GATE_MEASURE = ["--passes", "3", "--observations", "10"]
SLOW = "MPIGAUGE_SLOW=MPI_Allreduce:*3"
# Killed so often at most: a gate has to end, too.
MOST_KILLS_OF_ONE = 9


def as_in_a_terminal():
    """A program that is started dies with us, and does not inherit that Ctrl-C is ignored, as in a script's
    background."""
    die_with_parent()
    for number in SIGNALS[1:]:
        signal.signal(number, signal.SIG_DFL)


class Kills:
    def __init__(self, programs, draw, row):
        self.programs = programs
        self.draw = draw
        self.row = row
        self.seconds = {}  # how long each command takes when nobody kills it

    def world(self):
        return World(self.programs, self.row)

    def moment(self, world, words):
        """A random one in the life of this command, or shortly after its end."""
        name = words[words.index("--store") + 2] if "--store" in words else words[0]
        if name not in self.seconds:
            return name, self.draw.uniform(0, 3)
        return name, self.draw.uniform(0, 1.05 * self.seconds[name])

    def kill(self, world, words, victims=("mpigauge",)):
        """Starts a command and kills one of the victims at a random moment. Returns the victim, the signal (None: it
        had ended before), the exit code and the output."""
        name, moment = self.moment(world, words)
        begin = time.monotonic()
        process = world.start(*words, preexec_fn=as_in_a_terminal)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(moment)
        victim = self.draw.choice(victims)
        number = self.draw.choice(SIGNALS)
        hit = None
        if process.poll() is None:
            world.note_shared_memory()
            pid = process.pid
            if victim != "mpigauge":
                names = MPIRUN if victim == "mpirun" else BENCH
                below = [one for program in names for one in world.processes(program)]
                pid = self.draw.choice(sorted(below)) if below else None
            if pid is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
                    hit = number
        code = process.wait(PATIENCE_SECONDS)
        if hit is None and code == 0:
            self.seconds[name] = time.monotonic() - begin
        if hit is not None:
            self.row.tried += 1
            self.row.add("%s of %s" % (signal.Signals(hit).name, victim))
        out, err = world.printed()
        if "the time limit of the launch is over" in err:
            self.row.add("launches that waited until their time limit")
        self.check_end(victim, hit, code, words, err)
        return victim, hit, code, out, err

    def check_end(self, victim, hit, code, words, err):
        """Only what was killed by us may end by a signal, and what is stopped says so."""
        if code >= 0 or (victim == "mpigauge" and hit is not None and code == -hit):
            return
        self.row.found("crash", "%s: exit code %d after %s of %s: %s" % (" ".join(words), code, hit, victim, err[-500:]))

    def after_a_kill(self, world, what, series=None, running=(), open_folders=()):
        world.check_no_process_is_left(what)
        world.check_store_is_whole(what, series)
        if world.check_next_command(what):
            world.check_nothing_is_left(what, running, open_folders)

    # ---- mpigauge run

    def attack_run(self, world):
        words = world.measuring("--launches", "4")
        before = {row[0] for row in world.query("SELECT run_id FROM runs")}
        victim, hit, code, _, err = self.kill(world, words, ("mpigauge", "mpigauge", "mpirun", "rank"))
        what = "run, %s of %s" % (hit, victim)
        ended = [int(number) for number in re.findall(r"^(\d) of 4 launches", err, re.M)]
        rows = world.query("SELECT run_id, status FROM launches")
        new = [status for run, status in rows if run not in before]
        stopped = code == 3 and "stopped" in err  # the last one that ended was stopped: it is named, and not kept
        if ended and len(new) < max(ended) - stopped:
            self.row.found("loss", "%s: %d launches had ended, %d are stored" % (what, max(ended), len(new)))
        if hit is not None and victim != "mpigauge":
            # One launch was hit: the others are complete, and that one is named.
            if code not in (0, 3) or len(new) != 4 or new.count("complete") < 3:
                self.row.found("wrong answer", "%s: exit code %d, launches %s: %s" % (what, code, new, err[-500:]))
            if new.count("complete") < 4 and "launch" not in err:
                self.row.found("wrong answer", "%s: the launch is not named: %s" % (what, err[-500:]))
        if code == 3 and re.search(r"stopped; run \S+ keeps \d+ launch(es)? that had finished", err):
            self.check_named_run(world, what, err)
        self.after_a_kill(world, what, series=1)

    def check_named_run(self, world, what, err):
        """Checks that the launches that the message promises are there."""
        run, complete = re.search(r"run (\S+) keeps (\d+) launch", err).groups()
        stored = world.query("SELECT count(*) FROM launches WHERE run_id = '%s' AND status = 'complete'" % run)[0][0]
        if stored != int(complete):
            self.row.found("loss", "%s: run %s has %d launches, the message says %s" % (what, run, stored, complete))

    def runs(self, kills):
        with self.world() as world:
            while self.row.wants_more(kills):
                self.attack_run(world)

    # ---- mpigauge import

    def records(self, world, launches):
        """A folder of this many records of one run, made of one that was measured."""
        if not hasattr(self, "example"):
            folder = world.path("example")
            code, _, err = world.run(*world.measuring("--launches", "1", "--keep-records", folder))
            assert code == 0, err
            with open(os.path.join(folder, os.listdir(folder)[0])) as file:
                self.example = file.read()
        folder = world.path("records-" + uuid.uuid4().hex)
        os.mkdir(folder)
        run = str(uuid.uuid4())
        for index in range(launches):
            record = json.loads(self.example)
            record["mpigauge"].update(run_id=run, launch_id=str(uuid.uuid4()), launch_index=index)
            with open(os.path.join(folder, "%d.json" % index), "w") as file:
                json.dump(record, file)
        return folder, run

    def attack_import(self, world, launches=150):
        folder, run = self.records(world, launches)
        words = world.words("import", folder)
        _, hit, code, _, _ = self.kill(world, words)
        what = "import, %s" % hit
        world.check_store_is_whole(what, series=1)
        kept = world.query("SELECT count(*) FROM launches WHERE run_id = '%s'" % run)
        kept = kept[0][0] if kept else 0
        if code == 0 and kept != launches:
            self.row.found("loss", "%s: exit code 0 with %d of %d launches" % (what, kept, launches))
        code, out, err = world.run(*words)
        added = launches - kept
        if code != 0 or "%d launch%s added, %d there" % (added, "" if added == 1 else "es", kept) not in out:
            self.row.found("wrong answer", "%s: repeated with %d there: %d, %s%s" % (what, kept, code, out, err[-500:]))
        world.check_store_is_whole(what + ", repeated", series=1)
        world.check_nothing_twice(what)
        self.row.add("imports repeated")
        shutil.rmtree(folder)

    def imports(self, kills):
        while self.row.wants_more(kills):
            with self.world() as world:  # a new one: a store that grows makes the moments early ones
                for _ in range(10):
                    if self.row.wants_more(kills):
                        self.attack_import(world)

    # ---- mpigauge gate

    def gate_words(self, world, slow, folder, against):
        words = world.words("gate", "--candidate-bench", self.programs.bench, "--filter", GATE_FILTER, "--tolerance", "50%",
                            "--max-launches", "12", "--format", "json", *TIME_LIMIT)
        words += ["--baseline", against] if against else ["--baseline-bench", self.programs.bench]
        if folder:
            words += ["--folder", folder]
        if slow:
            words += ["--candidate-preload", self.programs.slow, "--candidate-env", SLOW]
        return words + ["--"] + GATE_MEASURE

    def attack_gate(self, world, number, kills):
        """One gate, killed some times and then run to its end; its verdict is the true one."""
        slow = self.draw.random() < 0.5
        folder = world.path("gate-%d" % number) if self.draw.random() < 0.7 else None
        against = "base" if self.draw.random() < 0.4 else None
        words = self.gate_words(world, slow, folder, against)
        what = "gate of %s libraries" % ("unequal" if slow else "equal")
        what += (", stored" if against else "") + (", folder" if folder else "")
        for _ in range(self.draw.randint(1, MOST_KILLS_OF_ONE)):
            if not self.row.wants_more(kills):
                break
            victim, hit, code, out, err = self.kill(world, words, ("mpigauge", "mpigauge", "mpirun", "rank"))
            if code in (0, 1, 2):
                self.check_verdict(world, what, slow, code, out, hit)
            self.after_a_kill(world, "%s, %s of %s" % (what, hit, victim), running=self.open_runs(world),
                              open_folders=[folder] if folder else [])
        code, out, err = world.run(*words)
        if code not in (0, 1, 2):
            self.row.found("wrong answer", "%s: repeated, exit code %d: %s" % (what, code, err[-500:]))
            return
        self.row.add("gates repeated")
        self.check_verdict(world, what + ", repeated", slow, code, out, None)
        world.check_nothing_twice(what)
        world.check_nothing_is_left(what, self.open_runs(world))

    def open_runs(self, world):
        """Runs in folders of gates: they can be resumed, and stay as they are."""
        found = set()
        for path in glob.glob(world.path("gate-*/*/campaign.json")):
            with open(path) as file:
                found |= set(json.load(file)["run_ids"])
        return found

    def check_verdict(self, world, what, slow, code, out, hit):
        answer = json.loads(out)
        if ["pass", "fail", "inconclusive"].index(answer["verdict"]) != code:
            self.row.found("wrong answer", "%s: verdict %s, exit code %d" % (what, answer["verdict"], code))
        self.row.add("%s libraries: %s" % ("unequal" if slow else "equal", answer["verdict"]))
        if not slow and code == 1:
            tell_false_fail(self.row, what, answer)
        if slow and code == 0:
            self.row.found("wrong verdict", "%s: a library that is three times slower passes" % what)
        runs = world.query("SELECT comparison FROM gates ORDER BY decided_at DESC LIMIT 1")
        ids = json.loads(runs[0][0]).get("runs", {}).get("candidate", []) if runs else []
        lost = world.query("SELECT status FROM launches WHERE run_id IN (%s) AND status IN ('crashed', 'hung', 'failed')" %
                           ",".join("'%s'" % one for one in ids))
        if lost and "launch" not in " ".join(answer["notes"]) + answer["losses"]["text"]:
            self.row.found("wrong answer", "%s: %s is not named: %s" % (what, lost, answer["notes"]))

    def gates(self, kills):
        with self.world() as world:
            code, _, err = world.in_store("run", "--bench", self.programs.bench, "--launches", "6", "--baseline", "base",
                                          "--filter", GATE_FILTER, "--", *GATE_MEASURE)
            assert code == 0, err
            number = 0
            while self.row.wants_more(kills):
                self.attack_gate(world, number, kills)
                number += 1
        check_false_fails(self.row, "equal libraries: ")

    # ---- mpigauge ci

    def install(self, world, name, parameters):
        prefix = world.path(name)
        subprocess.run([self.programs.copy_openmpi, prefix], check=True)
        with open(os.path.join(prefix, "etc/openmpi-mca-params.conf"), "a") as file:
            file.write(parameters)

    def records_of_pipeline(self, world):
        """Launches whose records are finished and may not have been stored yet."""
        found = set()
        for path in glob.glob(world.path("mpigauge-ci/updates/*/*/*/*/launch-*.json")):
            with contextlib.suppress(FileNotFoundError), open(path) as file:
                found.add(json.load(file)["mpigauge"]["launch_id"])
        return found

    def attack_pipeline(self, kills):
        """A first library and an update, each killed some times and then run to its end."""
        slow = self.draw.random() < 0.5
        with self.world() as world:
            world.store = world.path("mpigauge.sqlite")
            with open(world.path("mpigauge.toml"), "w") as file:
                file.write(CONFIG % (self.programs.bench, "50%"))
            for name, parameters in [("openmpi-1", ""), ("openmpi-2", SLOWER if slow else HARMLESS)]:
                self.install(world, name, parameters)
                for _ in range(self.draw.randint(1, MOST_KILLS_OF_ONE)):
                    if not self.row.wants_more(kills):
                        break
                    victim, hit, _, _, _ = self.kill(world, ["ci"])
                    world.complete |= self.records_of_pipeline(world)
                    world.check_no_process_is_left("ci, %s" % hit)
                code, _, err = world.run("ci")
                if code not in (0, 1, 2):
                    self.row.found("wrong answer", "ci, repeated: exit code %d: %s" % (code, err[-500:]))
                world.check_store_is_whole("ci, repeated")
                world.check_nothing_twice("ci, repeated")
            self.check_updates(world, slow)
            world.make_older()
            world.check_next_command("ci")
            world.check_nothing_is_left("ci")

    def check_updates(self, world, slow):
        code, out, err = world.run("ci", "status", "--format", "json")
        updates = json.loads(out)["updates"] if code == 0 else []
        verdicts = [update["verdict"] for update in updates]
        if len(verdicts) != 2 or verdicts[0] != "baseline" or {update["state"] for update in updates} != {"done"}:
            what = [(one["verdict"], one["state"], one["problem"]) for one in updates]
            self.row.found("wrong answer", "ci: %s %s" % (what, err))
            return
        self.row.add("pipelines ended")
        self.row.add("%s libraries: %s" % ("unequal" if slow else "equal", verdicts[1]))
        if slow and verdicts[1] == "pass":
            self.row.found("wrong verdict", "ci: an algorithm that takes twice as long passes")
        gates = world.query("SELECT count(*) FROM gates")[0][0]
        if gates != 1:
            self.row.found("loss", "ci: %d gates of one update" % gates)

    def pipelines(self, kills):
        while self.row.wants_more(kills):
            self.attack_pipeline(kills)
        check_false_fails(self.row, "equal libraries: ")
