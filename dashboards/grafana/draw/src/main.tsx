// A whole dashboard, as its file says: /NAME?from=now-30d&to=now&theme=dark&var-NAME=VALUE
import { applyFieldOverrides, createTheme, rangeUtil, ThemeContext, transformDataFrame } from '@grafana/data';
import { GlobalStyles } from '@grafana/ui';
import { createRoot } from 'react-dom/client';
import { lastValueFrom } from 'rxjs';
import { registryOf, withDefaults } from './fields';
import { Grid, pixels } from './grid';
import { marks } from './marks';
import type { Content } from './panels';
import { frames } from './prometheus';
import { open, replacer } from './variables';

const kSettleMilliseconds = 1500; // until charts have found their sizes

const asked = new URLSearchParams(location.search);
const dashboard = await (await fetch(`/dashboards/mpigauge${location.pathname.replace('/', '-')}.json`)).json();
const [from, to] = ['from', 'to'].map((end) => asked.get(end) ?? dashboard.time[end]);
const range = rangeUtil.convertRawToRange({ from, to });
const variables = await open(dashboard, asked, range);
const replaceVariables = replacer(variables, `from=${from}&to=${to}`);
const theme = createTheme({ colors: { mode: asked.get('theme') === 'light' ? 'light' : 'dark' } });

// Charts measure texts, so fonts come first.
const root = document.getElementById('root')!;
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <ThemeContext.Provider value={theme} children={<GlobalStyles />} />,
);
const fonts = () => [...document.fonts].filter(({ family }) => family.includes('Inter'));
while (fonts().length < 2) await new Promise((later) => setTimeout(later, 20)); // regular and medium
await Promise.all(fonts().map((font) => font.load()));

const shownMarks = dashboard.annotations.list
  .filter(({ enable }: any) => enable)
  .map((annotation: any) => marks(annotation, replaceVariables(annotation.expr), range));
const common = { range, replaceVariables, marks: (await Promise.all(shownMarks)).flat() };

async function contentOf(panel: any): Promise<Content> {
  if (panel.type === 'row') return { panel } as Content;
  const targets = panel.targets.map((target: any) => ({ ...target, expr: replaceVariables(target.expr) }));
  const answers = await frames(targets, range, Math.round(pixels(panel.gridPos).width));
  const transformed = transformDataFrame(panel.transformations ?? [], answers, { interpolate: replaceVariables });
  const fieldConfig = withDefaults(panel);
  const data = applyFieldOverrides({
    data: await lastValueFrom(transformed),
    fieldConfig,
    fieldConfigRegistry: registryOf(fieldConfig),
    replaceVariables,
    theme,
    timeZone: 'browser',
  });
  return { panel, frames: data, fieldConfig, ...common };
}

const contents = await Promise.all(dashboard.panels.map(contentOf));
const chosen = [...variables.values()].map(({ name, values, all }) => `${name} ${all === undefined ? values : 'All'}`);
const top = [dashboard.title, ...chosen.slice(1), `${from} to ${to}`].join(' · ');
createRoot(root).render(
  <ThemeContext.Provider value={theme} children={<Grid contents={contents} theme={theme} top={top} />} />,
);
setTimeout(() => (root.dataset.drawn = 'true'), kSettleMilliseconds);
