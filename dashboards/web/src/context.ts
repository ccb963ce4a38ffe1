// Doubts that travel with the result, and what is not part of it.

import type { Report } from './data';
import { element } from './dom';
import { sectionOf } from './section';

export function notesSection({ comparison, origin }: Report): HTMLElement {
  const section = sectionOf({ id: 'notes', title: 'Notes' }, element('p', {}, `From ${origin}.`));
  const parts: [string, string[]][] = [
    ['Notes', comparison.notes],
    ['Not compared', comparison.not_compared],
  ];
  for (const [title, texts] of parts) {
    if (texts.length > 0)
      section.append(element('h3', {}, title), element('ul', {}, ...texts.map((text) => element('li', {}, text))));
  }
  return section;
}
