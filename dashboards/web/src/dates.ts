// One format of times: "2026-11-21 18:00 UTC". Given are times in UTC, "2026-11-21T18:00:00.123Z". Where the zone stands
// in a heading or on an axis, the rest is enough.

export const dayOf = (utc: string): string => utc.slice(0, 10);
export const minuteOf = (utc: string): string => utc.slice(11, 16);
export const secondOf = (utc: string): string => utc.slice(11, 19);

export const formatTime = (utc: string): string => `${dayOf(utc)} ${minuteOf(utc)} UTC`;

// The year goes where the window is narrow (report.css).
export const timeParts = (utc: string): [year: string, rest: string] => [utc.slice(0, 5), `${utc.slice(5, 10)} ${minuteOf(utc)}`];
