// Long lists are shown in parts: a reader wants the worst few, a browser does not want a thousand charts.

import { element } from './dom';

// Adds the first `size` items; the button that is returned adds the next, and is hidden behind the last.
export function inSlices<Item>(all: Item[], size: number, many: string, add: (items: Item[]) => void): HTMLElement {
  let count = 0;
  const button = element('button', { type: 'button', className: 'more' });
  const holder = element('p', {}, button);
  const next = () => {
    add(all.slice(count, count + size));
    count += size;
    holder.hidden = count >= all.length;
    button.textContent = `Show ${Math.min(size, all.length - count)} more of ${all.length - count} ${many}`;
  };
  button.addEventListener('click', next);
  next();
  return holder;
}
