// The page of a report, or of `mpigauge serve --web`: the embedded data say which.

import { followSchemeAndPrinter } from './chart';
import { drawComparison } from './comparison';
import { embeddedData } from './data';
import { byId, forbidMarkup } from './dom';
import { addView, hashOf, startRouter } from './router';
import { startWeb } from './web/start';

forbidMarkup();
const data = embeddedData();
if (data.kind === 'web') {
  startWeb(byId('view'));
} else {
  const shown = drawComparison(byId('view'), data, (name) => hashOf(['series', name]));
  addView('series', ({ path }) => shown.showSeries(path[1] ?? ''));
  addView('', () => shown.showFirst());
  startRouter();
}
followSchemeAndPrinter();
