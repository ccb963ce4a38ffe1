"""Libraries that got worse in the ways in which real ones do: none of them passes, side by side or against a stored
baseline. Beside them, gates of the library itself fail no more often than is stated."""
import json

from lab.attacks.rate import check_false_fails, tell_false_fail
from lab.attacks.world import World

SERIES = "^(allreduce/bytes:(8|4096)/|init/|finalize/|spin/)"
COMMON = ["--tolerance", "20%", "--format", "json", "--finalize-timeout", "2s"]
BENCH_WORDS = ["--", "--passes", "4"]

# The library that is preloaded, and the variables that say how the candidate is worse.
WAYS = {
    "MPI_Finalize aborts": ("finalize", ["MPIGAUGE_FINALIZE=abort"]),
    "MPI_Finalize exits with 3": ("finalize", ["MPIGAUGE_FINALIZE=exit:3"]),
    "MPI_Finalize hangs": ("finalize", ["MPIGAUGE_FINALIZE=hang"]),
    "a thread spins": ("spin", []),
    "1 ms in each 200th call": ("slow", ["MPIGAUGE_SLOW=MPI_Allreduce:+1ms:every=200"]),
    "nothing in 4 of 5 calls": ("wrong", ["MPIGAUGE_WRONG=MPI_Allreduce:nothing:5"]),
    "nothing in every second call": ("wrong", ["MPIGAUGE_WRONG=MPI_Allreduce:nothing:2"]),
    "old data in each 10th call": ("wrong", ["MPIGAUGE_WRONG=MPI_Allreduce:stale:10"]),
    "wrong data in each 10th call": ("wrong", ["MPIGAUGE_WRONG=MPI_Allreduce:wrong:10"]),
    "1 byte beyond the buffer": ("wrong", ["MPIGAUGE_WRONG=MPI_Allreduce:overrun:1"]),
    "64 bytes beyond the buffer": ("wrong", ["MPIGAUGE_WRONG=MPI_Allreduce:overrun:64"]),
    "an error code in each 100th call": ("wrong", ["MPIGAUGE_WRONG=MPI_Allreduce:code:100"]),
    "an error in every launch": ("wrong", ["MPIGAUGE_WRONG=MPI_Allreduce:code:200"]),
    "1 s more in MPI_Init": ("slow", ["MPIGAUGE_SLOW=MPI_Init:+1s;MPI_Init_thread:+1s"]),
    "1 s more in MPI_Finalize": ("slow", ["MPIGAUGE_SLOW=MPI_Finalize:+1s"]),
    "a clock that is 20% slow": ("clock", []),
    "50 MB more memory": ("memory", ["MPIGAUGE_MEMORY=init:50MB"]),
    "32 KB of each call are never given back": ("memory", ["MPIGAUGE_MEMORY=call:32KB"]),
    "1 ms of each call polls": ("slow", ["MPIGAUGE_SLOW=MPI_Allreduce:+1ms"]),
}

# The baseline is slowed by as much there, and sleeps meanwhile. Stored runs are of the library as it is.
POLLS = "1 ms of each call polls"
SLEEPS = ["MPIGAUGE_SLOW=MPI_Allreduce:+1ms:sleep"]


class Worse:
    def __init__(self, programs, draw, row):
        self.programs = programs
        self.row = row
        self.draw = draw
        self.world = World(programs, row)

    def gate(self, against, mpi, preload=None, variables=(), before=()):
        """`before` are the variables of the baseline, with the same preload. Returns the exit code and the comparison, which is empty where there is none."""
        words = ["gate", *COMMON, "--candidate-mpi", mpi, "--candidate-bench", self.programs.bench, "--filter", SERIES]
        words += ["--seed", str(self.draw.randrange(1, 10**6))]
        words += ["--baseline", against] if against else ["--baseline-mpi", mpi, "--baseline-bench", self.programs.bench]
        if preload:
            words += ["--candidate-preload", preload]
        for variable in variables:
            words += ["--candidate-env", variable]
        for variable in before:
            words += ["--baseline-preload", preload, "--baseline-env", variable]
        code, out, err = self.world.in_store(*words, *BENCH_WORDS)
        return code, json.loads(out) if out.startswith("{") else {"notes": [err[-500:]], "series": []}

    def attack(self, way, against, mpi):
        preload, variables = WAYS[way]
        self.row.tried += 1
        before = SLEEPS if way == POLLS else ()
        code, answer = self.gate(against, mpi, self.programs.preloads[preload], variables, before)
        where = "stored" if against else "side by side"
        self.row.add("%s, %s: exit code %d" % (way, where, code))
        if code == 0:
            self.row.found("wrong verdict", "%s, %s: passes: %s" % (way, where, answer["notes"]))
        elif code not in (1, 2, 3):
            self.row.found("wrong answer", "%s, %s: exit code %d: %s" % (way, where, code, answer["notes"]))

    def equal(self, against, mpi):
        self.row.tried += 1
        code, answer = self.gate(against, mpi)
        verdict = {0: "pass", 1: "fail", 2: "inconclusive"}.get(code, "exit code %d" % code)
        self.row.add("equal libraries: " + verdict)
        if code == 1:
            tell_false_fail(self.row, "equal", answer)
        elif code not in (0, 2):
            self.row.found("wrong answer", "equal libraries: exit code %d: %s" % (code, answer["notes"]))

    def run(self, gates, equal, ways, mpi):
        """Makes `gates` gates of each way and kind of baseline, and `equal` of equal libraries."""
        with self.world as world:
            for _ in range(3):  # runs of a baseline
                code, _, err = world.in_store("run", "--mpi", mpi, "--bench", self.programs.bench, "--launches", "6",
                                              "--baseline", "base", "--filter", SERIES, *BENCH_WORDS)
                assert code == 0, err
            kinds = [(way, against) for _ in range(gates) for way in WAYS if not ways or way in ways
                     for against in ((None,) if way == POLLS else (None, "base"))]
            for way, against in kinds:
                if self.row.wants_more(len(kinds) + equal):
                    self.attack(way, against, mpi)
            for number in range(equal):
                if self.row.wants_more(len(kinds) + equal):
                    self.equal(None if number % 2 else "base", mpi)
            check_false_fails(self.row, "equal libraries: ")
            world.check_no_process_is_left("gates of libraries that got worse")
