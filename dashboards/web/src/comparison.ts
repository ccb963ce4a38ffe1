// A whole comparison, from its JSON: what regressed, then what shows it. Sections without data are left out.

import { calibrationSection } from './calibration';
import { notesSection } from './context';
import { type Report, type Series, withoutDefaults } from './data';
import { element, shortened } from './dom';
import { environmentSection } from './environment';
import { heatMapSection } from './heat_map';
import { historySection } from './history';
import { impactSection } from './impact';
import { networkSection } from './network';
import { seriesSection } from './series_section';
import { seriesTable } from './series_table';
import type { LinkTo } from './series_table';
import { sizesSection } from './sizes';
import { inSlices } from './slices';
import { timelineSection } from './timeline';

const kSentenceLetters = 400; // more only where names are no names
const kSentences = 12; // at first

export interface ShownComparison {
  showSeries(name: string): void; // brings it into sight; an unknown name is said
  showFirst(): void; // the series that is shown before anybody chose one
}

// Replaces what is in `host`. `linkTo` is the hash that shows a series of this comparison.
export function drawComparison(host: HTMLElement, given: Report, linkTo: LinkTo): ShownComparison {
  const report = withoutDefaults(given);
  const { comparison, history, calibration, impact, timeline, network } = report;
  const choose = (series: Series) => (location.hash = linkTo(series.name));
  const changes = history && historySection(report, linkTo);
  const one = seriesSection(report, linkTo, (name) => changes?.show(name));
  const drawn = [
    comparison.series.length > 0 && sizesSection(report, choose),
    impact && impact.applications.length > 0 && impactSection(impact, report.commands['impact']),
    timeline && timelineSection(timeline, report.commands['timeline']),
    comparison.series.length > 0 && heatMapSection(report, choose),
    comparison.series.length > 0 && seriesTable(report, linkTo),
    one?.section,
    changes?.section,
    network && network.length > 0 && networkSection(network, report.commands['network']),
    environmentSection(report),
    calibration && calibrationSection(calibration, report.commands['calibration']),
    notesSection(report),
  ].filter((section) => section instanceof HTMLElement);
  host.replaceChildren(banner(report), ...findings(report), placesOf(drawn), ...drawn);
  return { showSeries: (name) => one?.show(name), showFirst: () => one?.showFirst() };
}

function banner(report: Report): HTMLElement {
  const { verdict } = report.comparison;
  return element(
    'header',
    { className: `banner ${verdict}` },
    element(
      'h1',
      {},
      element('span', { className: 'badge' }, verdict),
      ' ',
      element('span', { id: 'headline', title: report.headline }, shortened(report.headline, kSentenceLetters)),
    ),
    element('p', { className: 'subject', title: report.subject }, shortened(report.subject, 2 * kSentenceLetters)),
  );
}

// One sentence each; the first is the worst.
function findings({ findings }: Report): HTMLElement[] {
  if (findings.length === 0) return [];
  const list = element('ul');
  const more = inSlices(findings, kSentences, 'sentences', (next) =>
    list.append(...next.map(({ kind, text }) => element('li', { className: kind, title: text }, shortened(text, kSentenceLetters)))),
  );
  return [element('section', { id: 'findings', ariaLabel: 'Findings' }, list, more)];
}

// Links to the sections.
function placesOf(sections: HTMLElement[]): HTMLElement {
  const links = sections.map((section) =>
    element('a', { href: `#${section.id}` }, section.querySelector('h2')!.textContent!),
  );
  return element('nav', { ariaLabel: 'Sections' }, ...links);
}
