// All runs, and any two of them compared.

import { formatTime } from '../dates';
import { element, shortened } from '../dom';
import { addView, hashOf } from '../router';
import { sectionOf } from '../section';
import { type Column, sortableTable } from '../table';
import type { Baseline, Run } from './answers';
import { load } from './api';
import { countColumn, idColumn, shortId, textColumn, whenColumn } from './cells';
import { loading } from './loading';

const kLetters = 60;

export function addRuns(host: HTMLElement): void {
  addView('runs', async () => {
    const both = await loading(host, () =>
      Promise.all([load<{ runs: Run[] }>('runs'), load<{ baselines: Baseline[] }>('baselines')]),
    );
    if (!both) return;
    const [{ runs }, { baselines }] = both;
    document.title = 'Runs - mpigauge';
    host.replaceChildren(
      element('h1', {}, 'Runs'),
      sectionOf({ id: 'pick', title: 'Compare two' }, picker(runs, baselines)),
      sectionOf({ id: 'runs', title: 'All, newest first', command: 'mpigauge runs --format json' }, runsTable(runs, 'runs')),
    );
  });
}

const labelOf = (run: Run): string => `${formatTime(run.started_at)}  ${shortened(run.library, kLetters)}  ${shortId(run.run_id)}`;

// Two choices and a button; a baseline or any run against any run.
function picker(runs: Run[], baselines: Baseline[]): HTMLElement {
  const ofRuns = () => runs.map((run) => element('option', { value: run.run_id }, labelOf(run)));
  const named = baselines.map(({ name, version, runs: ids }) =>
    element('option', { value: name }, `${shortened(name, kLetters)} (baseline, version ${version}, runs: ${ids.length})`),
  );
  const baseline = element('select', { id: 'pick-baseline' }, ...named, ...ofRuns());
  const candidate = element('select', { id: 'pick-candidate' }, ...ofRuns());
  if (named.length === 0 && runs.length > 1) baseline.value = runs[1]!.run_id;
  const form = element(
    'form',
    { className: 'tools' },
    element('label', {}, 'Baseline ', baseline),
    element('label', {}, 'Candidate ', candidate),
    element('button', { className: 'more', disabled: runs.length < 2 }, 'Compare'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.hash = hashOf(['compare'], { baseline: baseline.value, candidate: candidate.value });
  });
  return form;
}

export const runsTable = (runs: Run[], id: string): HTMLElement =>
  sortableTable(runs, runColumns, {
    id: `${id}-table`,
    title: 'Runs',
    many: 'runs',
    filter: { hint: '4.1.4, complete ...', text: (run) => `${run.run_id} ${run.library} ${run.status} ${run.started_at}` },
  });

const runColumns: Column<Run>[] = [
  idColumn('run', (run) => run.run_id, (run) => hashOf(['run', run.run_id])),
  whenColumn('started', (run) => run.started_at),
  textColumn('library', (run) => run.library),
  { ...textColumn<Run>('status', (run) => run.status), wide: true },
  { ...countColumn<Run>('launches', (run) => run.launches), wide: true },
  { ...countColumn<Run>('complete', (run) => run.complete), wide: true },
  { title: 'compare', cell: compareCell, csv: { previous: (run) => run.previous } },
];

// With the run before it that measured the same of the same library, wherever that stands in the list.
function compareCell({ run_id, previous }: Run): Node | string {
  if (previous === '') return '';
  const href = hashOf(['compare'], { baseline: previous, candidate: run_id });
  const ariaLabel = `Compare ${shortId(run_id)} with ${shortId(previous)}, the previous run of the same library`;
  return element('a', { href, ariaLabel }, `with ${shortId(previous)}`);
}
