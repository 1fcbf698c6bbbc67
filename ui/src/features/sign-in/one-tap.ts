import { finishBrowserAccount, startBrowserAccount } from '../../api/auth.ts';
import type { OneTapAnswer } from './provider-answers.ts';

/* A chunk of its own: only sites that offer it load it. */

interface Asked {
  provider: string;
  configUrl: string;
  clientId: string;
  /** Whether an account that signed in before may sign in without a press. */
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

/** Starts the visit whose profile the browser brings. */
export const startOneTap = startBrowserAccount;
/** Hands the ID token to the server. */
export const finishOneTap = finishBrowserAccount;

/** Asks the browser for an account; `undefined` when the reader dismissed it or has none. */
export async function askForAccount(
  { provider, configUrl, clientId, isAutomatic }: Asked,
  { transaction, nonce }: { transaction: string; nonce: string },
  signal: AbortSignal,
): Promise<OneTapAnswer | undefined> {
  const request: IdentityRequest = {
    // Where the nonce stands depends on the age of the browser.
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
