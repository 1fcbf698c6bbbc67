import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { finishSecondFactor, type Guest } from './auth.ts';
import type { Persistence, SessionAnswer } from './auth-types.ts';
import { authed, unwrap } from './client.ts';
import {
  askForPasskey,
  forgetUnknown,
  makePasskey,
  type PasskeyAnswer,
} from './passkey-ceremony.ts';
import { adoptSession } from './session.ts';
import type { components } from './types.gen.ts';
import { widgetCall } from './widget-call.ts';

type Schemas = components['schemas'];

/** A passkey of the account, without its key. */
export type Passkey = Schemas['PasskeyView'];

export function startPasskeySignIn(signal: AbortSignal): Promise<Schemas['PasskeyStarted']> {
  return widgetCall('/passkeys/sign-in/start', { signal });
}

export function finishPasskeySignIn(
  answer: PasskeyAnswer,
  persistence: Persistence,
  signal: AbortSignal,
  guest?: Guest,
): Promise<SessionAnswer> {
  const body = { ...answer, persistence };
  return widgetCall('/passkeys/sign-in/finalize', { body, signal, ...guest });
}

/** Signs in with the passkey that the user chooses in the browser's dialog. */
export async function signInWithPasskey(
  persistence: Persistence,
  signal: AbortSignal,
  guest?: Guest,
): Promise<SessionAnswer> {
  const started = await startPasskeySignIn(signal);
  const answer = await askForPasskey(started, signal);
  try {
    return await finishPasskeySignIn(answer, persistence, signal, guest);
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.code === 'passkey_credential_not_found';
    if (isUnknown) await forgetUnknown(started, answer);
    throw error;
  }
}

/** Completes a sign-in with a passkey of the account as its second factor. */
export async function finishWithPasskey(
  pending_credential: string,
  signal: AbortSignal,
): Promise<SessionAnswer> {
  const body: Schemas['FactorCodeInput'] = { pending_credential, kind: 'passkey' };
  const started: Schemas['PasskeyStarted'] = await widgetCall('/mfa/sign-in/start', {
    body,
    signal,
  });
  const answer = await askForPasskey(started, signal);
  return finishSecondFactor({ pending_credential, ...answer }, signal);
}

/** Makes a passkey of this name for the account; without a name it is called after the device. */
export async function addPasskey(name: string, signal: AbortSignal): Promise<Passkey> {
  const started = unwrap(await authed.POST('/auth/v1/passkeys/enroll/start', { signal }));
  const answer = await makePasskey(started, signal);
  return unwrap(
    await authed.POST('/auth/v1/passkeys/enroll/finalize', { body: { ...answer, name }, signal }),
  );
}

/** Re-authenticates with a passkey, for operations that need a recent sign-in. */
export async function proveByPasskey(signal: AbortSignal): Promise<void> {
  const started = unwrap(await authed.POST('/auth/v1/reauth/passkey/start', { signal }));
  const body = await askForPasskey(started, signal);
  adoptSession(unwrap(await authed.POST('/auth/v1/reauth/passkey', { body, signal })));
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  const params = { path: { id } };
  unwrap(await authed.POST('/auth/v1/passkeys/{id}', { params, body: { name } }));
}

export async function removePasskey(id: string): Promise<void> {
  unwrap(await authed.DELETE('/auth/v1/passkeys/{id}', { params: { path: { id } } }));
}

export const passkeyQueries = {
  all: (uid: string) =>
    queryOptions({
      queryKey: ['reader', uid, 'passkeys'],
      queryFn: async ({ signal }) =>
        unwrap(await authed.GET('/auth/v1/passkeys', { signal })).passkeys,
      staleTime: 0,
    }),
};
