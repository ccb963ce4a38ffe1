import {
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  VariableRefresh,
  VariableSort,
  type VariableModel,
} from '@grafana/grafana-foundation-sdk/dashboard';
import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import { prometheus } from './query';

// Nothing was chosen yet: Grafana takes the first value there is.
const nothing = { selected: false, text: '', value: '' };

// Grafana asks for this when a dashboard is imported by hand: Grafana writes the chosen data source over each
// `${DS_PROMETHEUS}` of the file. Provisioning asks nothing and leaves the text as it is.
export const importedSource = {
  name: 'DS_PROMETHEUS',
  label: 'Prometheus',
  description: 'The Prometheus that scrapes mpigauge.',
  type: 'datasource',
  pluginId: 'prometheus',
  pluginName: 'Prometheus',
};

// The data source that was chosen at the import. In a provisioned file the name stays; no data source has it, and
// Grafana takes the first one.
const imported = `\${${importedSource.name}}`;

export const datasource = plain(
  new DatasourceVariableBuilder('datasource')
    .label('Prometheus')
    .type('prometheus')
    .current({ selected: false, text: imported, value: imported }),
);

// The library writes what belongs to variables of intervals into all of them; Grafana's schema has no such fields there.
function plain(variable: Builder<VariableModel>): Builder<VariableModel> {
  return {
    build: () => {
      const { auto, auto_min, auto_count, ...model } = variable.build();
      return model;
    },
  };
}

function values(name: string, label: string, metric: string, sort = VariableSort.NaturalAsc) {
  const query = { qryType: 1, query: `label_values(${metric}, ${name})`, refId: `values-of-${name}` };
  return new QueryVariableBuilder(name)
    .label(label)
    .datasource(prometheus)
    .query(query)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(sort);
}

// One of those that there are, the first at first. Without any it is empty, and matches metrics without the label.
export const one = (...of: Parameters<typeof values>) => plain(values(...of).current(nothing));

// Any number of them. All is `.*`, which matches metrics without the label as well, and stays short with many values.
export const any = (name: string, label: string, metric: string) =>
  plain(
    values(name, label, metric)
      .multi(true)
      .includeAll(true)
      .allValue('.*')
      .current({ selected: true, text: ['All'], value: ['$__all'] }),
  );
