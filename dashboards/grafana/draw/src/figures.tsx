// Large figures and bars (the kinds "stat" and "bargauge").
import { getDisplayValueAlignmentFactors, getFieldDisplayValues, type FieldDisplay } from '@grafana/data';
import { VizOrientation } from '@grafana/schema';
import { BarGauge, BigValue, VizRepeater, useTheme2 } from '@grafana/ui';
import type { Content, Size } from './panels';

export function Figures({ panel, frames, fieldConfig, replaceVariables, width, height }: Content & Size) {
  const theme = useTheme2();
  const { options } = panel;
  const getValues = () =>
    getFieldDisplayValues({
      fieldConfig: fieldConfig as any,
      reduceOptions: options.reduceOptions,
      replaceVariables,
      theme,
      data: frames,
      timeZone: 'browser',
    });
  const bars = panel.type === 'bargauge';
  const orientation = options.orientation || VizOrientation.Auto;
  const common = { height, width, getValues, source: frames, renderCounter: 0, orientation };
  const getAlignmentFactors = (values: FieldDisplay[]) => getDisplayValueAlignmentFactors(values);
  if (bars) {
    const bar = ({ value, alignmentFactors, ...place }: any) => (
      <BarGauge
        {...place}
        value={value.display}
        field={value.field}
        display={value.view?.getFieldDisplayProcessor(value.colIndex)}
        theme={theme}
        text={options.text}
        itemSpacing={10}
        lcdCellWidth={12}
        displayMode={options.displayMode}
        showUnfilled={options.showUnfilled}
        valueDisplayMode={options.valueMode}
        namePlacement={options.namePlacement}
        alignmentFactors={alignmentFactors}
        isOverflow={false}
      />
    );
    const { minVizWidth, minVizHeight, maxVizHeight } = options;
    const limits = { minVizWidth, minVizHeight, maxVizHeight, itemSpacing: 10 };
    return <VizRepeater {...common} {...limits} getAlignmentFactors={getAlignmentFactors} renderValue={bar} />;
  }
  const figure = ({ value, alignmentFactors, ...place }: any) => (
    <BigValue
      {...place}
      value={value.display}
      theme={theme}
      colorMode={options.colorMode}
      graphMode={options.graphMode}
      justifyMode={options.justifyMode}
      textMode={options.textMode}
      text={options.text}
      alignmentFactors={alignmentFactors}
      disableWideLayout={!options.wideLayout}
    />
  );
  return (
    <VizRepeater {...common} autoGrid itemSpacing={3} getAlignmentFactors={getAlignmentFactors} renderValue={figure} />
  );
}
