#!/usr/bin/python3
"""The effect of a pipeline of 20 libraries a day and 50 shapes on a busy cluster of 1000 nodes: the tables of
docs/results/2026-11-21-scale.md.

    PYTHONPATH=. docs/results/scale/simulate.py [--days 14] [--seed 1]

Other people's jobs arrive at random and keep the cluster at the given load; each library brings a job for each of its
shapes, and some of those a second one that settles side by side. All that is assumed is at the top.
"""
import argparse
import random
import statistics

from docs.results.scale.scheduler import Job, run

NODES = 1000
DAY = 86400.0
LIBRARIES_A_DAY = 20
SHAPES = [2 ** (i % 8) for i in range(50)]  # nodes: 1, 2, 4, ... 128, and again
# A job of the pipeline: so many launches, and seconds of each. Stage 2 has both libraries.
LAUNCHES, SETTLE_LAUNCHES, LAUNCH_SECONDS = 10, 12, 35.0
SETTLED = 0.3  # of the jobs are not passed by the stored runs alone
LIMIT = 2.0    # times what it takes is asked for
# Others: nodes 1 to 256, the smaller the more often; a median of an hour, at most a day.
OTHER_NODES, OTHER_WEIGHTS = [2 ** k for k in range(9)], [0.7 ** k for k in range(9)]
OTHER_MEDIAN, OTHER_SIGMA = 3600.0, 1.2


def others(random_numbers, load, days):
    """Jobs of other people that would keep `load` of all nodes busy."""
    sample = [other_size(random_numbers) for _ in range(20000)]
    rate = load * NODES / statistics.mean(nodes * seconds for nodes, seconds in sample)
    time, jobs = 0.0, []
    while True:
        time += random_numbers.expovariate(rate)
        if time > days * DAY:
            return jobs
        nodes, seconds = other_size(random_numbers)
        jobs.append(Job(time, nodes, seconds, min(DAY, LIMIT * seconds)))


def other_size(random_numbers):
    nodes, = random_numbers.choices(OTHER_NODES, OTHER_WEIGHTS)
    return nodes, min(DAY, OTHER_MEDIAN * random_numbers.lognormvariate(0, OTHER_SIGMA))


def pipeline(random_numbers, shapes_a_library, days):
    """First jobs of all libraries; with fewer shapes than there are, libraries take turns through them."""
    jobs, turn = [], 0
    for library in range(int(LIBRARIES_A_DAY * days)):
        arrival = random_numbers.uniform(0, days * DAY)
        for _ in range(shapes_a_library):
            seconds = LAUNCHES * LAUNCH_SECONDS
            jobs.append(Job(arrival, SHAPES[turn % len(SHAPES)], seconds, LIMIT * seconds, (library, 1)))
            turn += 1
    return jobs


def polls(seconds):
    """How often a waiting mpigauge asks Slurm in that time: ci/slurm/wait.cc."""
    count, elapsed = 0, 0.0
    while elapsed < seconds:
        elapsed += min(max(0.05 * elapsed, 0.5), 15.0)
        count += 1
    return count


def figures(load, shapes_a_library, days, seed):
    """One row of the table."""
    random_numbers = random.Random(seed + 1)  # not those of the others: the same pipeline beside every load
    jobs = others(random.Random(seed), load, days) + pipeline(random_numbers, shapes_a_library, days)

    def settle(job):
        if job.what is None or job.what[1] == 2 or random_numbers.random() >= SETTLED:
            return []
        seconds = SETTLE_LAUNCHES * LAUNCH_SECONDS
        return [Job(job.end, job.nodes, seconds, LIMIT * seconds, (job.what[0], 2))]

    ended = run(jobs, NODES, settle)
    # The first days fill the cluster.
    counted = [job for job in ended if job.arrival > days * DAY / 4]
    mine = [job for job in counted if job.what]
    row = {"load": load, "shapes": shapes_a_library,
           "others_wait_min": statistics.mean(job.start - job.arrival for job in counted if not job.what) / 60}
    if not mine:
        return row
    span = days * 0.75
    first, last = {}, {}
    for job in ended:
        if job.what:
            first[job.what[0]] = min(job.arrival, first.get(job.what[0], job.arrival))
            last[job.what[0]] = max(job.end, last.get(job.what[0], 0))
    waits = sorted(job.start - job.arrival for job in mine)
    verdicts = sorted(last[library] - first[library] for library in first if first[library] > days * DAY / 4)
    row.update({
        "jobs_a_day": len(mine) / span,
        "node_hours_a_day": sum(job.nodes * job.seconds for job in mine) / 3600 / span,
        "wait_median_min": statistics.median(waits) / 60, "wait_p90_min": waits[int(0.9 * len(waits))] / 60,
        "verdict_median_h": statistics.median(verdicts) / 3600,
        "verdict_p90_h": verdicts[int(0.9 * len(verdicts))] / 3600,
        "polls_a_minute": sum(polls(job.end - job.arrival) for job in mine) / span / 1440,
    })
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=float, default=14)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("load shapes  jobs/day  node h/day (share)  wait min: median  p90  verdict h: median   p90  "
          "polls/min  others wait min")
    for load in (0.7, 0.8, 0.9):
        for shapes in (0, 10, 50):
            row = figures(load, shapes, options.days, options.seed)
            if shapes == 0:
                print("%4.0f%% %6d %88s %8.0f" % (100 * load, shapes, "", row["others_wait_min"]), flush=True)
                continue
            print("%4.0f%% %6d %9.0f %11.0f (%3.1f%%) %17.0f %5.0f %17.1f %6.1f %10.0f %8.0f" % (
                100 * load, shapes, row["jobs_a_day"], row["node_hours_a_day"],
                row["node_hours_a_day"] / NODES / 24 * 100, row["wait_median_min"], row["wait_p90_min"],
                row["verdict_median_h"], row["verdict_p90_h"], row["polls_a_minute"], row["others_wait_min"]),
                flush=True)


if __name__ == "__main__":
    main()
