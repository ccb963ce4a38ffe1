// The commands that print the numbers of many panels.
export const gateCommand = 'mpigauge gates latest --all'; // or the id of an older one
export const calibrationCommand = 'mpigauge calibrate --list';
