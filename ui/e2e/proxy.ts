import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base } from './server.ts';

/** Returns the body to send instead of the server's; `undefined` keeps the server's. */
export type Change = (path: string, text: string) => string | undefined;

export interface Proxy {
  url: string;
  /** Applies `next` to all later responses. */
  change(next: Change): void;
  stop(): Promise<void>;
}

/** Starts a proxy that simulates a later version by changing some responses. */
export async function startProxy(): Promise<Proxy> {
  let current: Change = () => undefined;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const answer = await fetch(base + path, { redirect: 'manual' });
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    const changed = /html|javascript/.test(type) ? current(path, body.toString()) : undefined;
    const kept = ['content-type', 'content-security-policy', 'link', 'x-total-count', 'location'];
    for (const name of kept) {
      const value = answer.headers.get(name);
      if (value) response.setHeader(name, value);
    }
    response.writeHead(answer.status).end(changed ?? body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    change(next) {
      current = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
