// What `mpigauge serve --web` answers (docs/use/serve.md).

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
export type ServedHistory = History & { runs: { track: number }[] };

export type StoredCalibration = Calibration & { calibration_id: string };
