// Saves data of the page as a file: made in the browser, nothing is asked of anybody.

import { element } from './dom';

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = element('a', { href: url, download: name });
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const saveText = (name: string, type: string, text: string): void =>
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }));

// "allreduce ranks:4" -> "allreduce-ranks-4": for file names, whatever the text holds.
export const fileStem = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9_.]+/g, '-')
    .replace(/^[-.]+|-+$/g, '')
    .slice(0, 80) || 'data';

export function saveButton(label: string, about: string, save: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', className: 'save', ariaLabel: `${label} of ${about}` }, label);
  button.addEventListener('click', save);
  return button;
}
