"""The Jenkinsfile, by Groovy: a strict imitation of the directives and steps that it uses runs it for real."""
import os
import unittest

from lab.end_to_end.templates.checkout_testing import (FAILS, HARMLESS, IS_INCONCLUSIVE, PASSES, SLOWER,
                                                       CheckoutTestCase, run, template)


class JenkinsTest(CheckoutTestCase):
    def build(self, arguments, text=None, **more):
        """Plays the build of a pull request, and returns its output and its result."""
        path = os.path.join(self.folder, "Jenkinsfile")
        with open(path, "w") as file:
            file.write(text or template("Jenkinsfile"))
        values = ["%s=%s" % value for value in self.values(arguments).items()]
        said = run(["groovy", os.path.abspath("lab/end_to_end/templates/jenkins.groovy"), path, *values], code=None,
                   env={**self.environment, "CHANGE_TARGET": "main", "CHANGE_ID": "7", **more}, cwd=self.folder).stdout
        return said, said.splitlines()[-1]

    def test_a_pass(self):
        self.check_out(HARMLESS)
        said, result = self.build(PASSES)
        self.assertEqual(result, "SUCCESS", said)
        self.assert_reports("PASS")
        self.assertIn("junit: mpigauge-reports/junit.xml", said)
        self.assertIn("artifacts: mpigauge-reports/*", said)

    def test_a_slower_commit_fails_and_its_reports_are_kept(self):
        self.check_out(SLOWER)
        # With the plugin for comments.
        said, result = self.build(FAILS, template("Jenkinsfile").replace("// if (env", "if (env"))
        self.assertEqual(result, "FAILURE", said)
        self.assertIn("artifacts: mpigauge-reports/*", said)
        self.assert_reports("FAIL")
        self.assertIn("comment: " + self.read("mpigauge-reports/summary.md"), said)

    def test_a_branch_is_compared_with_the_last_commit_that_passed(self):
        self.check_out(SLOWER)
        said, result = self.build(FAILS, CHANGE_TARGET="", GIT_PREVIOUS_SUCCESSFUL_COMMIT=self.base)
        self.assertEqual(result, "FAILURE", said)
        self.assert_reports("FAIL")

    def test_inconclusive_is_unstable(self):
        self.check_out(HARMLESS)
        said, result = self.build(IS_INCONCLUSIVE)
        self.assertEqual(result, "UNSTABLE", said)
        self.assert_reports("INCONCLUSIVE")

    def test_wrong_usage_fails(self):
        self.check_out(HARMLESS)
        said, result = self.build("--wrong-usage")
        self.assertEqual(result, "FAILURE", said)
        self.assertIn("exit code 4", said)

    def test_the_check_finds_what_is_wrong(self):
        self.check_out(HARMLESS)
        for right, wrong in [("stages {", "stagez {"), ("unstable(", "unstabel("), ("steps {", "step {"),
                             ("time: 2", "tim: 2"), ("always {", "allways {"), ("if (code == 2) {", "if (code == 2 {")]:
            said, result = self.build(IS_INCONCLUSIVE, template("Jenkinsfile").replace(right, wrong))
            self.assertNotIn(result, ("SUCCESS", "UNSTABLE", "FAILURE"), wrong)


if __name__ == "__main__":
    unittest.main()
