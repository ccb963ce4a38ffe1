// How often gates err on the machines of this store, as it was measured.

import { calibrationSection } from '../calibration';
import { element } from '../dom';
import { addView } from '../router';
import type { StoredCalibration } from './answers';
import { load } from './api';
import { shortId } from './cells';
import { loading } from './loading';

export function addCalibrations(host: HTMLElement): void {
  addView('calibrations', async () => {
    const all = await loading(host, () => load<StoredCalibration[]>('calibrations'));
    if (!all) return;
    document.title = 'Calibrations - mpigauge';
    const none = element('p', {}, 'No calibration was measured yet: ', element('code', {}, 'mpigauge calibrate'), ' measures one.');
    const sections = all.map((one, i) => {
      const about = { id: `calibration-${i + 1}`, title: `Calibration ${shortId(one.calibration_id)}` };
      return calibrationSection(one, 'mpigauge calibrate --list --format json', about);
    });
    host.replaceChildren(element('h1', {}, 'Calibrations'), ...(all.length === 0 ? [none] : sections));
  });
}
