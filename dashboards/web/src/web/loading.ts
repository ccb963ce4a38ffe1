// While an answer is on its way, and where none comes, the view says so.

import { element } from '../dom';
import { hashOf } from '../router';

let newest = 0;

// The answer; nothing where it failed, which is said, or where the reader has gone elsewhere meanwhile.
export async function loading<Answer>(host: HTMLElement, ask: () => Promise<Answer>): Promise<Answer | undefined> {
  const mine = ++newest;
  host.replaceChildren(element('p', { className: 'muted', role: 'status' }, 'Loading ...'));
  try {
    const answer = await ask();
    return mine === newest ? answer : undefined;
  } catch (error) {
    if (mine === newest) showTrouble(host, (error as Error).message);
    return undefined;
  }
}

// Instead of a view: what is wrong, and a way on.
export function showTrouble(host: HTMLElement, message: string): void {
  ++newest; // an answer that is still on its way is too late
  document.title = 'Nothing to show - mpigauge';
  host.replaceChildren(
    element('h1', {}, 'Nothing to show here'),
    element('p', { className: 'error', role: 'alert' }, message),
    element('p', {}, element('a', { href: hashOf([]) }, 'Back to the start')),
  );
}
