import { sha256 } from '@noble/hashes/sha2.js';

/** A proof-of-work challenge; `signature` is returned unchanged. */
export interface Challenge {
  salt: string;
  target_bits: number;
  expires_at: string;
  signature: string;
}

/* Short enough that a press or a scroll is handled without delay. */
const sliceMs = 10;
const encoder = new TextEncoder();

function leadingZeroBits(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    bits += byte === 0 ? 8 : Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return bits;
}

/* A message arrives sooner than a timer, which browsers throttle. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Finds a number for which SHA-256 of `salt:number` begins with enough zero bits. */
export async function solve(challenge: Challenge, signal: AbortSignal): Promise<number> {
  const { salt, target_bits } = challenge;
  let rest = performance.now() + sliceMs;
  for (let nonce = 0; ; nonce += 1) {
    if (leadingZeroBits(sha256(encoder.encode(`${salt}:${nonce}`))) >= target_bits) return nonce;
    if (nonce % 64 === 0 && performance.now() > rest) {
      await pause();
      signal.throwIfAborted();
      rest = performance.now() + sliceMs;
    }
  }
}
