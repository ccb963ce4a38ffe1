"""The examples of docs/reference/metrics.md: what is configured there is accepted by the programs that read it."""
import os
import re
import subprocess
import tempfile
import unittest


class DocsTest(unittest.TestCase):
    def test_examples_are_accepted(self):
        with open("docs/reference/metrics.md") as file:
            examples = {re.search(r"# (\S+)", text).group(1): text
                        for text in re.findall(r"```yaml\n(.*?)```", file.read(), re.DOTALL)}
        self.assertEqual(set(examples), {"prometheus.yml", "alertmanager.yml"})
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.abspath("dashboards/rules"), os.path.join(folder, "rules"))
            for name, text in examples.items():
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            subprocess.run(["promtool", "check", "config", "prometheus.yml"], cwd=folder, check=True)
            subprocess.run(["amtool", "check-config", "alertmanager.yml"], cwd=folder, check=True)


if __name__ == "__main__":
    unittest.main()
