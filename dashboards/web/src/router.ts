// The location's hash says which view is shown, so a link can be copied and the back button works: "#/series/NAME",
// "#/compare?baseline=RUN&candidate=RUN". Names are percent-encoded. A hash without the slash, "#sizes", is a place on
// the page and none of ours.

export interface Route {
  path: string[]; // ["series", NAME]; empty for the start
  query: URLSearchParams;
}

// Draws, or brings into sight, what a route is about.
export type View = (route: Route) => void | Promise<void>;

const views = new Map<string, View>();
let unknown: View | undefined;

// `name` is the first part of the path; '' is the start.
export function addView(name: string, view: View): void {
  views.set(name, view);
}

// Sets the view for hashes that no other view has; without this the start.
export function addUnknownView(view: View): void {
  unknown = view;
}

export function startRouter(): void {
  addEventListener('hashchange', go);
  go();
}

export function hashOf(path: string[], query: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(query).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${parameters && `?${parameters}`}`;
}

let last = 'none yet';

function go(): void {
  const { hash } = location;
  if (hash === last || (hash !== '' && !hash.startsWith('#/'))) return;
  last = hash;
  const route = parse(hash);
  const view = views.get(route.path[0] ?? '') ?? unknown ?? views.get('');
  void view?.(route);
}

function parse(hash: string): Route {
  const [path, query] = hash.slice(2).split(/\?(.*)/s);
  return { path: path!.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query ?? '') };
}

// A hash that people typed may be no valid encoding.
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
