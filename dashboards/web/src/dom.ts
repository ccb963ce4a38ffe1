// The only way by which data reach the page: as text. No markup is ever made from data.

type Child = Node | string;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

// An element of the skeleton (page.html).
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node as T;
}

// The name of a series, whose line may break behind each slash, or another name behind another letter. Chromium does not
// break there by itself.
export const breakable = (name: string, behind = '/'): Child[] =>
  name.split(behind).flatMap((part, i) => (i === 0 ? [part] : [behind, document.createElement('wbr'), part]));

// A text that is too long for its place loses its middle: the end of a name is its size, that of a finding its factor.
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${text.slice(0, most - 1 - end)}\u2026${text.slice(-end)}`;
}

// ECharts empties its boxes with innerHTML = ''. Where the browser knows Trusted Types, the page's policy lets that
// through and nothing else: no string becomes markup, whatever a library does with it.
export function forbidMarkup(): void {
  const types = (window as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } })
    .trustedTypes;
  types?.createPolicy('default', { createHTML: (text: string) => (text === '' ? '' : null) });
}
