// One series: its numbers, how its observations are distributed, its launches. The one that is asked for by the
// location's hash; at first the worst.

import { type Report, type Series, verdictText } from './data';
import { distributionOption, extentOf, extentText } from './distribution';
import { type Figure, figureOf } from './figure';
import { element, shortened } from './dom';
import { launchesOption } from './launches';
import { caption, legend, sectionOf } from './section';
import { factsOf } from './series_card';
import type { LinkTo } from './series_table';
import { csvText } from './csv';
import { fileStem, saveButton, saveText } from './download';

const kNameLetters = 120;
const kToldOfCurves =
  'A curve shows the share of observations that took at most the time below it. If two curves lie apart ' +
  'everywhere, the library took another path; if they part at the top alone, a few observations waited.';

export interface SeriesSection {
  section: HTMLElement;
  show(name: string): void; // and brings it into sight
  showFirst(): void; // which is what is shown before anybody chose
}

// Nothing where the comparison has no series and no control. `shown` is told which series it is.
export function seriesSection(
  report: Report,
  linkTo: LinkTo,
  shown: (name: string) => void,
): SeriesSection | undefined {
  const all = [...report.comparison.series, ...report.comparison.controls];
  const first = all.find((series) => series.baseline_launches_seconds.length > 0) ?? all[0];
  if (!first) return undefined;
  const content = element('div', { id: 'one' });
  const draw = (series: Series) => content.replaceChildren(...contentOf(series, report));
  const { select, choose } = selection(all, report, (series) => (location.hash = linkTo(series.name)));
  const about = { id: 'one', title: 'One series', command: report.commands['observations'] };
  const section = sectionOf(about, element('div', { className: 'tools' }, element('label', {}, 'Series ', select)), content);
  const put = (series: Series) => {
    choose(series);
    draw(series);
    shown(series.name);
  };
  put(first);
  const show = (name: string) => {
    const series = all.find((one) => one.name === name);
    if (series) {
      put(series);
    } else {
      content.replaceChildren(element('p', { className: 'error', role: 'alert' }, `No series is called ${shortened(name, kNameLetters)}.`));
    }
    section.scrollIntoView();
    section.querySelector('h2')!.focus({ preventScroll: true });
  };
  section.querySelector('h2')!.tabIndex = -1;
  return { section, show, showFirst: () => put(first) };
}

// Filled when it is first used: thousands of names take their time.
function selection(all: Series[], report: Report, chosen: (series: Series) => void) {
  const select = element('select', { id: 'series-choice' });
  const option = (series: Series) => {
    const control = report.comparison.controls.includes(series);
    const name = shortened(series.name, kNameLetters);
    return element('option', { value: series.name }, `${name} (${control ? 'control' : verdictText(series)})`);
  };
  const fill = () => {
    if (select.options.length > 1 || all.length < 2) return;
    const now = select.value;
    select.replaceChildren(...all.map(option));
    select.value = now;
  };
  select.addEventListener('focus', fill);
  select.addEventListener('pointerdown', fill);
  select.addEventListener('change', () => chosen(all.find((series) => series.name === select.value)!));
  const choose = (series: Series) => {
    if (select.options.length < 2) select.replaceChildren(option(series));
    select.value = series.name;
  };
  return { select, choose };
}

function contentOf(series: Series, report: Report): Node[] {
  const observed = report.observations?.series[series.name];
  const distribution =
    observed && observed.baseline.length + observed.candidate.length > 0
      ? distributionFigure(series, { probabilities: report.observations!.probabilities, ...observed })
      : [];
  return [factsOf(series), ...distribution, ...launchesFigure(series)];
}

function distributionFigure(series: Series, shown: Parameters<typeof distributionOption>[0]): Node[] {
  const logarithmic = element('input', { type: 'checkbox' });
  const { node, chart } = figureOf(
    {
      title: 'Distribution of observations',
      label: `Distribution of the observations of ${series.name}`,
      look: 'distribution',
      key: 'Dashed: baseline, solid: candidate; thick: all launches, thin: one launch.',
    },
    (colors, width) => distributionOption(shown, logarithmic.checked, colors, width),
  );
  const csv = () => {
    const rows = (['baseline', 'candidate'] as const).flatMap((side) =>
      shown[side].flatMap((launch, i) => launch.map((seconds, k) => [side, i + 1, shown.probabilities[k]!, seconds])),
    );
    saveText(
      `${fileStem(`observations of ${series.name}`)}.csv`,
      'text/csv',
      csvText([['side', 'launch', 'probability', 'seconds'], ...rows]),
    );
  };
  node.querySelector('.saves')!.append(saveButton('CSV', 'the observations', csv));
  const keys = legend(
    ['solid-line dashed', 'baseline, all launches'],
    ['solid-line', 'candidate, all launches'],
    ['thin-line', 'one launch'],
  );
  const choice = element('label', { className: 'choice' }, logarithmic, ' logarithmic, with all observations');
  const missing = (['baseline', 'candidate'] as const).filter((side) => shown[side].length === 0);
  const text = () => `${kToldOfCurves}${extentText(extentOf(shown, logarithmic.checked))}` +
    missing.map((side) => ` The observations of the ${side} are not known.`).join('');
  const told = caption(text());
  logarithmic.addEventListener('change', () => {
    told.textContent = text();
    chart.redraw();
  });
  return [node, keys, choice, told];
}

function launchesFigure(series: Series): Node[] {
  if (series.baseline_launches_seconds.length + series.candidate_launches_seconds.length === 0) return [];
  const { node, box }: Figure = figureOf(
    { title: 'Launches', label: `Launches of ${series.name}`, look: 'launches', key: 'A dot is the median of one launch, a bar the median of all launches.' },
    (colors, width) => launchesOption(series, colors, width),
  );
  box.id = 'launches';
  const csv = () => {
    const rows = (['baseline', 'candidate'] as const).flatMap((side) =>
      series[`${side}_launches_seconds`].map((seconds, i) => [side, i + 1, seconds]),
    );
    saveText(
      `${fileStem(`launches of ${series.name}`)}.csv`,
      'text/csv',
      csvText([['side', 'launch', 'median_seconds'], ...rows]),
    );
  };
  node.querySelector('.saves')!.append(saveButton('CSV', 'the launches', csv));
  const told = 'Each dot is the median of one launch (one start of the program), the bar is the median of the launches; the ' +
    'height within a row has no meaning.';
  return [node, caption(told)];
}
