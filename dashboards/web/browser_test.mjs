// node browser_test.mjs FOLDER: the reports in FOLDER (written by dashboards/report/write_examples) as people see them.
import './browser/accessibility.mjs';
import './browser/charts.mjs';
import './browser/downloads.mjs';
import './browser/first_sight.mjs';
import './browser/hostile.mjs';
import './browser/impact.mjs';
import './browser/links.mjs';
import './browser/network.mjs';
import './browser/served.mjs';
import './browser/tables.mjs';
import './browser/timeline.mjs';
import './browser/web_views.mjs';
