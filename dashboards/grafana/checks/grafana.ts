// Grafana's own types of what a dashboard's file holds; schema_test.mjs makes a JSON schema of them.
import type { AnnotationQuery, Dashboard } from '@grafana/schema';
import type * as barGauge from '@grafana/schema/dist/esm/raw/composable/bargauge/panelcfg/x/BarGaugePanelCfg_types.gen.d.ts';
import type * as stat from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen.d.ts';
import type * as stateTimeline from '@grafana/schema/dist/esm/raw/composable/statetimeline/panelcfg/x/StateTimelinePanelCfg_types.gen.d.ts';
import type * as table from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen.d.ts';
import type * as timeSeries from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen.d.ts';
import type * as xyChart from '@grafana/schema/dist/esm/raw/composable/xychart/panelcfg/x/XYChartPanelCfg_types.gen.d.ts';

// Annotations of Prometheus keep these beside the fields that all annotations have; the schema package does not know
// them (AnnotationQueryEditor.tsx of Grafana's Prometheus plugin does).
interface PrometheusAnnotation {
  expr: string;
  titleFormat: string;
  textFormat: string;
  tagKeys: string;
  step: string;
  useValueForTime: boolean;
}

interface PrometheusTarget {
  refId: string;
  expr: string;
  datasource: { type: 'prometheus'; uid: '${datasource}' };
  editorMode: 'code';
  instant: boolean;
  range: boolean;
  format?: 'table' | 'time_series';
  legendFormat?: string;
}

// Grafana asks for these inputs when a file is imported by hand (dash_template_evaluator.go of Grafana reads them).
interface Input {
  name: string;
  label: string;
  description: string;
  type: 'datasource';
  pluginId: 'prometheus';
  pluginName: string;
}

export interface File extends Omit<Dashboard, 'annotations'> {
  __inputs: Input[];
  annotations: { list: (AnnotationQuery & PrometheusAnnotation)[] };
}

// By kind of panel: its options, what fields are drawn like, its queries.
interface Kind<Options, Field> {
  options: Partial<Options>;
  custom: Partial<Field>;
  targets: PrometheusTarget[];
}

// One of them at a time.
export interface Kinds {
  bargauge?: Kind<barGauge.Options, Record<string, never>>;
  stat?: Kind<stat.Options, Record<string, never>>;
  'state-timeline'?: Kind<stateTimeline.Options, stateTimeline.FieldConfig>;
  table?: Kind<table.Options, table.FieldConfig>;
  timeseries?: Kind<timeSeries.Options, timeSeries.FieldConfig>;
  xychart?: Kind<xyChart.Options, xyChart.FieldConfig>;
}
