"""A batch scheduler in simulated time: first come first served, with EASY backfill.

Backfill: a job may overtake the first one in the queue if, by the time limits, that does not delay it (Lifka 1995).
"""
import dataclasses
import heapq
import itertools


@dataclasses.dataclass(eq=False)
class Job:
    arrival: float  # seconds
    nodes: int
    seconds: float  # what it really takes
    limit: float    # what it asked for, at least that
    what: object = None
    start: float = None

    @property
    def end(self):
        return self.start + self.seconds


def _promise(head, free, running, now):
    """When the first job of the queue can start at the latest, and how many nodes are then left over."""
    for end, nodes in sorted((max(job.start + job.limit, now), job.nodes) for job in running):
        if free >= head.nodes:
            break
        free, now = free + nodes, end
    return now, free - head.nodes


def _start_what_fits(queue, free, running, now):
    """Starts jobs of the queue at `now`; those that were started."""
    started = []

    def start(job):
        job.start = now
        started.append(job)
        return job.nodes

    while queue and queue[0].nodes <= free:
        free -= start(queue.pop(0))
    if not queue or free == 0:
        return started
    promised, spare = _promise(queue[0], free, running + started, now)
    waiting = queue[:1]
    for job in queue[1:]:
        in_time = now + job.limit <= promised
        if job.nodes <= free and (in_time or job.nodes <= spare):
            free -= start(job)
            spare -= 0 if in_time else job.nodes
        else:
            waiting.append(job)
    queue[:] = waiting
    return started


def run(jobs, nodes, on_end=lambda job: ()):
    """Fills in `start` of all jobs; on_end(job) may return jobs that arrive then. All jobs, in order of their end."""
    order = itertools.count()
    events = [(job.arrival, next(order), "arrives", job) for job in jobs]
    heapq.heapify(events)
    queue, running, ended, free = [], [], [], nodes
    while events:
        now = events[0][0]
        while events and events[0][0] == now:
            _, _, what, job = heapq.heappop(events)
            if what == "arrives":
                queue.append(job)
                continue
            free += job.nodes
            running.remove(job)
            ended.append(job)
            for more in on_end(job):
                heapq.heappush(events, (more.arrival, next(order), "arrives", more))
        for job in _start_what_fits(queue, free, running, now):
            free -= job.nodes
            running.append(job)
            heapq.heappush(events, (job.end, next(order), "ends", job))
    return ended
