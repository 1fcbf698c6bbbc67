import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

let preferred = 0;

/**
 * A free port, and the same for one server after another of this worker: the browser keeps compiled scripts by
 * their URLs.
 */
export async function freePort(): Promise<number> {
  const port = (await tryPort(preferred)) ?? (await tryPort(0)) ?? 0;
  preferred ||= port;
  return port;
}

async function tryPort(wanted: number): Promise<number | undefined> {
  const probe = createServer();
  const listening = once(probe, 'listening');
  probe.listen(wanted, '127.0.0.1');
  try {
    await listening;
  } catch {
    return;
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
