import {
  FieldColorBuilder,
  FieldColorModeId,
  MappingType,
  type DynamicConfigValue,
  type FieldColor,
  type ValueMapping,
} from '@grafana/grafana-foundation-sdk/dashboard';

// Okabe and Ito's colours with the meanings that they have in the report (dashboards/web/src/report.css). The grey of
// the baseline is one that can be seen on Grafana's light and dark background.
export const colours = {
  baseline: '#8a949e',
  candidate: '#0072b2',
  fail: '#d55e00',
  inconclusive: '#e69f00',
  pass: '#009e73',
  run: '#cc79a7',
} as const;

function words(...texts: [string, string][]): ValueMapping[] {
  const options = Object.fromEntries(texts.map(([text, color], index) => [index, { text, color, index }]));
  return [{ type: MappingType.ValueToText, options }];
}

// As metrics have it: mpigauge_gate_verdict, mpigauge_series_verdict.
export const verdictWords = words(
  ['pass', colours.pass],
  ['fail', colours.fail],
  ['inconclusive', colours.inconclusive],
);

// As severity() of query.ts has it: the worse, the larger.
export const severityWords = words(
  ['pass', colours.pass],
  ['inconclusive', colours.inconclusive],
  ['fail', colours.fail],
);

export const movedWords = words(['not moved', colours.pass], ['moved', colours.inconclusive]);
export const readableWords = words(['not readable', colours.fail], ['readable', colours.pass]);
export const workingWords = words(['waiting', colours.baseline], ['working', colours.candidate]);

export const fixed = (colour: string) => new FieldColorBuilder().mode(FieldColorModeId.Fixed).fixedColor(colour);

// Lines whose number nobody knows: Grafana's own palette, whose colours mean nothing. (Shades of one hue cannot be told
// apart, and the darkest are black on Grafana's dark background.)
export const palette = new FieldColorBuilder().mode(FieldColorModeId.PaletteClassic);

// ---- properties of overrides ----
export const coloured = (fixedColor: string): DynamicConfigValue => ({
  id: 'color',
  value: { mode: FieldColorModeId.Fixed, fixedColor } satisfies FieldColor,
});
export const unit = (value: string): DynamicConfigValue => ({ id: 'unit', value });
export const decimals = (value: number): DynamicConfigValue => ({ id: 'decimals', value });
// As commands print it.
export const percent = [unit('percentunit'), decimals(1)];
export const mapped = (value: ValueMapping[]): DynamicConfigValue => ({ id: 'mappings', value });
export const unseen: DynamicConfigValue = { id: 'custom.hidden', value: true }; // links use it all the same
export const filledCell: DynamicConfigValue[] = [
  { id: 'custom.cellOptions', value: { type: 'color-background', mode: 'basic' } },
  { id: 'custom.align', value: 'center' },
];
export const inspected: DynamicConfigValue = { id: 'custom.inspect', value: true }; // a click shows all of a long text
export const columnWidth = (pixels: number): DynamicConfigValue => ({ id: 'custom.width', value: pixels });
export const ago = [unit('dateTimeFromNow'), columnWidth(140)];
export const date = [unit('dateTimeAsIso'), columnWidth(180)];
export const dashed: DynamicConfigValue = { id: 'custom.lineStyle', value: { fill: 'dash', dash: [8, 6] } };
export const dotted: DynamicConfigValue = { id: 'custom.lineStyle', value: { fill: 'dot', dash: [1, 6] } };
export const outOfLegend: DynamicConfigValue = {
  id: 'custom.hideFrom',
  value: { legend: true, tooltip: false, viz: false },
};
export const thin: DynamicConfigValue = { id: 'custom.lineWidth', value: 1 };
export const bandDownTo = (name: string): DynamicConfigValue[] => [
  { id: 'custom.fillBelowTo', value: name },
  { id: 'custom.fillOpacity', value: 15 },
];
export const byVerdict: [string, DynamicConfigValue[]][] = [
  ['fail', [coloured(colours.fail)]],
  ['inconclusive', [coloured(colours.inconclusive)]],
  ['pass', [coloured(colours.pass)]],
  ['baseline', [coloured(colours.baseline)]],
];
