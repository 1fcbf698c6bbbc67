import { vi } from 'vitest';

interface Reply {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Answers `fetch` by path; an unknown path is a 404. Gives the requested addresses back. */
export function fakeServer(replies: Record<string, Reply | ((url: URL) => Reply)>): string[] {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://local');
    asked.push(url.pathname + url.search);
    const found = replies[url.pathname];
    const reply = typeof found === 'function' ? found(url) : found;
    const { status = 200, body, headers } = reply ?? { status: 404, body: { code: 'not_found' } };
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  });
  return asked;
}
