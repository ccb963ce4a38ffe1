// A series in a few lines: the tooltip of the charts, and what stands below its launches.

import { type Series, type TailFigure, reasonText, verdictText, verdictWord } from './data';
import { element, shortened } from './dom';
import { formatChange, formatCount, formatInterval, formatP, formatSeconds } from './units';

const kNameLetters = 200;

function launchesText(median: number | null, launches: number[]): string {
  if (launches.length === 0) return 'no valid launch';
  const [low, high] = [Math.min(...launches), Math.max(...launches)];
  return `${formatSeconds(median)} (${formatCount(launches.length, 'launch', 'launches')}, ${formatSeconds(low)} to ${formatSeconds(high)})`;
}

const changeText = (series: Series): string =>
  series.ratio === null
    ? '-'
    : `${formatChange(series.ratio)} ${formatInterval(series.low, series.high)}, p ${formatP(series.p_adjusted)}`;

const percent = (share: number): string =>
  `${share >= 0.0995 ? (share * 100).toFixed(0) : Number((share * 100).toPrecision(2))}%`;

const sharesText = ({ seconds, candidate_share, baseline_share }: TailFigure): string =>
  `${percent(candidate_share)} take more than ${formatSeconds(seconds)} (baseline ${percent(baseline_share)})`;

// Both sides, the change, and of what did not pass the reason.
export function factsOf(series: Series): HTMLElement {
  const facts: [string, string][] = [
    ['baseline', launchesText(series.baseline_median_seconds, series.baseline_launches_seconds)],
    ['candidate', launchesText(series.candidate_median_seconds, series.candidate_launches_seconds)],
    ['change', changeText(series)],
  ];
  for (const [name, figure] of [
    ['minima', series.floor],
    ['99th percentiles', series.tail],
  ] as const) {
    if (series.ratio !== null && figure.ratio !== null)
      facts.push([name, `${formatChange(figure.ratio)} ${formatInterval(figure.low, figure.high)}`]);
  }
  if (series.stretched) facts.push(['observations', sharesText(series.stretched)]);
  if (series.slow_launches && series.slow_launches.candidate_share > 0)
    facts.push(['launches', sharesText(series.slow_launches)]);
  if (series.suspects.length > 0) facts.push(['suspects', series.suspects.join('; ')]);
  if (series.reason) facts.push(['reason', reasonText(series)]);
  if (series.waived) facts.push(['waived', series.waived]);
  const nodes = facts.flatMap(([name, text]) => [element('dt', {}, name), element('dd', {}, text)]);
  return element('dl', {}, ...nodes);
}

export function seriesCard(series: Series): HTMLElement {
  const word = verdictWord(series);
  return element(
    'div',
    { className: 'card' },
    element('strong', {}, shortened(series.name, kNameLetters)),
    element('span', { className: `verdict ${word}` }, verdictText(series)),
    factsOf(series),
  );
}
