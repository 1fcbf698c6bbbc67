import { minute } from '../durations.ts';
import type { Challenge } from './proof.ts';

const proveWithin = minute;

/** A solved challenge, as the server takes it. */
interface Proof extends Omit<Challenge, 'target_bits'> {
  nonce: number;
}

/** Solves the challenge of a refusal; `undefined` if it takes too long or is given up. */
export async function prove(
  challenge: Challenge,
  signal?: AbortSignal,
): Promise<Proof | undefined> {
  const late = AbortSignal.timeout(proveWithin);
  try {
    const { solve } = await import('./proof.ts');
    const nonce = await solve(challenge, signal ? AbortSignal.any([late, signal]) : late);
    const { salt, expires_at, signature } = challenge;
    return { salt, expires_at, signature, nonce };
  } catch {
    return undefined;
  }
}
