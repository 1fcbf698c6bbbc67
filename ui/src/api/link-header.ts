/**
 * Returns the `cursor` of the `rel="next"` entry of a `Link` header, or `undefined` on the last
 * page.
 */
export function nextCursor(header: string | null): string | undefined {
  if (!header) return undefined;
  for (const entry of header.split(/,\s*(?=<)/)) {
    const match = /^<([^>]*)>\s*;(.*)$/.exec(entry.trim());
    if (!match) continue;
    const [, target = '', parameters = ''] = match;
    if (!/\brel="?next"?/.test(parameters)) continue;
    return new URL(target, 'http://local').searchParams.get('cursor') ?? undefined;
  }
  return undefined;
}
