import { vi } from 'vitest';
import { authServer, exampleSession } from './auth-server.ts';

type Server = Parameters<typeof authServer>[0];

/** Each test is a visit of its own: modules are reset, as on a page load. */
export async function visit() {
  vi.resetModules();
  const session = await import('../api/session.ts');
  const { authed } = await import('../api/client.ts');
  return { ...session, authed };
}

/** A visit right after signing in. */
export async function signedIn(server: Server = {}, changes = {}) {
  const calls = authServer(server);
  const session = await visit();
  session.startSession();
  session.adoptSession(exampleSession(changes));
  return { calls, ...session };
}

/** Connected tabs of one browser; replaces `BroadcastChannel`. */
export class Channel {
  static open: Channel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    Channel.open.push(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.open) if (other !== this) other.onmessage?.({ data });
  }
  close() {
    Channel.open = Channel.open.filter((other) => other !== this);
  }
}
