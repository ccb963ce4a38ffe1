"""The provisioning files: YAML with the fields that Grafana wants, and the folder that docs/use/grafana.md copies to."""
import unittest

import yaml

FOLDER = "dashboards/grafana/provisioning/"


def read(name):
    with open(FOLDER + name) as file:
        return yaml.safe_load(file)


class ProvisioningTest(unittest.TestCase):
    def test_the_data_source_is_a_prometheus(self):
        content = read("datasources/mpigauge.yaml")
        self.assertEqual(content["apiVersion"], 1)
        (source,) = content["datasources"]
        self.assertEqual((source["type"], source["access"]), ("prometheus", "proxy"))
        self.assertRegex(source["url"], r"^http://127\.0\.0\.1:\d+$")
        self.assertTrue(source["name"] and source["uid"])

    def test_dashboards_are_read_from_where_the_documentation_puts_them(self):
        content = read("dashboards/mpigauge.yaml")
        self.assertEqual(content["apiVersion"], 1)
        (provider,) = content["providers"]
        self.assertEqual(provider["type"], "file")
        self.assertFalse(provider["allowUiUpdates"])
        with open("docs/use/grafana.md") as file:
            self.assertIn("/grafana/mpigauge-*.json %s/" % provider["options"]["path"], file.read())


if __name__ == "__main__":
    unittest.main()
