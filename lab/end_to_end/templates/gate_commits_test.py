"""The script gate-commits: it builds two commits, each once, and says it where there is no verdict."""
import os
import unittest

from lab.end_to_end.templates.checkout_testing import FAILS, HARMLESS, PASSES, SLOWER, CheckoutTestCase, run


class GateCommitsTest(CheckoutTestCase):
    def gate(self, *words, code=0, **more):
        return run(["sh", self.environment["GATE_COMMITS"], *words], code=code, cwd=self.folder,
                   env={**self.environment, **self.values(""), **more}).stdout

    def builds(self):
        with open(self.built) as file:
            return file.read().split()

    def assert_no_verdict(self, code, reason):
        summary = self.read("mpigauge-reports/summary.md")
        self.assertTrue(summary.startswith("### mpigauge: no verdict\n\nExit code %d: " % code), summary)
        self.assertIn(reason, summary)
        self.assertNotIn("junit.xml", os.listdir(os.path.join(self.folder, "mpigauge-reports")))

    def test_each_commit_is_built_once_and_no_checkout_is_left(self):
        head = self.check_out(HARMLESS)
        for _ in range(2):
            self.gate("origin/main", "HEAD", *PASSES.split())
            self.assert_reports("PASS")
        self.assertEqual((self.builds().count(self.base), self.builds().count(head)), (1, 1))
        self.assertEqual(run(["git", "worktree", "list"], cwd=self.folder).stdout.count("\n"), 1)
        self.assertEqual(sorted(os.listdir(os.path.join(self.environment["MPIGAUGE_BUILDS"], head))),
                         ["built", "install"])
        # Another command builds both again.
        self.gate("origin/main", "HEAD", *PASSES.split(), BUILD=self.environment["BUILD"] + "true\n")
        self.assertEqual((self.builds().count(self.base), self.builds().count(head)), (2, 2))

    def test_a_slower_commit_fails_though_the_tip_of_main_is_as_slow(self):
        self.check_out(SLOWER)
        self.gate("origin/main", "HEAD", *FAILS.split(), code=1, REPORTS_URL="https://example.org/run/7")
        self.assert_reports("FAIL: 1 of 1 series got slower (allreduce)")
        self.assertTrue(self.read("mpigauge-reports/summary.md").endswith("\nAll reports: https://example.org/run/7\n"))

    def test_a_commit_that_does_not_build_has_no_verdict_and_is_built_again(self):
        head = self.check_out("", broken=True)
        for _ in range(2):
            said = self.gate("origin/main", "HEAD", *PASSES.split(), code=3)
            self.assertIn("the head, commit %s, does not build" % head, said)
            self.assert_no_verdict(3, "    error: no such header\n")
        self.assertEqual(self.builds().count(head), 2)

    def test_a_gate_that_measured_nothing_leaves_a_summary_without_a_verdict(self):
        self.check_out(HARMLESS)
        self.gate("origin/main", "HEAD", *PASSES.split(), code=3, OMPI_MCA_pml="nosuch")
        self.assert_no_verdict(3, "mpigauge gate ended without a verdict")
        self.gate("origin/main", "HEAD", "--wrong-usage", code=4)
        self.assert_no_verdict(4, "--wrong-usage")
        self.gate("origin/main", code=4)
        self.assert_no_verdict(4, "usage: gate-commits BASE HEAD")
        self.gate("origin/main", "HEAD", code=4, BUILD="")
        self.assert_no_verdict(4, "the variable BUILD is empty")
        self.gate("HEAD", "HEAD~1", *PASSES.split(), code=4)
        self.assert_no_verdict(4, "there is nothing to compare")

    def test_a_clone_without_the_base_says_how_to_get_it(self):
        self.commit("request", HARMLESS)
        run(["git", "clone", "--quiet", "--branch=request", "--depth=1", "file://" + self.repository, self.folder])
        self.gate(self.base, "HEAD", *PASSES.split(), code=4)
        self.assert_no_verdict(4, "let the job fetch the whole history (fetch-depth: 0, GIT_DEPTH: 0)")


if __name__ == "__main__":
    unittest.main()
