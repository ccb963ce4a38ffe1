"""Asks Prometheus like Grafana when a dashboard is opened: variables are filled in, lists of values are fetched, and
each query is sent as the kind that it is. After Grafana 11 (scenes/src/variables/interpolation/formatRegistry.ts, and
metric_find_query.ts of its Prometheus plugin)."""
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request

ALL = object()  # "All" of a variable that has a text of its own for it, which is put in as it is


def ask(prometheus, path, **parameters):
    """The data of an answer; fails with Prometheus' own words."""
    url = prometheus.url + path + "?" + urllib.parse.urlencode(parameters)
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as error:
        raise AssertionError("%s: %s" % (parameters, error.read().decode()))


def escaped(text):
    """escapeRegex of @grafana/data."""
    return re.sub(r"[\\^$*+?.()|\[\]{}/]", lambda found: "\\" + found.group(), text)


class Dashboard:
    """A dashboard's file. `values`: of its variables; a text, a list of texts, or ALL."""

    def __init__(self, uid):
        with open("dashboards/grafana/%s.json" % uid) as file:
            self.json = json.load(file)
        self.variables = {one["name"]: one for one in self.json["templating"]["list"] if one["type"] == "query"}

    def interpolated(self, text, values):
        def put_in(found):
            name, value = found.group(1), values[found.group(1)]
            if value is ALL:
                return self.variables[name]["allValue"]
            if isinstance(value, str):
                return escaped(value)
            return escaped(value[0]) if len(value) == 1 else "(%s)" % "|".join(map(escaped, value))

        return re.sub(r"\$\{(\w+):regex\}", put_in, text)

    def options(self, prometheus, name, values):
        """The list that a variable offers."""
        query = self.interpolated(self.variables[name]["query"]["query"], values)
        selector, label = re.match(r"^label_values\((?:(.+),\s*)?([a-zA-Z_$][a-zA-Z0-9_]*)\)\s*$", query).groups()
        found = ask(prometheus, "/api/v1/label/%s/values" % label, **{"match[]": selector})
        return sorted(value for value in found if value)

    def defaults(self, prometheus):
        """Returns the values of variables when the dashboard is opened and nothing was chosen."""
        values = {}
        for name, variable in self.variables.items():
            options = self.options(prometheus, name, values)
            values[name] = ALL if variable["includeAll"] else options[0] if options else ""
        return values

    def queries(self):
        """Returns the queries of panels and annotations: (what for, expression, whether it is for one point in
        time)."""
        for panel in self.json["panels"]:
            for target in panel.get("targets", []):
                yield "%s, %s" % (panel["title"], target["refId"]), target["expr"], target["instant"]
        for annotation in self.json["annotations"]["list"]:
            yield "annotation " + annotation["name"], annotation["expr"], False

    def panel(self, title, ref_id="A"):
        """The expression of a panel's query."""
        return next(target["expr"] for panel in self.json["panels"] if panel["title"] == title
                    for target in panel["targets"] if target["refId"] == ref_id)

    def answer(self, prometheus, expression, instant, values, seconds=60, step=1):
        """The series that come back, of the last `seconds` where they are lines."""
        interval = max(240, step + 60)  # four scrapes of a minute, or a step and a scrape
        query = self.interpolated(expression, values).replace("$__rate_interval", "%ds" % interval)
        query = query.replace("$__range", "%ds" % seconds).replace("$__interval", "%ds" % step)
        if instant:
            return ask(prometheus, "/api/v1/query", query=query)["result"]
        now = time.time()
        return ask(prometheus, "/api/v1/query_range", query=query, start=now - seconds, end=now, step=step)["result"]
