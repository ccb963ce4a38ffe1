// Each dashboard against Grafana's own types, and what those cannot say: places of panels, variables, links.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import Ajv from 'ajv';
import { createGenerator } from 'ts-json-schema-generator';

const dashboards = readdirSync('.')
  .filter((name) => name.endsWith('.json') && name.startsWith('mpigauge-'))
  .map((name) => JSON.parse(readFileSync(name, 'utf8')));
const generator = createGenerator({ path: 'checks/grafana.ts', tsconfig: 'checks/tsconfig.json' });
const ajv = new Ajv({ strict: false, allErrors: true });
const isFile = ajv.compile(generator.createSchema('File'));
const isKind = ajv.compile(generator.createSchema('Kinds'));

const complaints = (check) =>
  check.errors
    .filter((error) => error.keyword !== 'anyOf')
    .map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
    .join('\n');

const drawn = (dashboard) => dashboard.panels.filter((panel) => panel.type !== 'row');
const variablesOf = (dashboard) => dashboard.templating.list.map((variable) => variable.name);
const uses = (text) =>
  [...text.matchAll(/\$(\w+)|\$\{(\w+)[^}]*\}|\[\[(\w+)/g)].map((found) => found[1] ?? found[2] ?? found[3]);

function everyText(value) {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(everyText) : [];
}

test('there are five dashboards, each with a uid of its own', () => {
  assert.equal(dashboards.length, 5);
  assert.equal(new Set(dashboards.map((dashboard) => dashboard.uid)).size, 5);
});

test('the schema refuses what Grafana does not know', () => {
  const spoilt = (change) => {
    const copy = structuredClone(dashboards.find(({ annotations }) => annotations.list.length > 0));
    change(copy);
    return isFile(copy);
  };
  assert.equal(
    spoilt(() => {}),
    true,
  );
  assert.equal(
    spoilt((copy) => (copy.refresh = 60)),
    false,
  );
  assert.equal(
    spoilt((copy) => (copy.panles = [])),
    false,
  );
  assert.equal(
    spoilt((copy) => (copy.panels[1].gridPos.w = '24')),
    false,
  );
  assert.equal(
    spoilt((copy) => (copy.templating.list[1].type = 'quiery')),
    false,
  );
  assert.equal(
    spoilt((copy) => delete copy.annotations.list[0].expr),
    false,
  );
  const legend = { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [] };
  const kind = (options, custom) => isKind({ timeseries: { options, custom, targets: [] } });
  assert.equal(kind({ legend }, { lineWidth: 2 }), true);
  assert.equal(kind({ legend: { ...legend, placement: 'left' } }, {}), false);
  assert.equal(kind({ legend }, { lineWidht: 2 }), false);
});

for (const dashboard of dashboards) {
  test(`${dashboard.uid} has the types of Grafana`, () => {
    assert.ok(isFile(dashboard), isFile.errors && complaints(isFile));
    for (const { type, title, options, fieldConfig, targets } of drawn(dashboard)) {
      // Fields that overrides set are checked like those for all fields.
      const customs = [fieldConfig.defaults.custom ?? {}];
      for (const { id, value } of fieldConfig.overrides.flatMap((override) => override.properties)) {
        if (id.startsWith('custom.')) customs.push({ [id.slice('custom.'.length)]: value });
      }
      for (const custom of customs) {
        const known = isKind({ [type]: { options, custom, targets } });
        assert.ok(known, `${title}: ${isKind.errors && complaints(isKind)}`);
      }
    }
  });

  test(`${dashboard.uid} has panels on the grid, none over another, with ids of their own`, () => {
    const ids = dashboard.panels.map((panel) => panel.id);
    assert.equal(new Set(ids).size, ids.length);
    const cells = new Set();
    for (const { title, gridPos } of dashboard.panels) {
      assert.ok(gridPos.x >= 0 && gridPos.w > 0 && gridPos.h > 0 && gridPos.x + gridPos.w <= 24, title);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; ++x) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; ++y) {
          assert.ok(!cells.has(`${x} ${y}`), `${title} lies over another panel`);
          cells.add(`${x} ${y}`);
        }
      }
    }
  });

  test(`${dashboard.uid} uses variables that it has, each behind those that it needs`, () => {
    const names = variablesOf(dashboard);
    const inputs = dashboard.__inputs.map((input) => input.name);
    assert.equal(new Set(names).size, names.length);
    for (const name of everyText(dashboard).flatMap(uses)) {
      assert.ok(name.startsWith('__') || names.includes(name) || inputs.includes(name), `$${name}`);
    }
    dashboard.templating.list.forEach((variable, place) => {
      for (const name of everyText(variable).flatMap(uses)) {
        if (name.startsWith('__') || inputs.includes(name)) continue;
        assert.ok(names.slice(0, place).includes(name), `${variable.name} needs ${name}`);
      }
    });
  });

  // Grafana's import writes the chosen data source over the name of the input; nothing else may name a data source.
  test(`${dashboard.uid} can be imported by hand with any data source`, () => {
    assert.equal(dashboard.__inputs.length, 1);
    const chosen = `\${${dashboard.__inputs[0].name}}`;
    const source = dashboard.templating.list.find((variable) => variable.type === 'datasource');
    assert.deepEqual(source.current, { selected: false, text: chosen, value: chosen });
    const others = everyText(dashboard.panels).concat(everyText(dashboard.annotations));
    assert.ok(!others.some((text) => text.includes(chosen)));
    for (const panel of drawn(dashboard)) assert.equal(panel.datasource.uid, `\${${source.name}}`, panel.title);
  });

  test(`${dashboard.uid} quotes variables in queries so that no name can break them`, () => {
    const expressions = [
      ...drawn(dashboard).flatMap((panel) => panel.targets.map((target) => target.expr)),
      ...dashboard.annotations.list.map((annotation) => annotation.expr),
      ...dashboard.templating.list.flatMap((variable) => variable.query.query ?? []),
    ];
    for (const expression of expressions) {
      const quoted = expression.match(/=~`\$\{\w+:regex\}`/g) ?? [];
      const variables = uses(expression).filter((name) => !name.startsWith('__'));
      assert.equal(variables.length, quoted.length, expression);
    }
  });

  test(`${dashboard.uid} links to dashboards that exist, with variables that they have`, () => {
    const links = everyText(dashboard).filter((text) => text.startsWith('/d/'));
    assert.ok(links.length >= 4);
    for (const link of links) {
      const [, uid, query] = link.match(/^\/d\/([\w-]+)(?:\?(.*))?$/);
      const target = dashboards.find((one) => one.uid === uid);
      assert.ok(target, link);
      for (const [, name] of (query ?? '').matchAll(/var-(\w+)=/g)) assert.ok(variablesOf(target).includes(name), link);
      if (query) assert.ok(query.includes('${datasource:queryparam}'), link);
    }
    for (const link of dashboard.links) assert.ok(link.keepTime, link.title);
  });

  test(`${dashboard.uid} names columns that there are`, () => {
    for (const { title, targets, transformations, fieldConfig, options } of drawn(dashboard)) {
      const columns = transformations?.find(({ id }) => id === 'organize')?.options;
      if (!columns) continue;
      const fields = targets.map(({ refId }) => (targets.length === 1 ? 'Value' : `Value #${refId}`));
      const values = [...Object.keys(columns.renameByName), ...Object.keys(columns.excludeByName)];
      assert.deepEqual(values.filter((name) => name !== 'Time').sort(), fields.sort(), title);
      const names = Object.keys(columns.indexByName).map((field) => columns.renameByName[field] ?? field);
      const used = fieldConfig.overrides
        .filter(({ matcher }) => matcher.id === 'byName')
        .map(({ matcher }) => matcher.options);
      for (const { displayName } of options.sortBy ?? []) used.push(displayName);
      for (const { x, y } of options.series ?? []) used.push(x.matcher.options, y.matcher.options);
      for (const name of used) assert.ok(names.includes(name), `${title}: ${name}`);
      const labels = names.filter((name) => !Object.values(columns.renameByName).includes(name));
      for (const { expr } of targets) {
        const by = expr.match(/^(?:max|sum) by \(([^)]*)\)/)[1].split(', ');
        for (const label of by) assert.ok(labels.includes(label) || options.series, `${title}: ${label}`);
      }
    }
  });

  // Columns without a width share what the others leave, and are at least as wide as Grafana's smallest.
  test(`${dashboard.uid} has tables whose columns fit a window of 1280 pixels`, () => {
    const smallest = 150;
    for (const { title, gridPos, transformations, fieldConfig } of drawn(dashboard).filter(
      ({ type }) => type === 'table',
    )) {
      const { indexByName, renameByName } = transformations.find(({ id }) => id === 'organize').options;
      const settings = (name) =>
        Object.fromEntries(
          fieldConfig.overrides
            .filter(({ matcher }) => matcher.options === name)
            .flatMap(({ properties }) => properties.map(({ id, value }) => [id, value])),
        );
      const shown = Object.keys(indexByName)
        .map((field) => settings(renameByName[field] ?? field))
        .filter((column) => !column['custom.hidden']);
      const sum = shown.reduce((pixels, column) => pixels + (column['custom.width'] ?? smallest), 0);
      assert.ok(sum <= (gridPos.w / 24) * 1280 - 24, `${title}: ${sum} pixels`);
      assert.ok(
        shown.some((column) => !column['custom.width']),
        `${title}: no column takes the rest`,
      );
    }
  });

  // Without a colour of its own, a figure without data is as green as a pass. Shades of one colour look the same.
  test(`${dashboard.uid} has no green without a reason, and lines that can be told apart`, () => {
    for (const { title, type, fieldConfig } of drawn(dashboard)) {
      const mode = fieldConfig.defaults.color?.mode;
      assert.notEqual(mode, 'shades', title);
      if (type === 'stat') assert.equal(mode, 'fixed', title);
    }
  });

  test(`${dashboard.uid} says of each panel what it shows and which command prints it`, () => {
    for (const { title, description } of drawn(dashboard)) {
      assert.match(description, /^.{20,}[\s\S]*The same on the terminal: `mpigauge \S.*`$/, title);
    }
  });
}
