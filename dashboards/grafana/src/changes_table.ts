import { table } from './panels';
import { change, eachChange, metric, milliseconds, rows } from './query';
import { date, percent } from './style';

// Steps and drifts in the history of all runs; `which` are the labels of those that are shown.
export const changesTable = (title: string, description: string, height: number, which: string) =>
  table(
    {
      title,
      description,
      command: 'mpigauge changes',
      width: 24,
      height,
      queries: [
        rows(eachChange(milliseconds(metric('change_timestamp_seconds', which)))),
        rows(eachChange(change(metric('change_ratio', which)))),
      ],
    },
    ['case', 'kind', 'cause', 'library', 'cluster'],
    ['since', 'change'],
    [
      ['since', date],
      ['change', percent],
    ],
    ['since'],
  );
