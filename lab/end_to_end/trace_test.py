"""`mpigauge trace` on real programs: record, info, print, merge, and the export that SimGrid replays."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

MPI = sys.argv[1]
MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
LIBRARY = os.path.abspath("simulator/trace_library/libmpigauge_trace.so")
HALO = os.path.abspath("lab/examples/halo-exchange")
CHOLESKY = os.path.abspath("lab/examples/fan-in-cholesky")

PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="AS0" routing="Full">
    <cluster id="c" prefix="n" suffix="" radical="0-{last}" speed="1Gf" bw="1GBps" lat="1us"/>
  </zone>
</platform>
"""


class TraceCommandTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                                MPIGAUGE_TRACE_LIBRARY=LIBRARY)

    def mpigauge(self, *words, code=0):
        done = subprocess.run([MPIGAUGE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=240, cwd=self.folder, env=self.environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout if code == 0 else done.stderr

    def launcher(self, ranks):
        if MPI == "mpich":
            return ["mpiexec.mpich", "-n", str(ranks)]
        return ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)]

    def record(self, name, ranks, *program):
        return self.mpigauge("trace", "record", "-o", name, "--", *self.launcher(ranks), *program)

    def test_a_halo_exchange_from_the_run_to_the_merged_trace(self):
        program = [HALO, "--steps", "20", "--reduce-every", "5", "--no-check"]
        for name in ("t1", "t2", "t3"):
            self.assertIn("halo-exchange", self.record(name, 4, *program))
        info = json.loads(self.mpigauge("trace", "info", "t1", "--format", "json"))
        self.assertEqual(info["ranks"], 4)
        self.assertEqual(info["notes"], [])
        calls = {call["name"]: call["calls"] for call in info["by_name"]}
        self.assertEqual(calls["MPI_Allreduce"], 4 * 4)
        self.assertEqual(calls["MPI_Isend"], 4 * 2 * 20)
        self.assertEqual(calls["MPI_Irecv"], calls["MPI_Isend"])
        self.assertEqual(calls["MPI_Init"], 4)
        self.assertEqual(len(self.mpigauge("trace", "print", "t1").splitlines()), info["calls"])
        lines = self.mpigauge("trace", "print", "t1", "--ranks", "1,3").splitlines()
        self.assertEqual({line.split()[0] for line in lines}, {"1", "3"})
        self.assertRegex(lines[0], r"^1 MPI_Init(_thread)? 0\.0+$")
        first = json.loads(self.mpigauge("trace", "print", "t1", "--ranks", "2", "--format", "json").splitlines()[0])
        self.assertEqual(first["rank"], 2)

        merged = json.loads(self.mpigauge("trace", "merge", "t1", "t2", "t3", "-o", "all", "--estimator", "min",
                                          "--format", "json"))
        self.assertEqual(merged["estimator"], "minimum")
        self.assertLessEqual(merged["computed_seconds"], min(t["computed_seconds"] for t in merged["traces"]))
        again = json.loads(self.mpigauge("trace", "info", "all", "--format", "json"))
        self.assertEqual(again["calls"], info["calls"])
        self.assertAlmostEqual(sum(again["computed_seconds"]), merged["computed_seconds"], places=9)
        self.assertIn("there are traces already", self.mpigauge("trace", "merge", "t1", "t2", "-o", "all", code=4))

    def test_traces_of_different_programs_are_not_merged(self):
        self.record("t1", 2, HALO, "--steps", "3", "--no-check")
        self.record("t2", 2, HALO, "--steps", "3", "--bytes", "64", "--no-check")
        self.assertRegex(self.mpigauge("trace", "merge", "t1", "t2", "-o", "all", code=4),
                         r"t2: rank 0, call \d+ \(MPI_I\w+\) differs from t1, call \d+")

    def test_missing_and_mixed_up_traces_are_named(self):
        self.record("t1", 3, HALO, "--steps", "3", "--no-check")
        self.record("t2", 3, HALO, "--steps", "3", "--no-check")
        self.assertIn("there is a trace already",
                      self.mpigauge("trace", "record", "-o", "t1", "--", "true", code=4))
        file = os.path.join(self.folder, "t1", "rank-00001.mpitrace")
        os.remove(file)
        self.assertIn("of 3 ranks, the traces of 1 are missing", self.mpigauge("trace", "info", "t1", code=4))
        shutil.copy(os.path.join(self.folder, "t2", "rank-00001.mpitrace"), file)
        self.assertIn("each run needs a folder of its own", self.mpigauge("trace", "info", "t1", code=4))
        with open(os.path.join(self.folder, "t2", "rank-00002.mpitrace"), "r+b") as cut:
            cut.truncate(os.path.getsize(cut.name) - 5)
        self.assertIn("rank-00002.mpitrace", self.mpigauge("trace", "info", "t2", code=4))
        self.mpigauge("trace", "info", "t2", "--incomplete")

    def test_wrong_options_are_named(self):
        self.assertIn("no such file", self.mpigauge("trace", "record", "--library", "nothing.so", "--", "true", code=4))
        self.assertIn("no program", self.mpigauge("trace", "record", "--", "no-such-program", code=4))
        self.assertIn("No such file or directory", self.mpigauge("trace", "print", "nothing", code=4))
        self.assertIn("no output was given", self.mpigauge("trace", "export", "nothing", code=4))

    def test_simgrid_replays_the_export(self):
        """As long as the computations take at least, and all of them where nothing else takes time."""
        self.record("t", 4, CHOLESKY, "--order", "60", "--no-check")
        self.mpigauge("trace", "export", "t", "--smpi", "ti", "--from-barrier", "2", "--to-barrier", "3")
        computed = []
        for rank in range(4):
            with open(os.path.join(self.folder, "ti", f"rank-{rank:05}.ti")) as file:
                computed.append(sum(int(line.split()[2]) for line in file if " compute " in line) * 1e-9)
        platform = os.path.join(self.folder, "platform.xml")
        with open(platform, "w") as file:
            file.write(PLATFORM.format(last=3))
        with open(os.path.join(self.folder, "hosts"), "w") as file:
            file.write("".join(f"n{rank}\n" for rank in range(4)))
        done = subprocess.run(["smpirun", "-np", "4", "-platform", platform, "-hostfile", "hosts", "-replay",
                               "ti/traces.txt", "--log=replay.:critical", "--log=smpi_config.thres:warning"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240,
                              cwd=self.folder, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stdout)
        times = [float(word) for line in done.stdout.splitlines() if "Simulation time" in line
                 for word in line.split() if word.replace(".", "", 1).isdigit()]
        self.assertEqual(len(times), 1, done.stdout)
        self.assertGreater(times[0], max(computed))
        self.assertLess(times[0], sum(computed) + 0.1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
