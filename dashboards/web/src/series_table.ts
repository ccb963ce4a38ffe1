// All series, worst first.

import { type Family, type Report, type Series, besideMedian, reasonText, verdictText, verdictWord } from './data';
import { breakable, element } from './dom';
import { caption, sectionOf } from './section';
import { type Column, sortableTable } from './table';
import { formatChange, formatInterval, formatP, formatSeconds } from './units';

const kVerdictOrder = ['fail', 'inconclusive', 'waived', 'pass', 'faster'];

export type LinkTo = (name: string) => string; // the location's hash that shows a series

export function seriesTable(report: Report, linkTo: LinkTo): HTMLElement {
  const table = sortableTable(report.comparison.series, columns(linkTo), {
    id: 'series',
    title: 'Series',
    many: 'series',
    below: true,
    filter: {
      hint: 'allreduce, fail, bytes:64 ...',
      text: (series) => `${series.name} ${verdictText(series)} ${series.family} ${series.reason}`,
    },
  });
  const told = caption(
    'Times are medians of the launch medians. Change is candidate over baseline, with its confidence interval; p ' +
    'is the chance of such a slowdown by luck, corrected over the suite. A name links to its series alone. A ' +
    'median does not show what happens to less than half of the calls or launches: "(tail)" marks a series that ' +
    'did not pass because more of them than in the baseline take far longer than usual, "(mean)" one whose calls ' +
    'cost far more in the mean, "(processor)" one whose calls take far more processor time. "(floor)" marks a series ' +
    'that passed by its fastest observations, because its medians could not decide.',
  );
  return sectionOf({ id: 'table', title: 'Series', command: report.commands['comparison'] }, table, told, ...families(report));
}

// All sizes of a case together, as gates test them: they find what moves all of them a little.
function families({ comparison: { families } }: Report): Node[] {
  if (families.length === 0) return [];
  const table = sortableTable<Family>(
    families,
    [
      {
        title: 'verdict',
        key: (family) => kVerdictOrder.indexOf(family.waived ? 'waived' : family.verdict),
        cell: (family) => verdictMark(family.waived ? 'waived' : family.verdict),
        csv: { verdict: (family) => family.verdict },
      },
      { title: 'family', key: (family) => family.name, cell: (family) => family.name },
      numberColumn('change', 'ratio', (family) => family.ratio, formatChange),
      { ...numberColumn('p', 'p_slower', (family) => family.p_slower, formatP), wide: true },
      { ...numberColumn('series', 'series', (family) => family.members.length, String), wide: true },
      { title: 'reason', key: (family) => family.waived || family.reason, cell: (family) => family.waived || family.reason },
    ],
    { id: 'families', title: 'Families', many: 'families' },
  );
  return [element('h3', {}, 'Families: the sizes of a case together'), table];
}

const verdictMark = (word: string, text = word): HTMLElement => element('span', { className: `verdict ${word}` }, text);

const numberColumn = (
  title: string,
  name: string,
  key: (family: Family) => number | null,
  format: (value: number | null) => string,
): Column<Family> => ({
  title,
  numeric: true,
  key,
  cell: (family) => format(key(family)),
  csv: { [name]: key },
});

function columns(linkTo: LinkTo): Column<Series>[] {
  return [
    {
      title: 'verdict',
      key: (series) => kVerdictOrder.indexOf(verdictWord(series)),
      cell: (series) => verdictMark(verdictWord(series), verdictText(series)),
      csv: { verdict: verdictWord, decided_by: (series) => series.decided_by },
    },
    {
      title: 'series',
      key: (series) => series.name,
      cell: (series) => nameCell(series, linkTo),
      csv: { series: (series) => series.name, case: (series) => series.case, reason: (series) => series.reason },
    },
    {
      title: 'change',
      numeric: true,
      key: (series) => series.ratio,
      cell: (series) => formatChange(series.ratio),
      under: (series) => formatInterval(series.low, series.high),
      csv: { ratio: (series) => series.ratio },
    },
    {
      title: 'interval',
      numeric: true,
      apart: true,
      key: (series) => series.low,
      cell: (series) => formatInterval(series.low, series.high),
      csv: { ratio_low: (series) => series.low, ratio_high: (series) => series.high, tolerance: (one) => one.tolerance },
    },
    time('baseline'),
    time('candidate'),
    {
      title: 'p',
      numeric: true,
      wide: true,
      key: (series) => series.p_adjusted,
      cell: (series) => formatP(series.p_adjusted),
      csv: { p_adjusted: (series) => series.p_adjusted },
    },
    {
      title: 'launches',
      numeric: true,
      apart: true,
      key: (series) => series.baseline_launches_seconds.length + series.candidate_launches_seconds.length,
      cell: (series) => `${series.baseline_launches_seconds.length}+${series.candidate_launches_seconds.length}`,
      csv: {
        baseline_launches: (series) => series.baseline_launches_seconds.length,
        candidate_launches: (series) => series.candidate_launches_seconds.length,
      },
    },
  ];
}

const time = (side: 'baseline' | 'candidate'): Column<Series> => ({
  title: side,
  numeric: true,
  wide: true,
  key: (series) => series[`${side}_median_seconds`],
  cell: (series) => formatSeconds(series[`${side}_median_seconds`]),
  csv: { [`${side}_median_seconds`]: (series) => series[`${side}_median_seconds`] },
});

// The reason of a slowdown is in the numbers beside it; what is open, or wrong, needs its words.
function nameCell(series: Series, linkTo: LinkTo): Node {
  const link = element('a', { href: linkTo(series.name), className: 'name', title: series.name }, ...breakable(series.name));
  const told = series.verdict === 'fail' && series.ratio !== null && !besideMedian(series);
  return series.reason && !told ? element('div', {}, link, element('small', {}, reasonText(series))) : link;
}
