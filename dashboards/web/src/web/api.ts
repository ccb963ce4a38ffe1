// Asks `mpigauge serve --web`; the page's policy allows no other place.

export async function load<Answer>(path: string, query: Record<string, string> | string[][] = {}): Promise<Answer> {
  const parameters = new URLSearchParams(query).toString();
  const answer = await fetch(`api/${path}${parameters && `?${parameters}`}`);
  const content = (await answer.json().catch(() => ({}))) as Answer & { error?: string };
  if (!answer.ok) throw new Error(content.error ?? `${answer.status} ${answer.statusText}`);
  return content;
}
