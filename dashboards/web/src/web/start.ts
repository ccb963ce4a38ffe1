// The views of `mpigauge serve --web`.

import { startRouter } from '../router';
import { addComparisons } from './compare';

export function startWeb(host: HTMLElement): void {
  addComparisons(host);
  startRouter();
}
