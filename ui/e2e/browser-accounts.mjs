// What browsers ask a provider for in order to offer its accounts by themselves (FedCM,
// https://w3c-fedid.github.io/FedCM/). Every browser has the same account here.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

const account = { id: 'offered', name: 'Ana Pop', email: 'ana@example.ro' };
const lifetimeSecs = 300;

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/* Read from text: Node 20 hangs for ever when it collects what generated a key while it exports that key. */
function newKey() {
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' };
  return createPrivateKey(
    generateKeyPairSync('rsa', { modulusLength: 2048, privateKeyEncoding }).privateKey,
  );
}

/** Answers the browser's requests for the provider at `issuer`, and signs with the key in `jwks`. */
export function browserAccounts(issuer) {
  const privateKey = newKey();
  const named = { alg: 'RS256', kid: 'of the tests' };
  const jwks = { keys: [{ ...privateKey.export({ format: 'jwk' }), ...named, use: 'sig' }] };

  function idToken(form) {
    const { nonce } = JSON.parse(form.get('params') ?? '{}');
    const { id: sub, name, email } = account;
    const iat = Math.floor(Date.now() / 1000);
    const times = { iat, exp: iat + lifetimeSecs };
    const who = { iss: issuer, aud: form.get('client_id'), sub, name, email, email_verified: true };
    const signed = `${encode({ ...named, typ: 'JWT' })}.${encode({ ...who, ...times, nonce })}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  }

  const answers = {
    '/.well-known/web-identity': () => ({ provider_urls: [`${issuer}/fedcm.json`] }),
    '/fedcm.json': () => ({
      accounts_endpoint: '/browser/accounts',
      id_assertion_endpoint: '/browser/token',
      login_url: '/browser/login',
    }),
    '/browser/accounts': () => ({ accounts: [account] }),
    '/browser/token': (form) => ({ token: idToken(form) }),
  };

  /** Returns the answer to a request of a browser's own, or nothing. */
  async function answer(request, formOf) {
    const make = answers[request.url];
    // Pages cannot set this header.
    if (!make || request.headers['sec-fetch-dest'] !== 'webidentity') return undefined;
    return make(await formOf(request));
  }
  return { jwks, answer };
}
