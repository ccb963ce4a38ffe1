// Lines over message size (the kind "xychart"), on Grafana's own axes and legend.
import { formattedValueToString, getFieldDisplayName, type DataFrame, type Field } from '@grafana/data';
import { AxisPlacement, ScaleDirection, ScaleOrientation } from '@grafana/schema';
import { UPlotChart, UPlotConfigBuilder, VizLayout, VizLegend, useTheme2 } from '@grafana/ui';

const named = (frame: DataFrame, { matcher }: any) =>
  frame.fields.find((field) => getFieldDisplayName(field, frame) === matcher.options);
const formatValue = (field: Field) => (value: number, decimals?: number) =>
  formattedValueToString(field.display!(value, decimals));

const scale = (scaleKey: string, horizontal: boolean, { min, max, custom }: any) => ({
  scaleKey,
  orientation: horizontal ? ScaleOrientation.Horizontal : ScaleOrientation.Vertical,
  direction: horizontal ? ScaleDirection.Right : ScaleDirection.Up,
  distribution: custom.scaleDistribution.type,
  log: custom.scaleDistribution.log,
  linearThreshold: custom.scaleDistribution.linearThreshold,
  min,
  max,
});

// Draws one line, and its points if they have a size.
function drawLine(chart: any, index: number, { color, width, dash, points }: any) {
  const [xs, ys] = chart.data[index];
  const { scale } = chart.series[index].facets[1];
  const at = xs.map((x: number, row: number) => [chart.valToPos(x, 'x', true), chart.valToPos(ys[row], scale, true)]);
  const { ctx } = chart;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = color;
  ctx.lineWidth = width;
  ctx.setLineDash(dash ?? []);
  ctx.beginPath();
  for (const [x, y] of at) ctx.lineTo(x, y);
  ctx.stroke();
  for (const [x, y] of points ? at : []) {
    ctx.beginPath();
    ctx.arc(x, y, points / 2, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

export function OverSize({ frame, options, width, height }: any) {
  const theme = useTheme2();
  const lines = options.series
    .map(({ name, x, y }: any) => ({ label: name.fixed, x: named(frame, x), y: named(frame, y) }))
    .filter(({ x, y }: any) => x && y)
    .map((line: any) => ({ ...line, color: theme.visualization.getColorByName(line.y.config.color.fixedColor) }));
  const { x } = lines[0];
  const builder = new UPlotConfigBuilder();
  builder.setMode(2); // each line has its own values of x
  builder.addScale(scale('x', true, x.config));
  const label = x.config.custom.axisLabel;
  builder.addAxis({ scaleKey: 'x', placement: AxisPlacement.Bottom, theme, label, formatValue: formatValue(x) });
  for (const { y, color } of lines) {
    const { custom, unit } = y.config;
    builder.addScale(scale(unit, false, y.config));
    builder.addAxis({ scaleKey: unit, placement: AxisPlacement.Left, theme, formatValue: formatValue(y) });
    const points = custom.show === 'lines' ? 0 : custom.pointSize.fixed;
    const style = { color, width: custom.lineWidth, dash: custom.lineStyle?.dash, points };
    const pathBuilder: any = (chart: any, index: number) => (drawLine(chart, index, style), null);
    const facets = ['x', unit].map((scale) => ({ scale, auto: true }));
    builder.addSeries({ facets, pathBuilder, theme, scaleKey: '' } as any);
  }
  const items = lines
    .filter(({ y }: any) => !y.config.custom.hideFrom.legend)
    .map((line: any) => ({ ...line, yAxis: 1 }));
  const legend = <VizLayout.Legend placement="bottom" children={<VizLegend {...options.legend} items={items} />} />;
  const data: any = [null, ...lines.map(({ x, y }: any) => [x.values, y.values])];
  return (
    <VizLayout width={width} height={height} legend={legend}>
      {(width: number, height: number) => <UPlotChart config={builder} data={data} width={width} height={height} />}
    </VizLayout>
  );
}
