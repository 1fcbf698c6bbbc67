import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import type { Page } from 'playwright-core';

/** A line to the server that can be cut. */
export interface Line {
  url: string;
  /** Without a connection, for the page and for its worker, until `connect`. */
  cut(page: Page): Promise<void>;
  connect(page: Page): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Lays a line to the server at this address.
 *
 * The browser's own emulation makes the page offline, but now and then its worker
 * still reaches the server.
 */
export async function layLine(base: string): Promise<Line> {
  const { port: far } = new URL(base);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const farther = connect(Number(far), '127.0.0.1');
    for (const socket of [near, farther]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        farther.destroy();
      });
    }
    if (isCut) near.destroy();
    near.pipe(farther).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const hangUp = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    async cut(page) {
      isCut = true;
      hangUp();
      // On a new page the emulation forgets that `navigator.onLine` was false.
      await page.context().setOffline(false);
      await page.context().setOffline(true);
    },
    async connect(page) {
      isCut = false;
      await page.context().setOffline(false);
    },
    stop: () =>
      new Promise((resolve) => {
        hangUp();
        server.close(() => resolve());
      }),
  };
}
