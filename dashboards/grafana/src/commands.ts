// What prints the numbers of many panels.
export const gateCommand = 'mpigauge report --gate ID'; // without --gate: of the newest
export const calibrationCommand = 'mpigauge calibrate';
