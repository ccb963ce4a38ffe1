// The start: where things stand (the newest gate of each baseline, and failures of other libraries), worst first, and as
// a picture; then all gates.

import { formatTime } from '../dates';
import { element, shortened } from '../dom';
import { addView, hashOf } from '../router';
import { sectionOf } from '../section';
import { type Column, sortableTable } from '../table';
import type { Gate, Run } from './answers';
import { load } from './api';
import { countColumn, idColumn, textColumn, verdictBadge, verdictColumn, verdictGravity, whenColumn } from './cells';
import { loading } from './loading';
import { overviewPlace } from './overview';
import { runsTable } from './runs';

const kNewestRuns = 5;
const kLetters = 120;

export function addGates(host: HTMLElement): void {
  addView('', async () => {
    const both = await loading(host, () => Promise.all([load<{ gates: Gate[]; standing: Gate[] }>('gates'), load<{ runs: Run[] }>('runs')]));
    if (!both) return;
    const [{ gates, standing }, { runs }] = both;
    document.title = 'mpigauge';
    const newest = runsTable(runs.slice(0, kNewestRuns), 'newest-runs');
    const all = element('p', {}, element('a', { href: hashOf(['runs']) }, runs.length === 1 ? 'The run' : `All ${runs.length} runs`));
    host.replaceChildren(
      standingSection(standing),
      ...(standing.length === 0 ? [] : [overviewPlace()]),
      sectionOf({ id: 'gates', title: 'Gates, newest first', command: 'mpigauge gates --format json' }, gatesTable(gates)),
      sectionOf({ id: 'newest-runs', title: 'Newest runs', command: 'mpigauge runs' }, newest, all),
    );
  });
}

const linkTo = (gate: Gate): string => hashOf(['gate'], { id: gate.gate_id });

// A line for each of them.
function standingSection(gates: Gate[]): HTMLElement {
  const lines = [...gates].sort((a, b) => verdictGravity[a.verdict] - verdictGravity[b.verdict] || b.fail - a.fail);
  const section = element('section', { id: 'findings', ariaLabel: 'Where things stand' }, element('h1', {}, 'Where things stand'));
  if (lines.length === 0) {
    section.append(element('p', {}, 'No gate was decided yet: ', element('code', {}, 'mpigauge gate'), ' decides one.'));
    return section;
  }
  section.append(element('ul', {}, ...lines.map(lineOf)));
  return section;
}

// By how its series are, as far as they decided it.
function toldOf({ verdict, fail, inconclusive, pass }: Pick<Gate, 'verdict' | 'fail' | 'inconclusive' | 'pass'>): string {
  const all = fail + inconclusive + pass;
  if (verdict === 'pass') return `none of ${pass} series got slower by more than its tolerance`;
  if ((verdict === 'fail' ? fail : inconclusive) > 0) return `${fail} of ${all} series fail, ${inconclusive} inconclusive`;
  if (all === 0) return 'no series could be compared';
  return `none of ${all} series decided it, but a family of them, lost launches or the loss of an application`;
}

function lineOf(gate: Gate): HTMLElement {
  const against = `${shortened(gate.library, kLetters)} against ${shortened(gate.baseline, kLetters)}: ${toldOf(gate)}`;
  return element(
    'li',
    { className: gate.verdict },
    verdictBadge(gate.verdict),
    ' ',
    element('a', { href: linkTo(gate) }, against),
    ' ',
    element('span', { className: 'when' }, `(${formatTime(gate.decided_at)}${gate.forgotten_at === '' ? '' : ', forgotten'})`),
  );
}

const gatesTable = (gates: Gate[]): HTMLElement =>
  sortableTable(gates, gateColumns, {
    id: 'gates',
    title: 'Gates',
    many: 'gates',
    filter: { hint: 'fail, release ...', text: (gate) => `${gate.verdict} ${gate.baseline} ${gate.library} ${gate.gate_id}` },
  });

// How many series have each verdict stands beside the verdict, also where the window is narrow.
export const gateColumns: Column<Gate>[] = [
  idColumn('gate', (gate) => gate.gate_id, linkTo),
  whenColumn('decided', (gate) => gate.decided_at),
  verdictColumn((gate) => gate.verdict),
  {
    title: 'fail, open, pass',
    numeric: true,
    narrow: true,
    key: (gate) => gate.fail,
    cell: (gate) => `${gate.fail}, ${gate.inconclusive}, ${gate.pass}`,
    csv: {},
  },
  { ...countColumn<Gate>('fail', (gate) => gate.fail), wide: true },
  { ...countColumn<Gate>('inconclusive', (gate) => gate.inconclusive), wide: true },
  { ...countColumn<Gate>('pass', (gate) => gate.pass), wide: true },
  textColumn('library', (gate) => gate.library),
  { ...textColumn<Gate>('baseline', (gate) => gate.baseline), wide: true },
];
