"""The template of GitHub Actions: GitHub's parser takes it, and its steps do what they promise."""
import json
import os
import pathlib
import tempfile
import unittest

import yaml

from lab.end_to_end.templates.checkout_testing import (FAILS, HARMLESS, IS_INCONCLUSIVE, PASSES, SLOWER,
                                                       CheckoutTestCase, run, template)

# The packages lie where npm has put them: node and esbuild look for what they need beside them.
PACKAGES = str(pathlib.Path("../node_modules/node_modules/esbuild/bin/esbuild").resolve().parents[2])
NODE = os.path.realpath("../node_modules/node")
COMMENT = os.path.abspath("lab/end_to_end/templates/github_comment.mjs")


class SchemaTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.checker = os.path.join(cls.folder, "check.mjs")
        # The parser imports JSON in a way that only bundlers know.
        run([NODE, os.path.join(PACKAGES, "esbuild/bin/esbuild"),
             os.path.abspath("lab/end_to_end/templates/check_github.mjs"),
             "--bundle", "--platform=node", "--format=esm", "--outfile=" + cls.checker,
             "--banner:js=import{createRequire}from'module';const require=createRequire(import.meta.url);"],
            env=dict(os.environ, NODE_PATH=PACKAGES))

    def check(self, text, code):
        path = os.path.join(self.folder, "workflow.yml")
        with open(path, "w") as file:
            file.write(text)
        return run([NODE, self.checker, path], code=code).stdout

    def test_githubs_parser_takes_it(self):
        self.check(template("github.yml"), 0)

    def test_the_check_finds_what_is_wrong(self):
        for right, wrong, word in [("runs-on:", "run-on:", "run-on"), ("pull_request:", "pul_request:", "pul_request"),
                                   ("always()", "allways()", "allways")]:
            self.assertIn(word, self.check(template("github.yml").replace(right, wrong), 1))

    def test_the_schedule_of_the_crontab_is_one(self):
        lines = [line for line in template("crontab").splitlines() if line[:1] in "*0123456789"]
        self.assertEqual(len(lines), 1)

        def scheduled(when):
            return template("github.yml").replace("  pull_request:", "  schedule:\n    - cron: '%s'" % when)

        self.check(scheduled(" ".join(lines[0].split()[:5])), 0)
        self.assertIn("cron", self.check(scheduled("77 3 * * *"), 1))


class CommandsTest(CheckoutTestCase):
    workflow = yaml.safe_load(template("github.yml"))
    steps = workflow["jobs"]["gate"]["steps"]

    def gate(self, arguments, head, code=0, **more):
        """Runs the steps as a runner does; returns what they print."""
        environment = {**self.environment, **self.workflow["env"], **self.values(arguments), "BASE": self.main,
                       "HEAD": head, "GITHUB_STEP_SUMMARY": os.path.join(self.folder, "step-summary"),
                       "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "ada/mpi", "GITHUB_RUN_ID": "12",
                       **more}
        steps = [step["run"] for step in self.steps if "run" in step]
        self.assertEqual(len(steps), 2)
        run(["bash", "-e", "-c", steps[0]], env=environment, cwd=self.folder)
        return run(["bash", "-e", "-c", steps[1]], code=code, env=environment, cwd=self.folder).stdout

    def comment(self, comments):
        """Runs the step that writes the comment; returns what it asks of GitHub."""
        step, = [step for step in self.steps if step.get("uses", "").startswith("actions/github-script@")]
        path = os.path.join(self.folder, "comment.js")
        with open(path, "w") as file:
            file.write(step["with"]["script"])
        return json.loads(run([NODE, COMMENT, path, json.dumps(comments)], cwd=self.folder).stdout)

    def test_a_pass(self):
        self.assertIn("::notice title=mpigauge::PASS", self.gate(PASSES, self.check_out(HARMLESS)))
        self.assert_reports("PASS")
        summary = self.read("mpigauge-reports/summary.md")
        self.assertEqual(self.read("step-summary"), summary)
        self.assertIn("\nAll reports: https://github.com/ada/mpi/actions/runs/12\n", summary)

    def test_a_slower_commit_fails_with_an_error_and_a_comment(self):
        self.assertIn("::error title=mpigauge::FAIL", self.gate(FAILS, self.check_out(SLOWER), 1))
        self.assert_reports("FAIL")
        listed, made = self.comment([{"id": 1, "body": "Looks good."}])
        body = made.pop("body")
        self.assertEqual(made, {"name": "createComment", "owner": "ada", "repo": "mpi", "issue_number": 7})
        self.assertEqual(body, "<!-- mpigauge -->\n" + self.read("mpigauge-reports/summary.md"))
        # The next job replaces it, and touches no other.
        listed, changed = self.comment([{"id": 1, "body": "Looks good."}, {"id": 2, "body": body}])
        self.assertEqual((changed["name"], changed["comment_id"], changed["body"]), ("updateComment", 2, body))

    def test_inconclusive_is_a_warning(self):
        said = self.gate(IS_INCONCLUSIVE, self.check_out(HARMLESS))
        self.assertIn("::warning title=mpigauge::INCONCLUSIVE", said)
        self.assertNotIn("::error", said)
        self.assert_reports("INCONCLUSIVE")

    def test_a_commit_that_was_not_measured_fails_and_replaces_the_verdict_of_the_last_one(self):
        self.gate("--wrong-usage", self.check_out(HARMLESS), 4)
        listed, changed = self.comment([{"id": 2, "body": "<!-- mpigauge -->\n### mpigauge: PASS"}])
        self.assertIn("### mpigauge: no verdict\n\nExit code 4:", changed["body"])
        self.assertIn("### mpigauge: no verdict", self.read("step-summary"))

    def test_a_comment_that_is_refused_is_a_warning(self):
        self.check_out(HARMLESS)  # and the job ended before the gate
        self.assertEqual(self.comment(None), [{"name": "warning", "text":
                         "no comment was written: Resource not accessible by integration"}])
        self.assertIn("### mpigauge: no verdict", self.comment([])[1]["body"])

    def test_the_reports_are_what_is_kept(self):
        self.assertEqual(self.steps[-1]["with"]["path"], "mpigauge-reports/")
        self.assertEqual(self.steps[0]["with"]["fetch-depth"], 0)


if __name__ == "__main__":
    unittest.main()
