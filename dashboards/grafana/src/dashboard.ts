import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  DashboardBuilder,
  DashboardCursorSync,
  RowBuilder,
  type AnnotationQuery,
  type Dashboard,
  type Panel,
  type VariableModel,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { dashboards, linksFrom, type Name } from './links';
import { importedSource } from './variables';

// Panels of a Grafana dashboard [CI6] below a heading; they fill lines of 24 columns in their order.
export interface Section {
  heading: string;
  panels: Builder<Panel>[];
}

export interface Content {
  description: string;
  variables: Builder<VariableModel>[];
  annotations: Builder<AnnotationQuery>[];
  sections: Section[];
}

// A dashboard's file: besides the dashboard, it has what Grafana asks for when somebody imports it by hand.
export interface File extends Dashboard {
  __inputs: (typeof importedSource)[];
}

export function dashboard(name: Name, content: Content): File {
  const builder = new DashboardBuilder(dashboards[name].title)
    .uid(dashboards[name].uid)
    .description(content.description)
    .tags(['mpi', 'mpigauge'])
    .time({ from: 'now-30d', to: 'now' })
    .timezone('browser')
    .refresh('1m')
    .editable()
    .tooltip(DashboardCursorSync.Crosshair)
    .variables(content.variables)
    .annotations(content.annotations)
    .links(linksFrom(name));
  for (const section of content.sections) {
    builder.withRow(new RowBuilder(section.heading));
    for (const panel of section.panels) builder.withPanel(panel);
  }
  const built = builder.build();
  built.panels?.forEach((panel, index) => (panel.id = index + 1));
  return { __inputs: [importedSource], ...built };
}
