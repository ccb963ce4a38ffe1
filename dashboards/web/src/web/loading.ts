// While an answer is on its way, and where none comes, the view says so.

import { element } from '../dom';

let newest = 0;

// The answer; nothing where it failed, which is said, or where the reader has gone elsewhere meanwhile.
export async function loading<Answer>(host: HTMLElement, ask: () => Promise<Answer>): Promise<Answer | undefined> {
  const mine = ++newest;
  host.replaceChildren(element('p', { className: 'muted', role: 'status' }, 'Loading ...'));
  try {
    const answer = await ask();
    return mine === newest ? answer : undefined;
  } catch (error) {
    if (mine === newest) host.replaceChildren(element('p', { className: 'error', role: 'alert' }, (error as Error).message));
    return undefined;
  }
}
