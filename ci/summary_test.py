"""ci/summary counts tests by what Bazel says of them, and never takes a test without a result for one that passed."""
import json
import os
import subprocess
import tempfile
import unittest


def configured(label):
    return {"id": {"targetConfigured": {"label": label}}, "configured": {"targetKind": "cc_test rule", "testSize": "SMALL"}}


def tried(label, log):
    return {"id": {"testResult": {"label": label, "run": 1, "shard": 1, "attempt": 1}},
            "testResult": {"testAttemptDurationMillis": "2500", "status": "PASSED",
                           "testActionOutput": [{"name": "test.log", "uri": "file://" + log}]}}


def summed(label, status):
    return {"id": {"testSummary": {"label": label}}, "testSummary": {"overallStatus": status}}


def not_built(label):
    return {"id": {"targetCompleted": {"label": label}}, "completed": {}}


END = {"id": {"buildFinished": {}}, "finished": {}}


class SummaryTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name

    def log(self, text):
        folder = os.path.join(self.folder, "testlogs", "a", "x_test")
        os.makedirs(folder)
        path = os.path.join(folder, "test.log")
        with open(path, "w") as file:
            file.write(text)
        return path

    def summary(self, *events, also=(), more=""):
        path = os.path.join(self.folder, "events.json")
        with open(path, "w") as file:
            file.write("".join(json.dumps(event) + "\n" for event in events) + more)
        done = subprocess.run(["ci/summary", *also, path], stdout=subprocess.PIPE, text=True)
        return done.returncode, done.stdout.splitlines()

    def test_all_passed(self):
        code, lines = self.summary(configured("//a:x_test"), tried("//a:x_test", self.log("fine")), summed("//a:x_test", "PASSED"), END)
        self.assertEqual((code, lines), (0, ["== SLOWEST: 2 s //a:x_test", "1 passed, 0 failed"]))

    def test_a_failure_has_the_end_of_its_log(self):
        log = self.log("begin\n" * 100 + "the reason\n")
        code, lines = self.summary(configured("//a:x_test"), tried("//a:x_test", log), summed("//a:x_test", "FAILED"),
                                   configured("//a:y_test"), summed("//a:y_test", "FLAKY"), END)
        self.assertEqual(code, 1)
        self.assertIn("the reason", lines)
        self.assertLess(lines.count("begin"), 50)
        self.assertIn("== FAILED: //a:x_test", lines)
        self.assertIn("== FLAKY, passed at the second try: //a:y_test", lines)
        self.assertEqual(lines[-1], "1 passed, 1 failed")

    def test_a_target_that_was_not_run_has_failed(self):
        aborted = [{"id": {kind: {"label": "//a:y_test"}}, "aborted": {"reason": "USER_INTERRUPTED"}}
                   for kind in ("targetCompleted", "testResult", "testSummary")]
        for last in ([], [summed("//a:y_test", "NO_STATUS"), END], [*aborted, END]):
            code, lines = self.summary(configured("//a:x_test"), summed("//a:x_test", "PASSED"), configured("//a:y_test"), *last)
            self.assertEqual(code, 1)
            self.assertEqual(lines[-2:], ["== NO RESULT, not built or ended before: //a:y_test", "1 passed, 1 failed"])

    def test_a_library_that_is_left_when_bazel_is_ended_is_no_failed_test(self):
        for reason, failed in (("USER_INTERRUPTED", 1), ("ANALYSIS_FAILURE", 2)):
            code, lines = self.summary(configured("//a:x_test"), summed("//a:x_test", "PASSED"), configured("//a:y_test"),
                                       {"id": {"targetCompleted": {"label": "//a:a"}}, "aborted": {"reason": reason}}, END)
            self.assertEqual((code, lines[-1]), (1, "1 passed, %d failed" % failed))

    def test_a_program_that_does_not_compile_has_failed(self):
        code, lines = self.summary(configured("//a:x_test"), not_built("//a:x_test"), not_built("//a:a"), END)
        self.assertEqual((code, lines[-1]), (1, "0 passed, 2 failed"))

    def test_a_file_that_ends_in_the_middle_of_an_event_is_read_up_to_it(self):
        code, lines = self.summary(configured("//a:x_test"), summed("//a:x_test", "PASSED"), configured("//a:y_test"),
                                   more='{"id": {"testSummary": {"la')
        self.assertEqual((code, lines[-1]), (1, "1 passed, 1 failed"))

    def test_cases_that_the_machine_refuses_are_counted_by_name(self):
        log = self.log("a/x_test.py: Skipped\nthis machine refuses: mount\n\n[  SKIPPED ] X.test_it (0 ms)\n")
        code, lines = self.summary(configured("//a:x_test"), tried("//a:x_test", log), summed("//a:x_test", "PASSED"), END)
        self.assertEqual(code, 0)
        self.assertIn("== SKIPPED: //a:x_test: X.test_it: this machine refuses: mount", lines)
        self.assertEqual(lines[-1], "1 passed, 0 failed, 1 skipped")

    def test_other_checks_are_added_and_nothing_at_all_is_no_success(self):
        self.assertEqual(self.summary(also=["--also", "2", "1"]), (1, ["2 passed, 1 failed"]))
        self.assertEqual(self.summary(), (1, ["0 passed, 0 failed"]))


if __name__ == "__main__":
    unittest.main()
