import { followSchemeAndPrinter } from './chart';
import { drawContext } from './context';
import { type Series, readReport } from './data';
import { byId, forbidMarkup } from './dom';
import { drawHeatMap } from './heat_map';
import { drawLaunches, showLaunches } from './launches';
import { drawTable } from './series_table';
import { drawSizes } from './sizes';

forbidMarkup();
const report = readReport();
const choose = (series: Series) => showLaunches(series, report);

// The banner and the findings are in the page already: they can be read without this script.
byId('needs-script').remove();
byId('context-section').hidden = false;
if (report.comparison.series.length > 0) {
  for (const section of document.querySelectorAll<HTMLElement>('.series')) section.hidden = false;
  drawTable(report, choose);
  drawSizes(report, choose);
  drawHeatMap(report, choose);
  drawLaunches(report);
}
drawContext(report);
followSchemeAndPrinter();
