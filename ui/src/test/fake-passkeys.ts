import { vi } from 'vitest';

type Ask = (options: CredentialRequestOptions) => Promise<unknown>;

/** What the browser returns for a passkey. */
export const assertion = { id: 'cred', rawId: 'cred', type: 'public-key', response: {} };

/** The error of a browser whose user refused, or had no passkey. */
export function refused(): DOMException {
  return new DOMException('The operation was not allowed.', 'NotAllowedError');
}

/** Waits until it is aborted, as a browser does that lists passkeys in a field. */
export const waiting: Ask = ({ signal }) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

/** A browser with passkeys; `get` and `create` answer its dialogs. */
export function fakePasskeys(
  get: Ask = async () => ({ toJSON: () => assertion }),
  create: Ask = async () => ({ toJSON: () => assertion }),
) {
  const credentials = { get: vi.fn(get), create: vi.fn(create) };
  const signalUnknownCredential = vi.fn(async () => undefined);
  vi.stubGlobal('PublicKeyCredential', {
    parseRequestOptionsFromJSON: (options: unknown) => options,
    parseCreationOptionsFromJSON: (options: unknown) => options,
    isConditionalMediationAvailable: async () => true,
    signalUnknownCredential,
  });
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: credentials } }));
  return { ...credentials, signalUnknownCredential };
}
