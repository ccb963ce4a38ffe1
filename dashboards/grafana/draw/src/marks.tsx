// Annotations: dashed lines at the times at which something happened, as children of a chart over time.
import { useLayoutEffect } from 'react';
import type { TimeRange } from '@grafana/data';
import { useTheme2, type UPlotConfigBuilder } from '@grafana/ui';
import { series } from './prometheus';

const kStepSeconds = 60; // the step that our annotations state
const kPoints = 100; // the data source states no number of them, and Grafana's server takes this one

export interface Mark {
  milliseconds: number;
  colour: string;
}

// Each value of the query is the time of a mark, in milliseconds.
export async function marks({ iconColor }: any, expr: string, range: TimeRange): Promise<Mark[]> {
  const { result } = await series({ refId: 'marks', expr, instant: false }, range, kPoints, kStepSeconds);
  const times = new Set(result.flatMap(({ values = [] }) => values.map(([, text]) => Number(text))));
  return [...times]
    .filter((time) => time >= range.from.valueOf() && time <= range.to.valueOf())
    .map((milliseconds) => ({ milliseconds, colour: iconColor }));
}

export function Marks({ builder, marks }: { builder: UPlotConfigBuilder; marks: Mark[] }) {
  const theme = useTheme2();
  useLayoutEffect(() => {
    builder.addHook('draw', ({ ctx, bbox, valToPos }) => {
      ctx.save();
      ctx.lineWidth = 2;
      ctx.setLineDash([5, 5]);
      for (const { milliseconds, colour } of marks) {
        const x = valToPos(milliseconds, 'x', true);
        ctx.strokeStyle = theme.visualization.getColorByName(colour);
        ctx.beginPath();
        ctx.moveTo(x, bbox.top);
        ctx.lineTo(x, bbox.top + bbox.height);
        ctx.stroke();
      }
      ctx.restore();
    });
  }, [builder]);
  return null;
}
