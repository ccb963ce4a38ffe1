// Two runs, or a gate: "#/compare?baseline=RUN&candidate=RUN", "#/gate?id=GATE"; "&series=NAME" shows one of its series.

import { type ShownComparison, drawComparison } from '../comparison';
import type { Report } from '../data';
import { type Route, addView, hashOf } from '../router';
import { load } from './api';
import { loading } from './loading';

export function addComparisons(host: HTMLElement): void {
  for (const name of ['compare', 'gate']) {
    let shown: { key: string; view: ShownComparison; element: Element | null } | undefined;
    addView(name, async ({ query }: Route) => {
      const series = query.get('series');
      const asked = Object.fromEntries([...query].filter(([key]) => key !== 'series'));
      const key = JSON.stringify(asked);
      if (shown?.key !== key || shown.element !== host.firstElementChild) {
        const report = await loading(host, () => load<Report>(name, asked));
        if (!report) return;
        const view = drawComparison(host, report, (one) => hashOf([name], { ...asked, series: one }));
        shown = { key, view, element: host.firstElementChild };
        document.title = `${report.comparison.verdict}: ${report.headline} - mpigauge`;
      }
      if (series === null) shown.view.showFirst();
      else shown.view.showSeries(series);
    });
  }
}
