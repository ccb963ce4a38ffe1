"""The template of GitLab CI: GitLab's schema takes it, and its script does what it promises."""
import http.server
import json
import os
import subprocess
import tempfile
import threading
import unittest
import urllib.parse

import yaml

from lab.end_to_end.templates.checkout_testing import (FAILS, HARMLESS, IS_INCONCLUSIVE, PASSES, SLOWER,
                                                       CheckoutTestCase, run, template)

NODE = os.path.realpath("../node_modules/node")
GITLAB_CI_LOCAL = os.path.realpath("../node_modules/node_modules/gitlab-ci-local/src/index.js")


class SchemaTest(unittest.TestCase):
    """By the schema of GitLab's editor, which gitlab-ci-local brings."""

    def check(self, text, code):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "init", "--quiet", folder], check=True)
            with open(os.path.join(folder, ".gitlab-ci.yml"), "w") as file:
                file.write(text)
            return run([NODE, GITLAB_CI_LOCAL, "--list"], code=code, cwd=folder,
                       env=dict(os.environ, HOME=folder)).stdout

    def test_the_schema_takes_it(self):
        self.assertRegex(self.check(template("gitlab-ci.yml"), 0), r"(?m)^mpigauge +test")

    def test_the_check_finds_what_is_wrong(self):
        for right, wrong in [("junit:", "junitt:"), ("exit_codes:", "exit_code:"), ("when: always", "when: allways")]:
            self.check(template("gitlab-ci.yml").replace(right, wrong), 1)


class Notes(http.server.BaseHTTPRequestHandler):
    """GitLab's API, as far as a note needs it."""
    seen = []
    answer = 201

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.seen.append((self.path, self.headers["PRIVATE-TOKEN"], urllib.parse.parse_qs(body)["body"][0]))
        self.send_response(self.answer)
        self.end_headers()

    def log_message(self, *_):
        pass


class CommandsTest(CheckoutTestCase):
    job = yaml.safe_load(template("gitlab-ci.yml"))["mpigauge"]

    def gate(self, arguments, head, code=0, **more):
        variables = {name: value.replace("$$", "$") for name, value in self.job["variables"].items()}
        environment = {**self.environment, **variables, **self.values(arguments), "CI_COMMIT_SHA": head,
                       "CI_COMMIT_BEFORE_SHA": 40 * "0", "CI_MERGE_REQUEST_DIFF_BASE_SHA": self.base,
                       "CI_JOB_URL": "https://gitlab.com/jobs/3", **more}
        script = "\n".join(self.job["script"])
        return run(["bash", "-eo", "pipefail", "-c", script], code=code, env=environment, cwd=self.folder).stdout

    def merge_request(self, answer):
        server = http.server.HTTPServer(("127.0.0.1", 0), Notes)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        Notes.seen = []
        Notes.answer = answer
        return {"MPIGAUGE_TOKEN": "secret", "CI_MERGE_REQUEST_IID": "7", "CI_PROJECT_ID": "12",
                "CI_API_V4_URL": "http://127.0.0.1:%d/api/v4" % server.server_port}

    def test_a_pass(self):
        self.gate(PASSES, self.check_out(HARMLESS))
        self.assert_reports("PASS", "codequality.json")
        self.assertEqual(json.loads(self.read("mpigauge-reports/codequality.json")), [])

    def test_a_slower_commit_fails_and_the_merge_request_hears_of_it(self):
        said = self.gate(FAILS, self.check_out(SLOWER), 1, **self.merge_request(201))
        self.assert_reports("FAIL", "codequality.json")
        issue, = json.loads(self.read("mpigauge-reports/codequality.json"))
        self.assertEqual(issue["severity"], "major")
        summary = self.read("mpigauge-reports/summary.md")
        self.assertEqual(Notes.seen, [("/api/v4/projects/12/merge_requests/7/notes", "secret", summary)])
        self.assertIn("\nAll reports: https://gitlab.com/jobs/3/artifacts/browse/mpigauge-reports\n", summary)
        self.assertNotIn("secret", said)

    def test_a_push_to_the_branch_is_compared_with_what_was_there(self):
        head = self.check_out(SLOWER)
        self.gate(FAILS, head, 1, CI_MERGE_REQUEST_DIFF_BASE_SHA="", CI_COMMIT_BEFORE_SHA=self.base)
        self.assert_reports("FAIL", "codequality.json")

    def test_a_pipeline_of_merged_results_measures_the_head_of_the_request(self):
        head = self.check_out(HARMLESS)
        self.gate(PASSES, self.main, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA=head)
        self.assert_reports("PASS", "codequality.json")

    def test_a_note_that_is_refused_changes_no_verdict(self):
        said = self.gate(PASSES, self.check_out(HARMLESS), 0, **self.merge_request(403))
        self.assertIn("no note was written", said)
        self.assertEqual(len(Notes.seen), 1)

    def test_inconclusive_is_allowed_to_fail(self):
        self.gate(IS_INCONCLUSIVE, self.check_out(HARMLESS), 2)
        self.assertEqual(self.job["allow_failure"], {"exit_codes": 2})
        self.assert_reports("INCONCLUSIVE", "codequality.json")

    def test_a_commit_that_was_not_measured_fails_and_the_merge_request_hears_of_it(self):
        self.gate("--wrong-usage", self.check_out(HARMLESS), 4, **self.merge_request(201))
        self.assertIn("### mpigauge: no verdict", Notes.seen[0][2])

    def test_the_reports_are_what_is_kept(self):
        artifacts = self.job["artifacts"]
        self.assertEqual(artifacts["paths"], ["mpigauge-reports/"])
        self.assertEqual(sorted(artifacts["reports"].values()),
                         ["mpigauge-reports/codequality.json", "mpigauge-reports/junit.xml"])


if __name__ == "__main__":
    unittest.main()
