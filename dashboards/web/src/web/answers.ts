// The answers of `mpigauge serve --web` (docs/use/serve.md).

import type { Calibration, History, Verdict } from '../data';

export interface Gate {
  gate_id: string;
  decided_at: string;
  verdict: Verdict;
  baseline: string;
  candidate: string;
  candidate_run_id: string;
  library: string;
  fail: number; // series
  inconclusive: number;
  pass: number;
  forgotten_at: string; // '' where its failure stands
}

export interface Run {
  run_id: string;
  started_at: string;
  library: string;
  status: string;
  launches: number;
  complete: number;
  previous: string; // the run before it of the same library and suite; '' where there is none
}

// The figures of a run, as `mpigauge show --format json` prints them.
export interface Figures {
  notes: string[];
  series: {
    name: string;
    measured_as: string;
    seconds: number | null;
    relative_deviation: number | null;
    launches_seconds: number[];
    late: number;
    faults: { kind: string; rank: number; message: string }[];
  }[];
}

export interface RunView {
  run: Run;
  figures: Figures | null; // null where no launch left any
  gates: (Gate & { role: string })[];
  baselines: string[];
  tags: string[];
}

// Where things stand, library by case.
export interface OverviewLibrary {
  gate_id: string;
  decided_at: string;
  verdict: Verdict;
  baseline: string;
  library: string;
}

export interface OverviewCell {
  verdict: Verdict | 'waived';
  ratio: number | null;
  series: string; // the worst one of the case
}

export interface OverviewCase {
  case: string;
  cells: (OverviewCell | null)[]; // one for each library
  levels: (number | null)[]; // over the newest runs
}

export interface Overview {
  libraries: OverviewLibrary[];
  cases: OverviewCase[];
}

// All libraries beside each other, of each its newest run.
export interface LibraryRun {
  library: string;
  run_id: string;
  started_at: string;
  track: number;
}

export interface LibrarySeries {
  name: string;
  case: string;
  measured_as: string;
  median_seconds: (number | null)[]; // one for each library
}

export interface Libraries {
  libraries: LibraryRun[];
  series: LibrarySeries[];
}

export interface Baseline {
  name: string;
  version: number;
  created_at: string;
  kind: string;
  runs: string[];
}

export interface NamedSeries {
  name: string;
  case: string;
  family: string;
  parameters: Record<string, number>;
}

// Runs of one track follow each other; those of different ones were measured on machines that are not comparable.
export interface ChangeInterval {
  ratio: number;
  low: number;
  high: number;
}

// The change of a series in a gate, and in all gates together since the library at which their chain begins.
export interface GateStep {
  gate_id: string;
  decided_at: string;
  series: string;
  from: string; // libraries
  to: string;
  verdict: Verdict; // of the series
  change: ChangeInterval;
  first: string;
  since_first: ChangeInterval;
}

export type ServedHistory = History & {
  runs: { track: number }[];
  gate_steps: GateStep[]; // oldest first
  gate_steps_error?: string; // a gate that cannot be read
};

export type StoredCalibration = Calibration & { calibration_id: string };
