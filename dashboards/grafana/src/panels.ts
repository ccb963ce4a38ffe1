import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  GraphDrawStyle,
  LegendDisplayMode,
  LegendPlacement,
  LineInterpolation,
  ReduceDataOptionsBuilder,
  BigValueColorMode,
  BigValueGraphMode,
  BigValueTextMode,
  SortOrder,
  TableSortByFieldStateBuilder,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import type { DataTransformerConfig, DynamicConfigValue, Panel } from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { prometheus, type Query } from './query';
import { colours, columnWidth, fixed } from './style';

// The texts that every panel has. `command` prints the same numbers.
export interface About {
  title: string;
  description: string;
  command: string;
  width: number; // of 24
  height: number;
  queries: Query[];
}

// The methods that the builders of all kinds of panels have in common.
interface AnyPanel extends Builder<Panel> {
  title(text: string): this;
  description(text: string): this;
  datasource(source: typeof prometheus): this;
  span(width: number): this;
  height(height: number): this;
  withTarget(query: Query): this;
  overrideByName(name: string, properties: DynamicConfigValue[]): this;
}

export type Overrides = [string, DynamicConfigValue[]][];

export function panel<Kind extends AnyPanel>(builder: Kind, about: About, overrides: Overrides = []): Kind {
  builder
    .title(about.title)
    .description(`${about.description}\n\nThe same on the terminal: \`${about.command}\``)
    .datasource(prometheus)
    .span(about.width)
    .height(about.height);
  about.queries.forEach((query, index) => builder.withTarget(lettered(query, index)));
  for (const [name, properties] of overrides) builder.overrideByName(name, properties);
  return builder;
}

const lettered = (query: Query, index: number): Query => ({
  build: () => Object.assign(query.build(), { refId: String.fromCharCode(65 + index) }),
});

// Large figures: the newest value of each query.
export const stat = (about: About, overrides: Overrides = []) =>
  panel(
    new StatBuilder()
      .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']).values(false))
      .graphMode(BigValueGraphMode.None)
      .colorMode(BigValueColorMode.Value)
      .textMode(BigValueTextMode.ValueAndName)
      .wideLayout(false) // beside long values names become too small to read
      .colorScheme(fixed(colours.baseline)), // a figure without data would be as green as a pass
    about,
    overrides,
  );

// Values stand until the next gate or run: lines are steps, over times without a sample as well.
export const lines = (about: About, overrides: Overrides = []) =>
  panel(
    new TimeseriesBuilder()
      .drawStyle(GraphDrawStyle.Line)
      .lineInterpolation(LineInterpolation.StepAfter)
      .lineWidth(2)
      .fillOpacity(0)
      .showPoints(VisibilityMode.Auto)
      .spanNulls(true)
      .legend(legend())
      .tooltip(tooltip()),
    about,
    overrides,
  );

// Numbers of things: an axis of zeros alone would reach to 100 otherwise.
export const counts = (about: About, overrides: Overrides = []) =>
  lines(about, overrides).min(0).decimals(0).axisSoftMax(1);

// Columns whose texts have about the same length everywhere. Those of figures are as wide as their headings need; the
// others share the rest, so that long names have room.
const labelWidths = new Map(
  Object.entries({ cluster: 100, baseline: 150, case: 170, version: 80, kind: 80, cause: 90, bytes: 90 }),
);
const widthOfHeading = (name: string, arrow: boolean) => Math.max(80, 30 + 7 * name.length + (arrow ? 20 : 0));

function columnWidths(labels: string[], values: string[], sorted: string[]): Overrides {
  const wide = labels.find((name) => !labelWidths.has(name)) ?? 'baseline';
  const fixed = [...labelWidths].filter(([name]) => labels.includes(name) && name !== wide);
  const figures = values.filter(Boolean).map((name) => [name, widthOfHeading(name, sorted.includes(name))] as const);
  return [...fixed, ...figures].map(([name, pixels]) => [name, [columnWidth(pixels)]]);
}

// Labels first, then what the queries are called, in their order; an empty name leaves one out.
export function table(
  about: About,
  labels: string[],
  values: string[],
  overrides: Overrides = [],
  sorted: string[] = [],
  between: DataTransformerConfig[] = [],
) {
  const builder = new TableBuilder()
    .sortBy(sorted.map((name) => new TableSortByFieldStateBuilder().displayName(name).desc(true)))
    .transformations([joined, ...between, tidied(labels, values)]);
  return panel(builder, about, [...columnWidths(labels, values, sorted), ...overrides]);
}

// Rows of several queries that have the same labels become one row.
export const joined: DataTransformerConfig = { id: 'merge', options: {} };

// Columns in their order, with names.
export function tidied(labels: string[], values: string[]): DataTransformerConfig {
  const fields = values.map((name, index) => ({ name, field: valueOf(index, values.length) }));
  const shown = fields.filter(({ name }) => name);
  const unused = fields.filter(({ name }) => !name);
  return {
    id: 'organize',
    options: {
      excludeByName: Object.fromEntries(['Time', ...unused.map(({ field }) => field)].map((field) => [field, true])),
      indexByName: Object.fromEntries(
        [...labels, ...shown.map(({ field }) => field)].map((field, place) => [field, place]),
      ),
      renameByName: Object.fromEntries(shown.map(({ field, name }) => [field, name])),
    },
  };
}

// Grafana's name for the values of a query among others.
const valueOf = (index: number, count: number) => (count === 1 ? 'Value' : `Value #${String.fromCharCode(65 + index)}`);

export const legend = () =>
  new VizLegendOptionsBuilder()
    .displayMode(LegendDisplayMode.List)
    .placement(LegendPlacement.Bottom)
    .showLegend(true)
    .calcs([]);

export const tooltip = () => new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending);
