"""`mpigauge replay` as its users see it: what it prints, what it writes, and how it refuses."""
import json
import os
import subprocess
import tempfile
import unittest

REPLAY = [os.path.abspath("mpigauge/mpigauge"), "replay"]

RING = """ranks 4
rank 0
calc 1000
send 2 1000
rank 2
recv 0
"""
MODELS = [{"kind": "hockney", "name": "slow", "startup_seconds": 1e-5, "seconds_per_byte": 1e-9},
          {"kind": "loggps", "name": "fast", "latency_seconds": 1e-6, "overhead_seconds": 0, "gap_seconds": 0,
           "gap_per_byte_seconds": 1e-9}]
BARRIER = "ranks 4\n" + "".join(f"rank {rank}\ncalc {rank}000\nbarrier\n" for rank in range(4))


class ReplayTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = self.write("p.txt", RING)
        self.model = self.write("m.json", json.dumps(MODELS))

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w") as out:
            out.write(text)
        return path

    def run_replay(self, *words):
        return subprocess.run(REPLAY + list(words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def text(self, *words, program=None):
        done = self.run_replay(program or self.program, "--model", self.model, *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def models(self, *words, program=None):
        return json.loads(self.text("--format", "json", *words, program=program))["models"]

    def test_models_in_one_pass(self):
        slow, fast = self.models("--topology", "ring:4")
        self.assertEqual(slow["model"], "slow")
        self.assertAlmostEqual(slow["parallel_seconds"], 1e-6 + 2 * 1.1e-5)
        self.assertAlmostEqual(fast["parallel_seconds"], 1e-6 + 2 * 1.999e-6)
        self.assertAlmostEqual(slow["ranks"][0]["utilization"], 1e-6 / 2.3e-5)

    def test_text(self):
        text = self.text("--gradient")
        self.assertIn("slow    12.0 us  1.00 us    0.083   2.1% (0.0% to 8.3%)\n", text)
        self.assertIn("fast: how often each parameter counts\n", text)
        unread = self.write("unread.txt", "ranks 2\nrank 0\nsend 1 8\n")
        self.assertIn("note: 1 messages are never received\n", self.text(program=unread))

    def test_incidence_lists(self):
        lists = self.write("net.txt", "0: 1\n1: 3\n3: 2\n2: 0\n")
        self.assertAlmostEqual(self.models("--topology", f"lists:{lists}")[0]["parallel_seconds"], 3.4e-5)

    def test_hosts(self):
        near = self.write("near.json", json.dumps({"kind": "hockney", "startup_seconds": 1e-6, "seconds_per_byte": 0}))
        two = ["--ranks-per-host", "2", "--same-host-model", near]
        self.assertAlmostEqual(self.models(*two)[0]["parallel_seconds"], 1.2e-5)
        four = ["--ranks-per-host", "4", "--same-host-model", near]
        self.assertAlmostEqual(self.models(*four)[0]["parallel_seconds"], 2e-6)

    def test_measured_collectives(self):
        program = self.write("barrier.txt", BARRIER)
        costs = self.write("c.json", json.dumps([{"collective": "barrier", "ranks": 4, "bytes": 0, "seconds": 5e-6}]))
        slow = self.models("--collectives", costs, program=program)[0]
        self.assertAlmostEqual(slow["parallel_seconds"], 8e-6)
        self.assertAlmostEqual(self.models(program=program)[0]["parallel_seconds"], 2.3e-5)
        path = self.models("--collectives", costs, "--critical-path", program=program)[0]["critical_path"]
        self.assertEqual([(piece["what"], piece["rank"]) for piece in path["pieces"]],
                         [("compute", 3), ("collective", 3)])

    def test_critical_path(self):
        path = self.models("--critical-path")[0]["critical_path"]
        self.assertEqual([piece["what"] for piece in path["pieces"]], ["compute", "message"])
        self.assertAlmostEqual(path["sums"]["message_seconds"], 1.1e-5)
        self.assertIn("slow: critical path: compute 1.00 us (8.3%), message 11.0 us (91.7%)\n",
                      self.text("--critical-path"))

    def test_timeline_and_events(self):
        events = os.path.join(self.folder.name, "events.json")
        text = self.text("--timeline", "12", "--events", events)
        self.assertIn("     2 |............|   0.0%\n", text)
        with open(events) as written:
            computed = [e for e in json.load(written)["traceEvents"] if e["name"] == "compute"]
        self.assertEqual([(event["ph"], event["tid"]) for event in computed], [("X", 0)])
        self.assertAlmostEqual(computed[0]["dur"], 1)

    def test_otf2(self):
        otf2 = os.path.join(self.folder.name, "archive")
        self.text("--otf2", otf2)
        printed = subprocess.run(["otf2-print", f"{otf2}/traces.otf2"], stdout=subprocess.PIPE, text=True, check=True)
        self.assertIn("MPI_SEND", printed.stdout)
        again = self.run_replay(self.program, "--model", self.model, "--otf2", otf2)
        self.assertEqual(again.returncode, 4)
        self.assertIn("exists already", again.stderr)

    def test_wrong_input(self):
        stuck = self.write("stuck.txt", "ranks 2\nrank 1\nrecv 0 tag 4\n")
        for words, message in [
                ((stuck, "--model", self.model), "rank 1, line 3: waits for a message from 0, tag 4"),
                ((self.program, "--model", "/no/such"), "/no/such: No such file"),
                ((self.program, "--model", self.model, "--topology", "ring:2"), "4 ranks, but the network 2 hosts"),
                ((self.program, "--model", self.program), "p.txt"),
                ((self.program,), "--model"),
                ((self.program, "--model", self.model, "--ranks-per-host", "2"), "--same-host-model"),
                ((self.program, "--model", self.model, "--from-barrier", "2", "--to-barrier", "3"), "folders of traces"),
                ((self.folder.name, "--model", self.model), self.folder.name),
                ((self.program, "--model", self.model, "--collectives", self.model), "m.json"),
                ((self.program, "--model", self.model, "--gradient", "--in-time"), "--gradient"),
        ]:
            done = self.run_replay(*words)
            self.assertEqual(done.returncode, 4, words)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
