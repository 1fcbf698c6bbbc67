import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { solve } from './proof.ts';

const challenge = (target_bits: number) => ({
  salt: 'c0ffee',
  target_bits,
  expires_at: '2026-11-21T12:10:00Z',
  signature: '00',
});

describe('proof of work', () => {
  test.each([0, 1, 8, 11])('%d zero bits', async (bits) => {
    const nonce = await solve(challenge(bits), new AbortController().signal);
    const hash = sha256(new TextEncoder().encode(`c0ffee:${nonce}`));
    const number = BigInt(`0x${Buffer.from(hash).toString('hex')}`);
    expect(number >> BigInt(256 - bits)).toBe(0n);
  });

  test('stops when aborted', async () => {
    await expect(solve(challenge(256), AbortSignal.timeout(30))).rejects.toThrow();
  });
});
