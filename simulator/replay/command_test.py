"""The command as its users see it: what it prints, and how it refuses."""
import json
import os
import subprocess
import tempfile
import unittest

REPLAY = os.path.abspath("simulator/replay/simulator-replay")

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


class CommandTest(unittest.TestCase):
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
        return subprocess.run([REPLAY, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def answer(self, *words):
        done = self.run_replay(self.program, "--model", self.model, *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_models_in_one_pass(self):
        slow, fast = json.loads(self.answer("--topology", "ring:4"))
        self.assertEqual(slow["model"], "slow")
        self.assertAlmostEqual(slow["parallel_seconds"], 1e-6 + 2 * 1.1e-5)
        self.assertAlmostEqual(fast["parallel_seconds"], 1e-6 + 2 * 1.999e-6)
        self.assertAlmostEqual(slow["ranks"][0]["utilization"], 1e-6 / 2.3e-5)

    def test_incidence_lists(self):
        lists = self.write("net.txt", "0: 1\n1: 3\n3: 2\n2: 0\n")
        self.assertAlmostEqual(json.loads(self.answer("--topology", f"lists:{lists}"))[0]["parallel_seconds"], 3.4e-5)

    def test_critical_path(self):
        path = json.loads(self.answer("--critical-path"))[0]["critical_path"]
        self.assertEqual([piece["what"] for piece in path["pieces"]], ["compute", "message"])
        self.assertAlmostEqual(path["sums"]["message_seconds"], 1.1e-5)

    def test_timeline_and_events(self):
        events = os.path.join(self.folder.name, "events.json")
        text = self.answer("--timeline", "12", "--events", events)
        self.assertIn("slow: 12.0 us, speedup 0.083\n", text)
        self.assertIn("     2 |............|   0.0%\n", text)
        with open(events) as written:
            computed = [e for e in json.load(written)["traceEvents"] if e["name"] == "compute"]
        self.assertEqual([(event["ph"], event["tid"]) for event in computed], [("X", 0)])
        self.assertAlmostEqual(computed[0]["dur"], 1)

    def test_wrong_input(self):
        stuck = self.write("stuck.txt", "ranks 2\nrank 1\nrecv 0 tag 4\n")
        for words, message in [
                ((stuck, "--model", self.model), "rank 1, line 3: waits for a message from 0, tag 4"),
                ((self.program, "--model", "/no/such"), "/no/such: No such file"),
                ((self.program, "--model", self.model, "--topology", "ring:2"), "4 ranks, but the network 2 hosts"),
                ((self.program, "--model", self.program), "p.txt"),
                ((self.program,), "--model is required"),
                ((self.program, "--model", self.model, "--gradient", "--in-time"), "--gradient"),
        ]:
            done = self.run_replay(*words)
            self.assertEqual(done.returncode, 4, words)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
