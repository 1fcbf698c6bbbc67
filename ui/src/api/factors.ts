import { queryOptions } from '@tanstack/react-query';
import { type FactorOptions, finishSecondFactor } from './auth.ts';
import type { Factor, SecondFactorAnswer, SignInAnswer } from './auth-types.ts';
import { authed, unwrap } from './client.ts';
import { makePasskey } from './passkey-ceremony.ts';
import { adoptSession } from './session.ts';
import type { components } from './types.gen.ts';

type Schemas = components['schemas'];

/** The second factors of the account. */
export type FactorOverview = Schemas['FactorOverview'];
/** A secret for an authenticator app, not stored before the app's first code. */
export type NewFactor = Schemas['EnrolStarted'];

/** Starts to add an authenticator app. */
export async function startFactor(): Promise<NewFactor> {
  const body = { kind: 'totp' as const };
  return unwrap(await authed.POST('/auth/v1/mfa/enroll/start', { body })) as NewFactor;
}

/** Starts to add a telephone number: sends a code to it. */
export async function startPhoneFactor(
  phone: Schemas['PhoneCodeInput'],
): Promise<Schemas['PhoneCodeSent']> {
  const body = { kind: 'sms' as const, ...phone };
  const answer = unwrap(await authed.POST('/auth/v1/mfa/enroll/start', { body }));
  return answer as Schemas['PhoneCodeSent'];
}

/** Makes a passkey and adds it. Returns the recovery codes that came with the first factor. */
export async function addPasskeyFactor(signal: AbortSignal): Promise<string[]> {
  const body = { kind: 'passkey' as const };
  const started = unwrap(await authed.POST('/auth/v1/mfa/enroll/start', { body, signal }));
  const answer = await makePasskey(started as Schemas['PasskeyStarted'], signal);
  return addFactor({ ...body, ...answer });
}

/** Adds the factor that was proven. Returns the recovery codes that came with the first one. */
export async function addFactor(body: Schemas['EnrolFinalizeInput']): Promise<string[]> {
  const answer = unwrap(await authed.POST('/auth/v1/mfa/enroll/finalize', { body }));
  adoptSession(answer.session);
  return answer.recovery_codes ?? [];
}

export async function removeFactor({ id }: Factor): Promise<void> {
  const body = { factor_id: id };
  adoptSession(unwrap(await authed.POST('/auth/v1/mfa/withdraw', { body })));
}

export async function renameFactor({ id }: Factor, name: string): Promise<void> {
  const body = { factor_id: id, display_name: name };
  unwrap(await authed.POST('/auth/v1/mfa/rename', { body }));
}

/** Makes new recovery codes; the earlier ones are void. */
export async function renewRecoveryCodes(): Promise<string[]> {
  return unwrap(await authed.POST('/auth/v1/mfa/recovery-codes')).recovery_codes;
}

/** Adopts the session, unless a second factor must follow. */
export function adoptOrAsk(answer: SignInAnswer): SecondFactorAnswer | undefined {
  if ('status' in answer) return answer;
  adoptSession(answer);
  return undefined;
}

/** Authenticates the session again with a second factor of its account. */
export async function proveSecondFactor(
  body: Schemas['FinalizeInput'],
  options: FactorOptions,
): Promise<void> {
  adoptSession(await finishSecondFactor(body, options));
}

export const factorQueries = {
  overview: (uid: string) =>
    queryOptions({
      queryKey: ['reader', uid, 'factors'],
      queryFn: async ({ signal }) => unwrap(await authed.GET('/auth/v1/mfa', { signal })),
      staleTime: 0,
    }),
};
