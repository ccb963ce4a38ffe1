// What is drawn inside of a panel, by its kind.
import type { DataFrame, FieldConfigSource, InterpolateFunction, TimeRange } from '@grafana/data';
import { Table, TimeSeries } from '@grafana/ui';
import { Figures } from './figures';
import { Marks, type Mark } from './marks';
import { OverSize } from './over_size';
import { Timeline } from './timeline';

export interface Content {
  panel: any;
  frames: DataFrame[];
  fieldConfig: FieldConfigSource;
  range: TimeRange;
  marks: Mark[];
  replaceVariables: InterpolateFunction;
}
export interface Size {
  width: number;
  height: number;
}

export function Inside(props: Content & Size) {
  const { panel, frames, fieldConfig, range, marks, width, height } = props;
  if (['stat', 'bargauge'].includes(panel.type)) return <Figures {...props} />;
  const full = frames.filter((frame) => frame.length > 0);
  if (full.length === 0) {
    const text = fieldConfig.defaults.noValue ?? 'No data';
    return <div style={{ display: 'grid', placeItems: 'center', height }}>{text}</div>;
  }
  const { options } = panel;
  switch (panel.type) {
    case 'table':
      return (
        <Table
          data={frames[options.frameIndex]}
          width={width}
          height={height}
          initialSortBy={options.sortBy}
          cellHeight={options.cellHeight}
          fieldConfig={fieldConfig}
        />
      );
    case 'timeseries': {
      const children = (builder: any) => <Marks builder={builder} marks={marks} />;
      const size = { width, height, structureRev: 1, timeZone: 'browser', timeRange: range };
      return <TimeSeries {...size} frames={full} legend={options.legend} children={children} />;
    }
    case 'xychart':
      return <OverSize frame={frames[0]} options={options} width={width} height={height} />;
    case 'state-timeline':
      return <Timeline frames={full} range={range} width={width} height={height} />;
  }
  return <div>{`no kind ${panel.type}`}</div>;
}
