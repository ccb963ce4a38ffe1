// One application replayed on both networks: what each rank does when, and the path that its time depends on.

import type { Activity, Timeline, TimelineSide } from './data';
import { element, shortened } from './dom';
import { figureOf } from './figure';
import { caption, legend, sectionOf } from './section';
import { type Column, sortableTable } from './table';
import { timelineHeight, timelineOption } from './timeline_chart';
import { csvText } from './csv';
import { fileStem, saveButton, saveText } from './download';
import { formatSeconds } from './units';

type Side = 'baseline' | 'candidate';

const kLetters = 80;

export function timelineSection(timeline: Timeline, command?: string): HTMLElement {
  const sides = (['baseline', 'candidate'] as const).filter((side) => timeline[side] !== null);
  const about = { id: 'timeline', title: 'Timeline of an application', command };
  const shown = timeline.baseline.rows.length;
  const few = shown < timeline.ranks ? ` Of ${timeline.ranks} ranks ${shown} are shown.` : '';
  const told = `${shortened(timeline.application, kLetters)} on ${timeline.ranks} ranks, replayed.${few}`;
  if (!(timeline.parallel_seconds > 0)) return sectionOf(about, element('p', {}, `${told} It takes no time.`));
  const holder = element('div', { id: 'timeline' }, ...sides.map((side) => figure(timeline, side)));
  const said = caption(
    'Both charts have the same axis. Overhead: the rank sends or receives; blocked: it waits for a message, for ' +
    'the interface or for a receive. The line is the critical path: everything beside it could take a little ' +
    'longer without delaying the end. Short spans of long timelines are drawn together, as the activity that fills ' +
    'most of their place; shares are those of the drawn spans.',
  );
  return sectionOf(about, element('p', {}, told), keys(), holder, said, ranksTable(timeline, sides));
}

const keys = (): Node =>
  legend(['compute', 'computes'], ['overhead', 'overhead'], ['blocked', 'blocked'], ['path', 'critical path']);

function figure(timeline: Timeline, side: Side): HTMLElement {
  const shown = timeline[side]!;
  const { node, box } = figureOf(
    {
      title: side,
      more: formatSeconds(shown.parallel_seconds),
      label: `Timeline of ${shortened(timeline.application, kLetters)}, ${side}`,
      look: 'timeline',
      key: 'Blue: computes, purple: overhead, grey: blocked; line: critical path.',
    },
    (colors, width) => timelineOption(shown, timeline.parallel_seconds, colors, width),
  );
  box.style.height = `${timelineHeight(shown.rows.length)}px`;
  const csv = () => {
    const rows = shown.rows.flatMap(({ rank, spans }) => spans.map(([begin, end, activity]) => [rank, activity, begin, end]));
    saveText(`${fileStem(`timeline ${side}`)}.csv`, 'text/csv', csvText([['rank', 'activity', 'begin_seconds', 'end_seconds'], ...rows]));
  };
  node.querySelector('.saves')!.append(saveButton('CSV', `the timeline of the ${side}`, csv));
  return node;
}

interface RankRow {
  rank: number;
  of: Record<Side, Record<Activity | 'path', number> | undefined>;
}

// Shares of the parallel time of that side.
function sharesOf(side: TimelineSide | null, rank: number, whole: number): RankRow['of'][Side] {
  const row = side?.rows.find((one) => one.rank === rank);
  if (!side || !row) return undefined;
  const shares = { compute: 0, overhead: 0, blocked: 0, path: 0 };
  for (const [begin, end, activity] of row.spans) shares[activity] += (end - begin) / whole;
  for (const [on, begin, end] of side.critical_path) if (on === rank) shares.path += (end - begin) / whole;
  return shares;
}

function ranksTable(timeline: Timeline, sides: Side[]): HTMLElement {
  const { baseline, candidate, parallel_seconds } = timeline;
  const rows = baseline.rows.map(({ rank }): RankRow => ({
    rank,
    of: {
      baseline: sharesOf(baseline, rank, baseline.parallel_seconds || parallel_seconds),
      candidate: sharesOf(candidate, rank, candidate?.parallel_seconds || parallel_seconds),
    },
  }));
  const both = sides.length > 1;
  const text = (row: RankRow, side: Side, what: Activity | 'path') => (row.of[side] ? `${(row.of[side][what] * 100).toFixed(1)}%` : '-');
  const share = (side: Side, what: Activity | 'path', title: string): Column<RankRow> => ({
    title: both ? `${title}, ${side}` : title,
    numeric: true,
    apart: both && side === 'baseline',
    key: (row) => row.of[side]?.[what] ?? null,
    cell: (row) => text(row, side, what),
    ...(both && side === 'candidate' && { under: (row: RankRow) => `baseline ${text(row, 'baseline', what)}` }),
    csv: { [`${side}_${what}_share`]: (row) => row.of[side]?.[what] },
  });
  const shares = sides.flatMap((side) => [
    share(side, 'compute', 'computes'),
    share(side, 'blocked', 'blocked'),
    share(side, 'path', 'critical'),
  ]);
  const rank: Column<RankRow> = { title: 'rank', numeric: true, key: (row) => row.rank, cell: (row) => String(row.rank) };
  return sortableTable(rows, [rank, ...shares], { id: 'ranks', title: 'Ranks of the timeline', many: 'ranks' });
}
