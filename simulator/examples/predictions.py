"""What mpigauge predicts from the traces and the launch records, beside what the programs took."""
import collections
import glob
import json
import os
import shlex
import shutil
import subprocess
import sys

from figures import good_enough, median_with_interval, percent, ratio_with_interval, same_sign
from launches import folder_name
from problems import PLAIN

# What an example prints as its seconds lies between these barriers.
REGION = ["--from-barrier", "2", "--to-barrier", "3"]


def mpigauge(launcher, *words):
    words = [launcher.program("ci/cli/mpigauge"), *words]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit("%s%s: exit code %d" % (done.stderr, shlex.join(words), done.returncode))
    return done.stdout


def merged(launcher, estimator, *parts):
    """The folder of one trace: all those of a program, merged burst by burst."""
    traces = sorted(glob.glob(os.path.join(launcher.folder, *parts, "[0-9]*")))
    if not traces:
        sys.exit("no traces in %s: measure first" % os.path.join(launcher.folder, *parts))
    if len(traces) == 1:
        return traces[0]
    out = launcher.path("merged-" + estimator, *parts)
    shutil.rmtree(out, ignore_errors=True)
    mpigauge(launcher, "trace", "merge", *traces, "-o", out, "--estimator", estimator)
    return out


def records(launcher, variant):
    return os.path.join(launcher.folder, "records", folder_name(variant.name))


def measured(launcher):
    """Seconds of all launches, by problem and variant."""
    seconds = collections.defaultdict(list)
    with open(os.path.join(launcher.folder, "launches.jsonl")) as lines:
        for line in map(json.loads, lines):
            seconds[line["problem"], line["variant"]].append(line["seconds"])
    return seconds


def predict(launcher, estimator, network):
    """One row for each problem: what was predicted, what was measured."""
    seconds = measured(launcher)
    rows = []
    for problem in launcher.problems():
        trace = merged(launcher, estimator, "traces", folder_name(problem.name))
        answer = json.loads(mpigauge(launcher, "replay", trace, *REGION, "--run", records(launcher, PLAIN), "--network",
                                     network, "--json"))["models"][0]
        median, low, high = median_with_interval(seconds[problem.name, PLAIN.name])
        predicted = answer["parallel_seconds"]
        rows.append({"problem": problem.name, "launches": len(seconds[problem.name, PLAIN.name]), "messages": answer["messages"],
                     "measured": median, "low": low, "high": high, "predicted": predicted, "asked": problem.grain,
                     "good": abs(predicted / median - 1) <= problem.grain})
    return rows


def print_predictions(rows):
    print("%-26s %9s %12s %24s %12s %8s %6s" % ("problem", "launches", "measured ms", "interval ms", "predicted ms", "error", "asked"))
    for row in rows:
        print("%-26s %9d %12.3f %11.3f to %9.3f %12.3f %8s %6s%s" % (
            row["problem"], row["launches"], row["measured"] * 1e3, row["low"] * 1e3, row["high"] * 1e3,
            row["predicted"] * 1e3, percent(row["predicted"] / row["measured"]), "%g%%" % (100 * row["asked"]),
            "" if row["good"] else "  missed"))
    print("%d of %d as asked" % (sum(row["good"] for row in rows), len(rows)))


def impacts(launcher, estimator, network):
    """One row for each variant and problem."""
    seconds = measured(launcher)
    traces = {problem.name: merged(launcher, estimator, "traces", folder_name(problem.name)) for problem in launcher.problems()}
    rows = []
    for variant, problems in launcher.impacts():
        words = [word for problem in problems for word in ("--trace", "%s=%s" % (traces[problem.name], problem.name))]
        section = json.loads(mpigauge(launcher, "impact", *words, *REGION, "--baseline", records(launcher, PLAIN), "--candidate",
                                      records(launcher, variant), "--network", network, "--json"))
        for answer in section["applications"]:
            name = answer["application"]
            ratio, low, high = ratio_with_interval(seconds[name, variant.name], seconds[name, PLAIN.name])
            rows.append({"change": variant.name, "problem": name, "predicted": answer["ratio"], "predicted_low": answer["low"],
                         "predicted_high": answer["high"], "measured": ratio, "low": low, "high": high,
                         "good": good_enough(answer["ratio"], ratio), "sign": same_sign(answer["ratio"], low, high),
                         "parts": [[part["label"], part["ratio"]] for part in answer["parts"][:3]]})
    return rows


def print_impacts(rows):
    print("%-31s %-26s %9s %18s %9s %18s" % ("change", "problem", "predicted", "interval", "measured", "interval"))
    for row in rows:
        print("%-31s %-26s %9s %18s %9s %18s%s%s" % (
            row["change"], row["problem"], percent(row["predicted"]),
            "[%s, %s]" % (percent(row["predicted_low"]), percent(row["predicted_high"])), percent(row["measured"]),
            "[%s, %s]" % (percent(row["low"]), percent(row["high"])), "" if row["good"] else "  missed",
            "" if row["sign"] else "  wrong sign"))
    print("%d of %d as asked, %d with a wrong sign" % (sum(row["good"] for row in rows), len(rows),
                                                       sum(not row["sign"] for row in rows)))
