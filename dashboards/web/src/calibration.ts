// How often gates err on this machine, as `mpigauge calibrate` measured it: what was promised and what came out.

import type { Calibration, Share } from './data';
import { formatTime } from './dates';
import { sectionOf } from './section';
import { element } from './dom';
import { type Column, sortableTable } from './table';

type Rule = Calibration['rules'][number];

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

// "0 of 30 (0.0% to 11.6%)": seen, and what it may be.
const shareText = ({ count, of, low, high }: Share): string => `${count} of ${of} (${percent(low)} to ${percent(high)})`;

// Returns the section of one calibration. On a page of several each needs an id and a title of its own.
export function calibrationSection(
  calibration: Calibration,
  command?: string,
  { id, title } = { id: 'calibration', title: 'How often gates err here' },
): HTMLElement {
  const { made_at, equal_gates, slowed_gates, promise, alpha } = calibration;
  const told =
    `Measured on ${formatTime(made_at)}: ${equal_gates} gates of equal libraries, ${slowed_gates} for each ` +
    `slowdown of ${calibration.function}. Promised: false gates at most ${percent(alpha)}; ${promise}.`;
  const table = sortableTable(calibration.rules, columns(calibration.rules), {
    id,
    title,
    many: 'rules',
  });
  return sectionOf({ id, title, command }, element('p', {}, told), table);
}

function columns(rules: Rule[]): Column<Rule>[] {
  const share = (title: string, name: string, of: (rule: Rule) => Share | undefined): Column<Rule> => ({
    title,
    numeric: true,
    key: (rule) => of(rule)?.share ?? null,
    cell: (rule) => {
      const found = of(rule);
      return found ? shareText(found) : '-';
    },
    csv: {
      [`${name}_ratio`]: (rule) => of(rule)?.share,
      [`${name}_ratio_low`]: (rule) => of(rule)?.low,
      [`${name}_ratio_high`]: (rule) => of(rule)?.high,
    },
  });
  const slowdowns = [...new Set(rules.flatMap((rule) => rule.slowdowns.map((one) => one.slowdown)))];
  return [
    { title: 'rule', key: (rule) => rule.rule, cell: (rule) => rule.rule },
    { ...share('false alarms per series', 'false_series', (rule) => rule.false_series), wide: true },
    share('false alarms per gate', 'false_gates', (rule) => rule.false_gates),
    ...slowdowns.map((slowdown) =>
      share(
        `+${Number((slowdown * 100).toPrecision(6))}% found`,
        `found_of_${slowdown}`,
        (rule) => rule.slowdowns.find((one) => one.slowdown === slowdown)?.found,
      ),
    ),
    {
      title: 'launches',
      numeric: true,
      wide: true,
      key: (rule) => rule.mean_launches_of_equal_series,
      cell: (rule) => rule.mean_launches_of_equal_series.toFixed(1),
      csv: { mean_launches_of_equal_series: (rule) => rule.mean_launches_of_equal_series },
    },
  ];
}
