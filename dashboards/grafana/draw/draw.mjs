// node draw.mjs PROMETHEUS FOLDER [DASHBOARD[?from=now-7d&theme=light&width=1280&var-NAME=VALUE] ...]: pictures of the
// Grafana dashboards beside this folder with the answers of the Prometheus at this URL: FOLDER/1-overview.png and so on.
// Without names it draws all five. "npm install" in this folder fetches Grafana's packages (600 MB) first.
//
// Grafana's own code (npm packages @grafana/data and @grafana/ui) transforms the answers, applies units, mappings,
// colours and overrides, and draws frames of panels, lines, tables, large figures and bars. Only Grafana itself has the
// rest, for which there are stand-ins here: variables, queries, the grid, the kinds of panels with their defaults, charts
// over size, timelines and marks.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const [prometheus, folder, ...named] = process.argv.slice(2);
const wanted = named.length > 0 ? named : ['overview', 'series', 'case', 'machine', 'pipeline'];

// Grafana's CommonJS builds: its ES modules import React components of other packages in a way that esbuild takes apart.
const commonJs = (name) => [`@grafana/${name}`, join(here, `node_modules/@grafana/${name}/dist/cjs/index.cjs`)];

const { outputFiles } = await build({
  entryPoints: [join(here, 'src/main.tsx')],
  outdir: '/', // written nowhere: the pages get it from memory
  bundle: true,
  alias: Object.fromEntries(['data', 'schema', 'ui'].map(commonJs)),
  write: false,
  define: { 'process.env.NODE_ENV': '"production"', global: 'window' },
  loader: { '.ttf': 'empty' },
  jsx: 'automatic',
  format: 'esm',
  splitting: true,
  logLevel: 'error',
});
const built = Object.fromEntries(outputFiles.map(({ path, text }) => [path, text]));
const types = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml' };
const page =
  '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/main.css"><div id="root"></div>' +
  '<script>window.__grafana_public_path__ = "/public/";</script><script type="module" src="/main.js"></script>';

// Grafana's packages name its fonts and do not have them.
const fonts = {
  '/public/fonts/inter/Inter-Regular.woff2': 'inter-latin-400-normal.woff2',
  '/public/fonts/inter/Inter-Medium.woff2': 'inter-latin-500-normal.woff2',
};

async function answer({ pathname, search }) {
  if (pathname.startsWith('/api/')) return (await fetch(prometheus + pathname + search)).text();
  if (pathname.startsWith('/dashboards/')) return readFileSync(join(here, '..', pathname.slice('/dashboards'.length)));
  if (pathname in fonts) return readFileSync(join(here, 'node_modules/@fontsource/inter/files', fonts[pathname]));
  if (pathname.startsWith('/public/')) return readFileSync(join(here, 'node_modules/@grafana/ui/dist', pathname));
  return built[pathname] ?? page;
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  try {
    const body = await answer(url);
    response.setHeader('Content-Type', types[extname(url.pathname)] ?? 'text/html');
    response.end(body);
  } catch (error) {
    response.writeHead(404).end(String(error));
  }
});
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

try {
  for (const [index, dashboard] of wanted.entries()) {
    const [name, query = ''] = dashboard.split('?');
    const width = Number(new URLSearchParams(query).get('width') ?? 1600);
    const tab = await browser.newPage({ viewport: { width, height: 900 } });
    tab.on('pageerror', (error) => console.error(`${name}: ${error.stack}`));
    tab.on('response', (response) => response.ok() || console.error(`${name}: ${response.status()} ${response.url()}`));
    await tab.goto(`http://127.0.0.1:${server.address().port}/${name}?${query}`);
    await tab.waitForSelector('#root[data-drawn]', { state: 'attached', timeout: 60_000 });
    await tab.screenshot({ path: join(folder, `${index + 1}-${name}.png`), fullPage: true });
    await tab.close();
  }
} finally {
  await browser.close();
  server.close();
}
