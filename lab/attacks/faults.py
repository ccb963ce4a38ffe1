"""Faults in the ranks of a candidate that is otherwise as fast as the baseline: it never passes without a word."""
import json

from lab.attacks.world import World
from testing.allowed import turns

# The faults of one rank that the variable MPIGAUGE_FAULT can name (harness/testing/bad_bench.cc), and the exit codes
# that a gate may have if every launch has the fault: 1 fail, 3 nothing could be measured. Where some launches have it,
# the gate may be inconclusive, too (2). It never passes (0).
FAULTS = {"error": (1,), "throw": (1,), "wrong-data": (1,), "crash": (1, 3), "abort": (1, 3), "hang": (1, 3)}
SHARES = (1, 0.5)  # of the launches
# Six launches prove enough, but not where /dev/shm holds one of each library alone.
MOST = "8" if turns(2)() else "6"
WORDS = ["--filter", "^faulty/|^good/", "--tolerance", "400%", "--max-launches", MOST, "--format", "json"]
BENCH_WORDS = ["--", "--passes", "3", "--watchdog", "10s"]


class Faults:
    def __init__(self, programs, draw, row):
        self.row = row
        self.bench = programs.bad_bench
        self.draw = draw
        self.world = World(programs, row)

    def gate(self, against, fault=None, share=1):
        words = ["gate", *WORDS, "--candidate-bench", self.bench, "--seed", str(self.draw.randrange(1, 10**6))]
        words += ["--baseline", against, "--launches", "5"] if against else ["--baseline-bench", self.bench]
        if fault:
            words += ["--candidate-env", "MPIGAUGE_FAULT=%s:%g" % (fault, share)]
        return self.world.in_store(*words, *BENCH_WORDS)

    def faults_that_came(self):
        """Launches of the newest run that did not end well, and those with a fault in a result."""
        query = """SELECT count(*) FROM launches WHERE run_id = (SELECT run_id FROM runs WHERE plan LIKE '%MPIGAUGE_FAULT%'
                   ORDER BY started_at DESC LIMIT 1) AND (status NOT IN ('complete') OR EXISTS (SELECT 1 FROM results
                   WHERE results.launch_id = launches.launch_id AND fault IS NOT NULL))"""
        return self.world.query(query)[0][0]

    def attack(self, against, fault, share):
        self.row.tried += 1
        what = "%s in %g of all launches, %s" % (fault, share, "stored" if against else "side by side")
        code, out, err = self.gate(against, fault, share)
        came = self.faults_that_came()
        self.row.add("launches with a fault", came)
        self.row.add("exit code %d" % code)
        if not came:
            if share == 1:
                self.row.found("wrong answer", "%s: no fault was stored: %s" % (what, err[-500:]))
            return
        answer = json.loads(out) if out.startswith("{") else {"notes": [err], "losses": {"text": ""}, "series": []}
        said = " ".join(answer["notes"]) + answer["losses"]["text"] + " ".join(
            one["broken"] + one["faults"] for one in answer["series"])
        if code == 0:
            self.row.found("wrong verdict", "%s passes with %d faulty launch(es): %s" % (what, came, answer["notes"]))
        elif code not in (FAULTS[fault] if share == 1 else (1, 2, 3)):
            self.row.found("wrong verdict", "%s: exit code %d: %s%s" % (what, code, out[:300], err[-500:]))
        elif not said:
            self.row.found("wrong answer", "%s: the fault is not named: %s" % (what, out[:500]))

    def run(self, most, part=(1, 1)):
        number, parts = part
        with self.world as world:
            code, _, err = world.in_store("run", "--bench", self.bench, "--launches", "5", "--baseline", "base", "--filter",
                                          WORDS[1], *BENCH_WORDS)
            assert code == 0, err
            code, out, err = self.gate(None)  # without a fault it passes
            if code != 0:
                self.row.found("wrong verdict", "no fault, and exit code %d: %s%s" % (code, out[:500], err[-300:]))
            kinds = [(against, fault, share) for share in SHARES for against in (None, "base") for fault in FAULTS]
            for against, fault, share in kinds[:most][number - 1::parts]:
                self.attack(against, fault, share)
                world.check_no_process_is_left("gate with " + fault)
            world.check_store_is_whole("gates with faults")
            world.check_nothing_twice("gates with faults")
            world.make_older()
            world.check_next_command("gates with faults")
            world.check_nothing_is_left("gates with faults")
