import { storage } from '../storage.ts';

/* What the tabs of one browser share: a hint that a session may exist, and messages. */
const markKey = 'paragraf::signed-in';
const channelName = 'paragraf::session';

/** Records that a refresh cookie may exist; without the hint visitors make no useless call. */
export const sessionMark = {
  get: () => storage.get(markKey) === '1',
  set: () => storage.set(markKey, '1'),
  remove: () => storage.remove(markKey),
};

/** Messages between tabs: signed in or changed, or signed out. */
export type SessionMessage = { kind: 'signed_in' } | { kind: 'signed_out' };

let channel: BroadcastChannel | undefined;

/** Listens to the other tabs for the page's lifetime. */
export function listenToTabs(hear: (message: SessionMessage) => void): void {
  if (typeof BroadcastChannel === 'undefined') return;
  channel?.close();
  channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => hear(data);
}

export function postToTabs(message: SessionMessage): void {
  channel?.postMessage(message);
}

/** Only one tab refreshes at a time: a refresh token is good for one use. */
export function oneTabAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!navigator.locks) return work();
  return navigator.locks.request('paragraf::refresh', work) as Promise<Result>;
}
