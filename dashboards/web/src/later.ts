// Work that can wait until all is drawn that the window shows: it is done when the browser has nothing else to do, and at
// once when a reader touches the page or prints it.

const waiting: (() => void)[] = [];
const kMostMilliseconds = 500; // then it is done, however busy the browser is

export function later(work: () => void): void {
  if (waiting.length === 0) whenIdle(doNext);
  waiting.push(work);
}

// All that waits.
function doAll(): void {
  while (waiting.length > 0) waiting.shift()!();
}

// One piece at a time, so that the page answers between them.
function doNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) whenIdle(doNext);
}

// Behind the next frame, which draws charts. Safari has no idle callbacks.
const whenIdle = (work: () => void): void =>
  void requestAnimationFrame(() =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: kMostMilliseconds }) : setTimeout(work),
  );

for (const sign of ['pointerdown', 'keydown', 'beforeprint']) addEventListener(sign, doAll, { capture: true });
