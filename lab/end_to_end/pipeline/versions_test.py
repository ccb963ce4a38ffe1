"""Versions of a library, measured in order of release by one call of `mpigauge ci`: the second is as fast as the first,
the third has a slow MPI_Allreduce, and so has the fourth. Do gates, report, history and changes say so?"""
import json
import os
import subprocess
import unittest

from lab.end_to_end.pipeline.pipeline_testing import BENCH, HARMLESS, MPIGAUGE, PATIENCE_SECONDS, SLOWER, PipelineCase

SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")
SLOWDOWN_SECONDS = 500e-6  # hundreds of times what the operation takes
SLOWDOWN = "MPI_Allreduce:+500us"
SLOWED = "allreduce/bytes:8/ranks:2"
FILTER = "^allreduce/bytes:8/|^bcast/bytes:8/|spin"
# The alphabet has another order.
VERSIONS = ["release-9", "release-10", "release-11"]

# A [[library]] for each version, so that all answers name the version, and one baseline for all of them.
LIBRARY = """
[[library]]
name = "%(version)s"
prefix = "%(version)s"
bench = "%(bench)s"
"""
AS_THE_THIRD = """
preload = ["%s"]
environment = { MPIGAUGE_SLOW = "%s" }
""" % (SLOW, SLOWDOWN)
REST = """
[measure]
filter = "%s"
launches = 2
arguments = ["--passes", "3"]
[gate]
baseline = "releases"
tolerance = "50%%"
max_launches = 30
[output]
folder = "reports"
""" % FILTER


class VersionsCase(PipelineCase):
    def mpigauge(self, command, *words, code=0):
        done = subprocess.run([MPIGAUGE, command, "--store", self.path("mpigauge.sqlite"), *words], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_SECONDS)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout if code == 0 else done.stderr

    def labels_in_history(self, *words):
        """The labels of the runs of the operation that is slow in some versions, oldest first."""
        return [point["library"] for point in json.loads(self.mpigauge("history", SLOWED, "--format", "json", *words))]


class VersionsTest(VersionsCase):
    def setUp(self):
        super().setUp()
        libraries = "".join(LIBRARY % {"version": version, "bench": BENCH} for version in VERSIONS)
        self.configure('quiet = "0s"\n[store]\nkeep_libraries = false\n' + libraries + AS_THE_THIRD + REST)
        for version in VERSIONS:
            self.install(version, HARMLESS if version == VERSIONS[1] else "")

    def check_comparison(self, comparison, pair, failed):
        self.assertEqual([comparison[side].split()[0] for side in ("baseline", "candidate")], pair)
        self.assertEqual([one["name"] for one in comparison["series"] if one["verdict"] == "fail"], failed)
        self.assert_matches("\n".join(comparison["notes"]), "^launches took turns, up to [0-9]+ of each library")

    def check_history(self, versions):
        """Checks the version of each run of the slow operation, oldest first, and how long the operation took in it."""
        points = json.loads(self.mpigauge("history", SLOWED, "--all-runs", "--format", "json"))
        self.assertEqual([point["library"].split()[0] for point in points], versions)
        for point in points:
            slow = point["library"].startswith(VERSIONS[2])
            self.assertEqual(point["median_seconds"] > SLOWDOWN_SECONDS / 2, slow, point)

    def measure_alone(self, update, *words):
        self.mpigauge("run", "--mpi", self.path(update["name"]), "--bench", BENCH, "--label", update["library"]["label"],
                      *words, "--launches", "1", "--filter", FILTER, "--", "--passes", "3")

    def test_all_answers_are_the_truth(self):
        self.assert_matches(self.ci(code=1), r"FAIL: 1 of 2 series got slower \(allreduce\)")
        updates = self.updates()
        self.assertEqual([(update["name"], update["verdict"]) for update in updates],
                         list(zip(VERSIONS, ["baseline", "pass", "fail"])))

        # Each version took turns with the one before it.
        for update, pair, failed in [(updates[1], VERSIONS[:2], []), (updates[2], VERSIONS[1:], [SLOWED])]:
            self.check_comparison(json.loads(self.read("reports", update["id"], "comparison.json")), pair, failed)
        self.assertIn("FAIL: 1 of 2 series got slower", self.mpigauge("report", "-o", self.path("newest.html")))
        data = json.loads(self.read("newest.html").split('id="data">')[1].split("</script>")[0])
        self.check_comparison(data["comparison"], VERSIONS[1:], [SLOWED])

        # The run that began the baseline, and two runs of each gate: too few for changes. Those of a gate's old library
        # count if somebody asks for them.
        of_gates = [VERSIONS[0]] + VERSIONS[:2] + VERSIONS[1:]
        self.check_history(of_gates)
        self.assertEqual([label.split()[0] for label in self.labels_in_history()], VERSIONS)
        self.assertIn("3 runs (left out: 2 runs beside candidates, --all-runs)", self.mpigauge("history", SLOWED))
        self.assertIn("at most 3 runs of a series, and changes need at least 6 (left out: 2 runs beside candidates",
                      self.mpigauge("changes", code=4))
        self.assertIn("at most 5 runs of a series, and changes need at least 6;",
                      self.mpigauge("changes", "--all-runs", code=4))
        # The runs of gates took turns, so only runs that are measured alone, as the first one was, are its successors.
        for _ in range(2):
            self.measure_alone(updates[0])
        for _ in range(4):
            self.measure_alone(updates[2], "--preload", SLOW, "--env", "MPIGAUGE_SLOW=" + SLOWDOWN)
        self.check_history(of_gates + 2 * VERSIONS[:1] + 4 * VERSIONS[2:])

        looked_for = ["--method", "otava", "--at-least", "50%", "--all-runs"]
        changes = json.loads(self.mpigauge("changes", *looked_for, "--format", "json"))
        self.assertEqual((changes["runs"], changes["sequences"]), (11, 3))
        # A busy machine can make the other operations half as fast again for all of the last runs.
        (event,) = [event for event in changes["events"] if event["case"] == "allreduce"]
        self.assertEqual((event["kind"], event["cause"]), ("step", "library"))
        newest = [run["run_id"] for run in json.loads(self.mpigauge("runs", "--format", "json"))]
        self.assertEqual(event["run"]["run_id"], newest[3])
        self.assertEqual(event["run_before"]["library"].split()[0], VERSIONS[0])
        self.assertGreater(event["ratio"], 10)
        plot = self.mpigauge("history", SLOWED, *looked_for)
        self.assert_matches(plot, r"^ +\^$")
        self.assert_matches(plot, r", step, p .*, %s \S+ \w+ -> %s \S+ \w+$" % (VERSIONS[0], VERSIONS[2]))


class OneAfterAnotherTest(VersionsCase):
    """Folders of one pattern, each compared with the version before it."""

    def setUp(self):
        super().setUp()
        library = LIBRARY % {"version": "release", "bench": BENCH}
        library = library.replace('prefix = "release"', 'prefix = "release-*"\nbaseline = "one-after-another"')
        self.configure('quiet = "0s"\n[store]\nkeep_libraries = false\n' + library
                       + REST.replace('baseline = "releases"', 'against = "previous"'))
        # Installed in another order than that of their release.
        for version, parameters in reversed(list(zip(VERSIONS, ["", SLOWER, SLOWER + HARMLESS]))):
            self.install(version, parameters)

    def places(self):
        return [os.path.basename(update["place"]) for update in self.updates()]

    def check_pairs(self, updates):
        """Each version was compared with the one before it, and the reports say with which."""
        for old, new in zip(updates, updates[1:]):
            comparison = json.loads(self.read("reports", new["id"], "comparison.json"))
            self.assertEqual(comparison["baseline"], old["library"]["label"])
            self.assertEqual(comparison["candidate"], new["library"]["label"])
            self.assertTrue(any(note.startswith("compared with the version before it")
                                and old["library"]["label"] in note for note in comparison["notes"]), comparison["notes"])
            shape = new["shapes"][0]
            self.assertTrue(shape["headline"].endswith("; compared with " + old["library"]["label"]), shape["headline"])
            page = self.read("reports", new["id"], "report.html")
            commands = json.loads(page.split('id="data">')[1].split("</script>")[0])["commands"]
            self.assertIn(" %s " % old["shapes"][0]["run_id"][:8], commands["baseline"])

    def test_a_version_answers_for_itself_alone(self):
        self.assert_matches(self.ci("--dry-run"), r"; they take turns with release \S+ \w+, the version before it, up to 30")
        text = self.ci(code=1)
        self.assertIn(", the version before it\n", text)
        self.assertEqual(self.places(), VERSIONS)
        updates = self.updates()
        self.assertEqual([update["verdict"] for update in updates], ["baseline", "fail", "pass"])
        self.check_pairs(updates)
        for update in updates:
            self.assertRegex(update["library"]["label"], r"^release \d+\.\d+\S* %s$" % update["identity"][:8])
        self.assertEqual(self.labels_in_history(), [update["library"]["label"] for update in updates])
        self.assertEqual(self.query("SELECT DISTINCT baseline FROM gates"), [("one-after-another",)])
        newest = self.query("SELECT run_id FROM baseline_runs WHERE version = (SELECT max(version) FROM baseline_runs)")
        self.assertEqual(newest, [(updates[2]["shapes"][0]["run_id"],)])

        # The failure stands and is not measured again; what is installed next is compared with the newest version.
        self.assertIn("nothing new, fail before", self.ci())
        self.install("release-12", SLOWER + "# as slow as before\n")
        self.assertIn("; they take turns with %s, the version before it, up to 30" % updates[2]["library"]["label"],
                      self.ci("--dry-run"))


if __name__ == "__main__":
    unittest.main()
