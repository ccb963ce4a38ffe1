// A chart with its title and the buttons that save it.

import { type Chart, type Draw, mountChart } from './chart';
import { breakable, element, shortened } from './dom';
import { pictureButtons } from './picture';

export interface Figure {
  node: HTMLElement;
  chart: Chart;
  box: HTMLElement;
}

export interface FigureOptions {
  title: string; // stands above, and names the files
  more?: string; // behind the title
  label: string; // what it shows, for those who do not see it
  look?: string; // class of the box
  key?: string; // what its marks mean, for files; on the page a legend stands beside
  clicked?: (item: unknown) => void;
}

const kTitleLetters = 160;

export function figureOf({ title, more, label, look, key, clicked }: FigureOptions, draw: Draw): Figure {
  const box = element('div', { className: `chart ${look ?? ''}`, role: 'img', ariaLabel: shortened(label, kTitleLetters) });
  const told = element('span', {}, element('strong', { title }, ...breakable(shortened(title, kTitleLetters))), more ? ` ${more}` : '');
  const head = element('figcaption', {}, told, pictureButtons(box, draw, shortened(label, kTitleLetters), key ?? ''));
  const node = element('figure', {}, head, box);
  return { node, box, chart: mountChart(box, draw, clicked) };
}
