import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base } from './server.ts';

/** What to send instead of the server's answer; `undefined` leaves it as it is. */
export type Change = (path: string, text: string) => string | undefined;

export interface Proxy {
  url: string;
  /** From now on answers are changed so. */
  change(next: Change): void;
  stop(): Promise<void>;
}

/** A server that plays a later version of the product: ours, with some answers changed. */
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
