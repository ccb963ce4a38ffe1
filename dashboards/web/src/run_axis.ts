// The axis of runs: their dates, or of one day their times, and below them their libraries. What stands left of a label
// is not said again.

import { axisStyle } from './chart';
import type { Colors } from './colors';
import type { History } from './data';
import { dayOf, minuteOf, secondOf } from './dates';
import { shortened } from './dom';
import { everyNth } from './ticks';

const kTickWidth = 110;
const kLibraryLetters = 16;
const kLineHeight = 15; // ECharts measures a Chinese letter for it, which a machine's fonts may lack
const kBesideAxis = 108; // pixels of the chart that are left and right of it

export function runAxis(history: History, ends: { min: number; max: number }, colors: Colors, width: number): object {
  const places = history.runs.map((_, place) => place).filter((place) => place > ends.min && place < ends.max);
  const days = new Set(places.map((place) => dayOf(history.runs[place]!.started_at)));
  const ticks = everyNth(places, Math.max(2, Math.floor((width - kBesideAxis) / kTickWidth)));
  const labels = labelsOf(history, ticks, days.size === 1);
  return {
    ...axisStyle(colors),
    ...ends,
    type: 'value',
    name: days.size === 1 ? `run, on ${[...days][0]} (UTC)` : 'run, by date (UTC)',
    nameLocation: 'middle',
    nameGap: 46,
    splitLine: { show: false },
    axisTick: { customValues: ticks, lineStyle: { color: colors.line } },
    axisLabel: {
      color: colors.muted,
      customValues: ticks,
      hideOverlap: true,
      lineHeight: kLineHeight,
      formatter: (place: number) => labels.get(place) ?? '',
    },
  };
}

function labelsOf(history: History, ticks: number[], oneDay: boolean): Map<number, string> {
  const of = (text: (utc: string) => string) => ticks.map((place) => text(history.runs[place]!.started_at));
  const minutes = of(minuteOf);
  const times = !oneDay ? of(dayOf) : new Set(minutes).size < minutes.length ? of(secondOf) : minutes;
  const libraries = ticks.map((place) => history.runs[place]!.library);
  const whenNew = (texts: string[], i: number) => (texts[i] === texts[i - 1] ? '' : texts[i]!);
  return new Map(
    ticks.map((place, i) => [place, `${whenNew(times, i)}\n${shortened(whenNew(libraries, i).replaceAll(/\s+/g, ' '), kLibraryLetters)}`]),
  );
}
