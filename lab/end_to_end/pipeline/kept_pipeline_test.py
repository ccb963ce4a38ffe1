"""`mpigauge ci` where each update takes the place of the last one: the kept copy of the old library is started beside it."""
import json
import os
import shutil
import subprocess
import unittest

from lab.end_to_end.pipeline.pipeline_testing import BENCH, CONFIG, HARMLESS, MPIGAUGE, SLOWER, PipelineCase

IN_PLACE = (CONFIG % (BENCH, "50%")).replace('prefix = "openmpi-*"', 'prefix = "openmpi"')
KEPT = r"the library is kept: \d+ MiB in \S+/mpigauge\.sqlite\.libraries/[0-9a-f]{64}$"
TOOK_TURNS = r"the copy that is kept of it took turns with the candidate: kept .* ago, \d+ MiB"
NOT_SETTLED = "not settled side by side"


class KeptPipelineTest(PipelineCase):
    def setUp(self):
        super().setUp()
        self.configure(IN_PLACE)
        self.prefix = self.install("openmpi")

    def update(self, parameters):
        """Another library in the place of the old one, as a package manager puts it there."""
        shutil.rmtree(self.prefix)
        self.install("openmpi", parameters)

    def gate_notes(self):
        return json.loads(self.query("SELECT comparison FROM gates ORDER BY decided_at DESC LIMIT 1")[0][0])["notes"]

    def libraries_of_runs(self):
        """Where the library of each run was started from, in the order of the runs."""
        return [json.loads(plan)["mpi"] for (plan,) in self.query("SELECT plan FROM runs ORDER BY started_at, rowid")]

    def list_baselines(self):
        done = subprocess.run([MPIGAUGE, "baseline", "list", "--format", "json", "--store", self.path("mpigauge.sqlite")], check=True,
                              stdout=subprocess.PIPE, text=True)
        return json.loads(done.stdout)

    def test_updates_are_noticed_measured_and_named_and_the_kept_copy_takes_turns_with_them(self):
        text = self.ci()
        self.assertIn("the first of its kind: baseline openmpi, version 1", text)
        self.assert_matches(text, KEPT)
        first = self.list_baselines()[0]["kept_library"]
        self.assertGreater(first["size_bytes"], 1000000)
        self.assertTrue(os.path.samefile(os.path.dirname(first["folder"]), self.path("mpigauge.sqlite.libraries")))

        self.update(HARMLESS)
        text = self.ci()
        self.assert_matches(text, r"PASS: none of 2 series got slower")
        self.assert_matches(text, r"promoted: baseline openmpi, version 2: 2 run")
        self.assert_matches(text, KEPT)
        self.assertRegex("\n".join(self.gate_notes()), TOOK_TURNS)
        self.assertIn(first["folder"], self.libraries_of_runs())
        second = self.list_baselines()[0]["kept_library"]
        self.assertNotEqual(first["identity"], second["identity"])

        self.update(SLOWER)
        text = self.ci(code=1)
        self.assert_matches(text, r"FAIL: 1 of 2 series got slower \(allreduce\)")
        self.assertIn("coll_tuned_allreduce_algorithm", text)  # what the library selected otherwise
        self.assertNotRegex(text, KEPT)  # what failed joins no baseline
        self.assertRegex("\n".join(self.gate_notes()), TOOK_TURNS)
        self.assertNotIn(NOT_SETTLED, "\n".join(self.gate_notes()))
        self.assertIn(second["folder"], self.libraries_of_runs())
        verdicts = [(update["state"], update["verdict"]) for update in self.updates()]
        self.assertEqual(verdicts, [("done", "baseline"), ("done", "pass"), ("done", "fail")])
        reports = os.listdir(self.path("reports", self.updates()[2]["id"]))
        self.assertEqual(sorted(reports), ["comparison.json", "junit.xml", "report.html", "summary.md", "update.json"])

        # A library that was judged is not measured again, and nobody hears of it.
        launches = self.query("SELECT count(*) FROM launches")
        self.assertIn("nothing new, fail before", self.ci())
        self.assertEqual(self.ci("--quiet"), "")
        self.ci("--last-verdict", code=1)
        self.assertEqual(self.query("SELECT count(*) FROM launches"), launches)

        # A copy that was damaged is not started.
        with open(os.path.join(second["folder"], "etc", "openmpi-mca-params.conf"), "a") as file:
            file.write(SLOWER)
        self.update(HARMLESS + "# once more\n")
        self.ci(code=None)
        self.assertRegex("\n".join(self.gate_notes()), NOT_SETTLED + ".*the copy is no longer what was kept")

    def test_without_a_kept_copy_the_stored_runs_decide_and_the_reason_is_noted(self):
        self.configure(IN_PLACE + "[store]\nkeep_libraries = false\n")
        self.assertIn("the library is not kept: keep_libraries = false", self.ci())
        self.assertFalse(os.path.exists(self.path("mpigauge.sqlite.libraries")))
        self.assertIsNone(self.list_baselines()[0]["kept_library"])
        self.update(HARMLESS)
        self.ci(code=None)
        notes = "\n".join(self.gate_notes())
        self.assertRegex(notes, NOT_SETTLED + ": .* holds another library now; nor can a copy of it: "
                         "no copy of it is kept in")
        self.assertEqual({os.path.realpath(self.prefix)}, set(self.libraries_of_runs()))

    def test_a_folder_that_cannot_be_made_costs_no_baseline(self):
        with open(self.path("file"), "w") as file:
            file.write("no folder")
        self.configure(IN_PLACE.replace("launches = 2", "launches = 1") + '[store]\nlibraries_folder = "file/libraries"\n')
        text = self.ci()
        self.assertIn("the first of its kind: baseline openmpi, version 1", text)
        self.assertRegex(text, r"the library is not kept: \S+file/libraries: cannot be made")


if __name__ == "__main__":
    unittest.main()
