import { vi } from 'vitest';

interface Reply {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** The request's body and headers. */
export interface Sent {
  method: string;
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read any field
  body: any;
  authorization: string | null;
  tenant: string | null;
}

type Answer = Reply | ((url: URL, sent: Sent) => Reply | Promise<Reply>);

async function sentBy(request: Request): Promise<Sent> {
  const text = await request.text();
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    body: text === '' ? undefined : JSON.parse(text),
    authorization: request.headers.get('Authorization'),
    tenant: request.headers.get('X-Tenant-Id'),
  };
}

/** Every request of a fake server, oldest first. */
export const sent: Sent[] = [];

/** Answers `fetch` by path; an unknown path is a 404. Returns the requested addresses. */
export function fakeServer(replies: Record<string, Answer>): string[] {
  sent.length = 0;
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://local');
    asked.push(url.pathname + url.search);
    const found = replies[url.pathname];
    const request = await sentBy(input instanceof Request ? input.clone() : new Request(url, init));
    sent.push(request);
    const reply = typeof found === 'function' ? await found(url, request) : found;
    const { status = 200, body, headers } = reply ?? { status: 404, body: { code: 'not_found' } };
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  });
  return asked;
}
