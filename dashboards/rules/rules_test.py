"""Rules and alerts, by promtool."""
import os
import re
import subprocess
import unittest

import yaml

FOLDER = "dashboards/rules"
RULES = ["alerts.yml", "recording.yml"]
TESTS = ["alerts_test.yml", "alerts_slow_test.yml", "recording_test.yml"]


def read(name):
    with open(os.path.join(FOLDER, name)) as file:
        return yaml.safe_load(file)


def rules(name):
    return [rule for group in read(name)["groups"] for rule in group["rules"]]


def promtool(*words):
    done = subprocess.run(["promtool", *words], cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise AssertionError("%s: %s" % (words, done.stdout))


class RulesTest(unittest.TestCase):
    def test_promtool_accepts_them(self):
        promtool("check", "rules", "--lint=all", "--lint-fatal", *RULES)

    def test_they_do_what_their_tests_say(self):
        promtool("test", "rules", *TESTS)

    def test_every_alert_is_seen_to_fire_and_to_keep_still(self):
        fires, still = set(), set()
        for name in TESTS:
            for test in read(name)["tests"]:
                for one in test.get("alert_rule_test", []):
                    (fires if one["exp_alerts"] else still).add(one["alertname"])
        names = {rule["alert"] for rule in rules("alerts.yml")}
        self.assertEqual(fires, names)
        self.assertEqual(still, names)

    def test_every_alert_says_what_it_is_and_which_command_is_next(self):
        for rule in rules("alerts.yml"):
            self.assertIn(rule["labels"]["severity"], ["critical", "warning", "info"], rule["alert"])
            for part in ("summary", "description", "runbook"):
                self.assertGreater(len(rule["annotations"][part]), 20, rule["alert"])
            self.assertRegex(rule["annotations"]["runbook"], r"\bmpigauge [a-z-]", rule["alert"])

    def test_they_ask_for_metrics_that_there_are(self):
        with open("docs/reference/metrics.md") as file:
            documented = set(re.findall(r"^\| `(mpigauge_\w+)", file.read(), re.MULTILINE))
        recorded = {rule["record"] for rule in rules("recording.yml")}
        for rule in rules("alerts.yml") + rules("recording.yml"):
            text = rule["expr"] + " ".join(rule.get("annotations", {}).values())
            for metric in re.findall(r"\bmpigauge_\w+", text):
                self.assertIn(metric, documented)
            self.assertLessEqual(set(re.findall(r"\bmpigauge:[\w:]+", rule["expr"])), recorded)


if __name__ == "__main__":
    unittest.main()
