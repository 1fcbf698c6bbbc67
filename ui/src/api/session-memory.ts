import { storage } from '../storage.ts';

/* What tabs of one browser know of each other: a mark that there may be a session, and messages. */
const markKey = 'paragraf::signed-in';
const channelName = 'paragraf::session';

/** Says that a refresh cookie may be there; without it visitors make no useless call. */
export const sessionMark = {
  get: () => storage.get(markKey) === '1',
  set: () => storage.set(markKey, '1'),
  remove: () => storage.remove(markKey),
};

/** What one tab tells the others: somebody signed in (anew), or something changed; or it is over. */
export type SessionMessage = { kind: 'signed_in' } | { kind: 'signed_out' };

let channel: BroadcastChannel | undefined;

/** Listens to the other tabs, for as long as the page lives. */
export function listenToTabs(hear: (message: SessionMessage) => void): void {
  if (typeof BroadcastChannel === 'undefined') return;
  channel?.close();
  channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => hear(data);
}

export function tellTabs(message: SessionMessage): void {
  channel?.postMessage(message);
}

/** One tab at a time: a refresh token is good for one use. */
export function oneTabAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!navigator.locks) return work();
  return navigator.locks.request('paragraf::refresh', work) as Promise<Result>;
}
