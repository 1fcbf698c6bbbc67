import { beforeEach, expect, test } from 'vitest';
import { authServer, refusal } from '../test/auth-server.ts';
import { freshWidget } from '../test/widget.tsx';
import { signInMethods } from './auth.ts';

beforeEach(freshWidget);

const email = 'ana@example.org';
const challenge = {
  algorithm: 'sha-256',
  salt: 'c0ffee',
  target_bits: 4,
  expires_at: '2026-11-21T12:10:00Z',
  signature: '00',
};

/** A server that asks for work before the first look-up. */
function serve() {
  return authServer({
    '/methods': (body) =>
      body.proof
        ? { body: { methods: ['password'] } }
        : {
            status: 429,
            body: { error: 'Refused.', code: 'proof_required', proof: challenge },
          },
  });
}

test('E11 a look-up that wants work is repeated with it', async () => {
  const calls = serve();
  const found = await signInMethods(email, new AbortController().signal);
  expect(found).toEqual({ methods: ['password'] });
  const { salt, expires_at, signature } = challenge;
  const proof = { salt, expires_at, signature, nonce: expect.any(Number) };
  expect(calls.map(({ body }) => body)).toEqual([{ email }, { email, proof }]);
});

test('other refusals are not repeated', async () => {
  const calls = authServer({ '/methods': refusal('too_many_requests', 429) });
  await expect(signInMethods(email, new AbortController().signal)).rejects.toThrow();
  expect(calls).toHaveLength(1);
});

test('nothing is asked again after the reader has left', async () => {
  const left = new AbortController();
  const calls = authServer({
    '/methods': () => {
      left.abort();
      return { status: 429, body: { code: 'proof_required', proof: challenge } };
    },
  });
  await expect(signInMethods(email, left.signal)).rejects.toThrow();
  expect(calls).toHaveLength(1);
});
