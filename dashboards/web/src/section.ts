// A part of the page: a title, what it draws, and the command that prints the same numbers.

import { element } from './dom';

export interface Section {
  id: string;
  title: string;
  command?: string | undefined;
}

export function sectionOf({ id, title, command }: Section, ...content: (Node | string)[]): HTMLElement {
  const heading = element('h2', { id: `${id}-title` }, title);
  const section = element('section', { id: `${id}-section` }, heading, ...content);
  section.setAttribute('aria-labelledby', heading.id);
  if (command) section.append(element('p', { className: 'command' }, 'The same numbers: ', element('code', {}, command)));
  return section;
}

export const caption = (text: string): HTMLElement => element('p', { className: 'caption' }, text);

// Each item: a class of .swatch, and what it means.
export const legend = (...items: [string, string][]): Node =>
  element(
    'ul',
    { className: 'legend' },
    ...items.map(([look, text]) => element('li', {}, element('i', { className: `swatch ${look}` }), text)),
  );

// A box that scrolls by itself, also by the keyboard.
export function scrollBox(label: string, ...content: Node[]): HTMLElement {
  const box = element('div', { className: 'scroll', tabIndex: 0, role: 'region', ariaLabel: label }, ...content);
  return box;
}
