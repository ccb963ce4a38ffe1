// Where the series of a group stand on the axis of message sizes.

import { type Group, type Report, type Series, bytesOf } from './data';

export interface Point {
  series: Series;
  bytes: number;
  x: number; // log2 of the size; 0 bytes is one step left of the smallest
}

export type Side = 'baseline' | 'candidate';

export const launchesOf = (point: Point, side: Side): number[] => point.series[`${side}_launches_seconds`];

// The series of a group that have a size and a result, by size.
export function pointsOf(group: Group, report: Report): Point[] {
  const sized = group.series
    .map((place) => report.comparison.series[place]!)
    .filter((series) => bytesOf(series) !== undefined && series.ratio !== null);
  const smallest = Math.min(...sized.map((series) => bytesOf(series)!).filter((bytes) => bytes > 0));
  return sized.map((series) => {
    const bytes = bytesOf(series)!;
    return {
      series,
      bytes,
      x: bytes > 0 ? Math.log2(bytes) : Number.isFinite(smallest) ? Math.log2(smallest) - 1 : 0,
    };
  });
}
