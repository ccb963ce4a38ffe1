// Values over time as bars (the kind "state-timeline"): a bar for as long as a value stood, in its colour.
import { getFieldDisplayName, type DataFrame } from '@grafana/data';

const kNames = 80; // pixels for the names of rows

export function Timeline({ frames, range, width, height }: any) {
  const [from, to] = [range.from.valueOf(), range.to.valueOf()];
  const left = (when: number) => kNames + ((when - from) / (to - from)) * (width - kNames);
  const each = height / frames.length;
  return frames.map((frame: DataFrame, row: number) => {
    const [time, value] = frame.fields;
    const shown = value.values.map((one, index) => ({ begin: time.values[index], ...value.display!(one) }));
    const bars = shown.filter(({ text }, index) => text !== shown[index - 1]?.text);
    const place = { position: 'absolute', top: row * each, height: each * 0.9, overflow: 'hidden' } as const;
    return (
      <div key={row}>
        <div style={{ ...place, left: 0, width: kNames }}>{getFieldDisplayName(value, frame, frames)}</div>
        {bars.map(({ begin, color, text }, index) => {
          const end = bars[index + 1]?.begin ?? time.values.at(-1);
          const bar = { ...place, left: left(begin), width: left(end) - left(begin), background: color };
          return <div key={begin} style={bar} children={text} />;
        })}
      </div>
    );
  });
}
