import { ApiError } from './api-error.ts';
import type { components } from './types.gen.ts';

type Started = components['schemas']['PasskeyStarted'];

/** The browser's answer to a ceremony. */
export interface PasskeyAnswer {
  transaction: string;
  /** As the server expects it. */
  credential: Record<string, never>;
}

/** Whether this browser knows passkeys. */
export function passkeysWork(): boolean {
  const known = globalThis.PublicKeyCredential as typeof PublicKeyCredential | undefined;
  return typeof known?.parseRequestOptionsFromJSON === 'function';
}

/** Whether the browser can list passkeys in a field. */
export async function autofillWorks(): Promise<boolean> {
  if (!passkeysWork()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/**
 * Asks the user for a passkey; with `conditional` the browser lists passkeys in a field and waits.
 *
 * Its errors are `passkey_cancelled`, also when the user did nothing, and `passkey_failed`.
 */
export async function askForPasskey(
  { transaction, options }: Started,
  signal: AbortSignal,
  mediation: CredentialMediationRequirement = 'optional',
): Promise<PasskeyAnswer> {
  const given = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given);
  return answerOf(
    transaction,
    () => navigator.credentials.get({ publicKey, signal, mediation }),
    signal,
  );
}

/** Makes a passkey. Its errors are those of `askForPasskey`, and `passkey_exists` when this device has one. */
export async function makePasskey(
  { transaction, options }: Started,
  signal: AbortSignal,
): Promise<PasskeyAnswer> {
  const given = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given);
  return answerOf(transaction, () => navigator.credentials.create({ publicKey, signal }), signal);
}

/**
 * Reports to the browser that the server does not know a passkey, so that it is not offered again.
 * Browsers without this keep offering it.
 */
export async function forgetUnknown(
  { options }: Started,
  { credential }: PasskeyAnswer,
): Promise<void> {
  const { rpId } = options as { rpId?: string };
  const { id } = credential as { id?: string };
  const known = PublicKeyCredential as unknown as {
    signalUnknownCredential?: (unknown: { rpId: string; credentialId: string }) => Promise<void>;
  };
  if (rpId === undefined || id === undefined) return;
  await known.signalUnknownCredential?.({ rpId, credentialId: id }).catch(() => undefined);
}

async function answerOf(
  transaction: string,
  ask: () => Promise<Credential | null>,
  signal: AbortSignal,
): Promise<PasskeyAnswer> {
  try {
    const credential = (await ask()) as PublicKeyCredential | null;
    if (!credential) throw new DOMException('no credential', 'NotAllowedError');
    return { transaction, credential: credential.toJSON() as unknown as Record<string, never> };
  } catch (error) {
    if (signal.aborted) throw error;
    const name = error instanceof DOMException ? error.name : '';
    throw new ApiError(0, codes[name] ?? 'passkey_failed', String(error));
  }
}

/* The browser does not say whether the user refused or had no passkey. */
const codes: Record<string, string> = {
  NotAllowedError: 'passkey_cancelled',
  InvalidStateError: 'passkey_exists',
};
