// Panels in their places on Grafana's grid, in Grafana's frames.
import type { GrafanaTheme2 } from '@grafana/data';
import { PanelChrome } from '@grafana/ui';
import { Inside, type Content } from './panels';

const kGap = 8; // pixels
const kRow = 30;
const kColumns = 24;

export function pixels({ x, y, w, h }: any) {
  const column = (innerWidth - (kColumns + 1) * kGap) / kColumns;
  return {
    left: kGap + x * (column + kGap),
    top: kGap + y * (kRow + kGap),
    width: w * column + (w - 1) * kGap,
    height: h * kRow + (h - 1) * kGap,
  };
}

function Panel({ content }: { content: Content }) {
  const { title, description, gridPos } = content.panel;
  return (
    <PanelChrome title={title} description={description} {...pixels(gridPos)}>
      {(width, height) => <Inside {...content} width={width} height={height} />}
    </PanelChrome>
  );
}

// Rows are headings, and have no frames of data.
export function Grid({ contents, theme, top }: { contents: Content[]; theme: GrafanaTheme2; top: string }) {
  const rows = Math.max(...contents.map(({ panel }) => panel.gridPos.y + panel.gridPos.h));
  const background = theme.colors.background.canvas;
  return (
    <>
      <div style={{ padding: kGap, background }}>{top}</div>
      <div style={{ position: 'relative', height: rows * (kRow + kGap) + kGap, background }}>
        {contents.map((content) => (
          <div key={content.panel.id} style={{ position: 'absolute', ...pixels(content.panel.gridPos) }}>
            {content.frames ? <Panel content={content} /> : <h6>{content.panel.title}</h6>}
          </div>
        ))}
      </div>
    </>
  );
}
