import type { Mark, MarkAnswer } from './reader.ts';

/** A mark that the server has changed. */
interface MarkMessage {
  uid: string;
  mark: Mark;
  answer: MarkAnswer;
}

/* A channel does not hear itself: each tab hears the others. */
let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  channel ??= new BroadcastChannel('paragraf::marks');
  return channel;
}

/** Sends a message to the other tabs of this browser. */
export function postMark(message: MarkMessage): void {
  open()?.postMessage(message);
}

/** Listens to the other tabs; returns how to stop. */
export function hearMarks(hear: (message: MarkMessage) => void): () => void {
  const heard = open();
  if (!heard) return () => {};
  const listen = ({ data }: MessageEvent<MarkMessage>) => hear(data);
  heard.addEventListener('message', listen);
  return () => heard.removeEventListener('message', listen);
}
