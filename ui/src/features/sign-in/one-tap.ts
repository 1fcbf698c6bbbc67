import type { OneTapAnswer } from './provider-answers.ts';

/* A chunk of its own, which only sites with such accounts load. */

interface Asked {
  provider: string;
  configUrl: string;
  clientId: string;
  /** Whether an account that signed in before may sign in without a click. */
  isAutomatic: boolean;
}

/* FedCM is not in the library of types yet. */
interface IdentityRequest extends CredentialRequestOptions {
  identity: {
    context: 'signin';
    providers: Array<{
      configURL: string;
      clientId: string;
      nonce: string;
      params: { nonce: string };
    }>;
  };
}

/** Whether the browser offers accounts at providers by itself. */
export function fedcmWorks(): boolean {
  return 'IdentityCredential' in globalThis;
}

/** Asks the browser for an account; `undefined` when the reader dismissed it or has none. */
export async function askForAccount(
  { provider, configUrl, clientId, isAutomatic }: Asked,
  { transaction, nonce }: { transaction: string; nonce: string },
  signal: AbortSignal,
): Promise<OneTapAnswer | undefined> {
  const request: IdentityRequest = {
    // Older browsers read `nonce`, newer ones `params.nonce`.
    identity: {
      context: 'signin',
      providers: [{ configURL: configUrl, clientId, nonce, params: { nonce } }],
    },
    mediation: isAutomatic ? 'optional' : 'required',
    signal,
  };
  const credential = await navigator.credentials.get(request).catch(() => null);
  if (!credential || signal.aborted) return undefined;
  const { type, token } = credential as Credential & { token?: unknown };
  const isToken = type === 'identity' && typeof token === 'string' && token.split('.').length === 3;
  return { provider, transaction, ...(isToken && { token }) };
}
