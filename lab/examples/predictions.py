"""The predictions of mpigauge from the traces and the launch records, beside the times of the programs."""
import collections
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys

from figures import good_enough, median_with_interval, percent, same_sign
from launches import folder_name
from measured import Measured
from problems import PLAIN

# The time that an example prints as its seconds lies between these barriers: the first time, and the second one.
REGION = ["--from-barrier", "2", "--to-barrier", "3"]
SECOND_TIME = ["--from-barrier", "5", "--to-barrier", "6"]


def mpigauge(launcher, *words):
    words = [launcher.program("mpigauge/mpigauge"), *words]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit("%s%s: exit code %d" % (done.stderr, shlex.join(words), done.returncode))
    return done.stdout


def lines_of(launcher, name):
    path = os.path.join(launcher.folder, name)
    if not os.path.exists(path):
        sys.exit("%s does not exist; `validate.py measure %s` makes it" % (path, launcher.folder))
    with open(path) as lines:
        return [json.loads(line) for line in lines]


def all_lines(launcher):
    return lines_of(launcher, "launches.jsonl") + lines_of(launcher, "traced.jsonl")


def merged(launcher, estimator, traces, *parts):
    """The folder of one trace: several of a program, merged burst by burst."""
    if not traces:
        sys.exit("no traces of %s: measure more" % "/".join(parts))
    if len(traces) == 1:
        return traces[0]
    out = launcher.path("merged-" + estimator, *parts)
    shutil.rmtree(out, ignore_errors=True)
    mpigauge(launcher, "trace", "merge", *traces, "-o", out, "--estimator", estimator)
    return out


def traces_of_state(launcher, state):
    """Folders by problem: of the traces that were made in this state of the machine."""
    folders = collections.defaultdict(list)
    for line in lines_of(launcher, "traced.jsonl"):
        if state.has(line["problem"], line):
            folders[line["problem"]].append(os.path.join(launcher.folder, "traces", folder_name(line["problem"]), line["folder"]))
    return folders


def records(launcher, variant):
    return os.path.join(launcher.folder, "records", folder_name(variant.name))


def answers_of(launcher, variant, traces, costs, state):
    """Returns the answer of `mpigauge impact` about a change, by problem: an answer for each of its traces."""
    words = [word for name, folders in traces.items() for i, folder in enumerate(folders)
             for word in ("--trace", "%s=%s #%d" % (folder, name, i))]
    section = json.loads(mpigauge(launcher, "impact", *words, *SECOND_TIME, "--baseline", records(launcher, PLAIN), "--candidate",
                                  records(launcher, variant), *costs, *state.words(), "--format", "json"))
    answers = collections.defaultdict(list)
    for answer in section["applications"]:
        answers[answer["application"].split(" #")[0]].append(answer)
    return answers


def predict(launcher, costs, state):
    """One row for each problem: what was predicted, what was measured.

    The prediction is the baseline's time of the plain library compared with itself. Every trace is replayed by itself, and
    the median counts. Merged burst by burst they would tell of a quieter machine than there is: ranks wait for each
    other's disturbances, which medians of bursts do not have.
    """
    measured = Measured(lines_of(launcher, "launches.jsonl"), state)
    traces = traces_of_state(launcher, state)
    asked = {problem.name: traces[problem.name] for problem in launcher.problems()}
    for name, folders in asked.items():
        if not folders or not measured.second_times(name, PLAIN):
            sys.exit("no launches or no traces of %s: measure more" % name)
    answers = answers_of(launcher, PLAIN, asked, costs, state)
    rows = []
    for problem in launcher.problems():
        times = measured.second_times(problem.name, PLAIN)
        median, low, high = median_with_interval(times)
        seconds = [answer["baseline_seconds"] for answer in answers[problem.name]]
        predicted, predicted_low, predicted_high = median_with_interval(seconds)
        rows.append({"problem": problem.name, "launches": len(times), "traces": len(seconds),
                     "measured": median, "low": low, "high": high, "predicted": predicted, "predicted_low": predicted_low,
                     "predicted_high": predicted_high, "asked": problem.grain,
                     "good": abs(predicted / median - 1) <= problem.grain})
    return rows


def print_predictions(rows):
    print("%-26s %9s %12s %22s %7s %13s %22s %8s %6s" % ("problem", "launches", "measured ms", "interval ms", "traces",
                                                         "predicted ms", "interval ms", "error", "asked"))
    for row in rows:
        print("%-26s %9d %12.3f %9.3f to %9.3f %7d %13.3f %9.3f to %9.3f %8s %6s%s" % (
            row["problem"], row["launches"], row["measured"] * 1e3, row["low"] * 1e3, row["high"] * 1e3, row["traces"],
            row["predicted"] * 1e3, row["predicted_low"] * 1e3, row["predicted_high"] * 1e3,
            percent(row["predicted"] / row["measured"]), "%g%%" % (100 * row["asked"]), "" if row["good"] else "  missed"))
    print("%d of %d as asked" % (sum(row["good"] for row in rows), len(rows)))


def impacts(launcher, costs, state):
    """One row for each variant and problem. Every trace is asked about by itself, as in predict(); the medians count."""
    measured = Measured(lines_of(launcher, "launches.jsonl"), state)
    traces = traces_of_state(launcher, state)
    rows = []
    for variant, problems in launcher.impacts():
        asked = {problem.name: traces[problem.name] for problem in problems}
        for name, folders in asked.items():
            if not folders or not measured.launches(name, PLAIN) or not measured.launches(name, variant):
                sys.exit("no launches or no traces of %s with %s: measure more" % (name, variant.name))
        for name, answers in answers_of(launcher, variant, asked, costs, state).items():
            predicted, predicted_low, predicted_high = (statistics.median(answer[key] for answer in answers)
                                                        for key in ("ratio", "low", "high"))
            ratio, low, high = measured.impact(name, variant, PLAIN)
            rows.append({"change": variant.name, "problem": name, "launches": measured.launches(name, variant),
                         "traces": len(answers), "predicted": predicted,
                         "predicted_low": predicted_low, "predicted_high": predicted_high, "measured": ratio, "low": low,
                         "high": high, "good": good_enough(predicted, ratio), "sign": same_sign(predicted, low, high)})
    return rows


def judgement(row):
    """In words, of an impact: what was measured may itself be less sure than what is asked."""
    if row["good"]:
        return ""
    inside = row["low"] <= row["predicted"] <= row["high"]
    return "  missed" + (", inside what was measured" if inside else "") + ("" if row["sign"] else ", wrong sign")


def print_impacts(rows):
    print("%-31s %-26s %9s %18s %9s %9s %18s" % ("change", "problem", "predicted", "interval", "launches", "measured", "interval"))
    for row in rows:
        print("%-31s %-26s %9s %18s %9d %9s %18s%s" % (
            row["change"], row["problem"], percent(row["predicted"]),
            "[%s, %s]" % (percent(row["predicted_low"]), percent(row["predicted_high"])), row["launches"], percent(row["measured"]),
            "[%s, %s]" % (percent(row["low"]), percent(row["high"])), judgement(row)))
    print("%d of %d as asked, %d more inside what was measured, %d with a wrong sign" % (
        sum(row["good"] for row in rows), len(rows), sum("inside" in judgement(row) for row in rows),
        sum(not row["sign"] for row in rows)))
