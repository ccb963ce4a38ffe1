// The views of `mpigauge serve --web`.

import { element } from '../dom';
import { addUnknownView, hashOf, startRouter } from '../router';
import { addCalibrations } from './calibrations';
import { addComparisons } from './compare';
import { addGates } from './gates';
import { addLibraries } from './libraries';
import { showTrouble } from './loading';
import { addRun } from './run';
import { addRuns } from './runs';
import { addSeries } from './series';

const kPlaces: [string, string[]][] = [
  ['Gates', []],
  ['Runs', ['runs']],
  ['Series', ['series']],
  ['Libraries', ['libraries']],
  ['Calibrations', ['calibrations']],
];

export function startWeb(host: HTMLElement): void {
  const links = kPlaces.map(([text, path]) => element('a', { href: hashOf(path) }, text));
  host.before(element('header', {}, element('nav', { id: 'places', ariaLabel: 'Places' }, ...links)));
  const mark = () => {
    for (const link of links) {
      if (link.hash === (location.hash || '#/')) link.ariaCurrent = 'page';
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('hashchange', mark);
  mark();
  addGates(host);
  addRuns(host);
  addRun(host);
  addComparisons(host);
  addSeries(host);
  addLibraries(host);
  addCalibrations(host);
  addUnknownView(() => showTrouble(host, 'This link leads to no page of this server.'));
  startRouter();
}
