import { useQuery } from '@tanstack/react-query';
import type { AuthConfig } from '../api/auth-types.ts';
import { passkeysWork } from '../api/passkey-ceremony.ts';
import { nameOf } from '../api/provider-name.ts';
import { queries } from '../api/queries.ts';
import { type Reader, useSession } from '../api/session.ts';
import type { components } from '../api/types.gen.ts';

/* Holds until the configuration has loaded. */
const leastPassword = 6;

/* Each tenant has its own configuration; a reader without a session is of the default one. */
function useOwnConfig(): AuthConfig | undefined {
  const session = useSession();
  const tenant = session.status === 'signed_in' ? session.reader.tenantId : '';
  return useQuery(queries.authConfig(tenant)).data;
}

/** The minimum password length of this server. */
export function usePasswordMin(): number {
  return useOwnConfig()?.password_min ?? leastPassword;
}

/** Seconds before another mail to the reader can be requested; `undefined` until known. */
export function useMailPause(): number | undefined {
  return useOwnConfig()?.mail_pause_secs;
}

/** Whether accounts of the reader's tenant have second factors. */
export function useSecondFactorPolicy(): AuthConfig['second_factor'] | undefined {
  return useOwnConfig()?.second_factor;
}

/** Whether the reader's tenant offers passkeys and this browser has them. */
export function usePasskeysWork(): boolean {
  const options = useOwnConfig()?.sign_in_options ?? [];
  return passkeysWork() && options.some(({ provider }) => provider === 'passkey');
}

/** A sign-in provider by its display name. */
export interface NamedProvider {
  provider: string;
  name: string;
  connected: boolean;
}

/** How telephone numbers are used here. */
export interface PhoneSettings {
  whitelistedCountries?: string[];
  defaultCountry?: string;
  captcha: { kind: components['schemas']['CaptchaKind']; siteKey?: string };
}

/** `undefined` where numbers are not used, as in tenants. */
export function usePhoneSettings(): PhoneSettings | undefined {
  const config = useOwnConfig();
  const options = config?.sign_in_options ?? [];
  const option = options.find(({ provider }) => provider === 'phone');
  if (!option || !config?.captcha) return undefined;
  const { kind, site_key: siteKey } = config.captcha;
  return {
    ...(option.countries && { whitelistedCountries: option.countries }),
    ...(option.default_country && { defaultCountry: option.default_country }),
    captcha: { kind, ...(siteKey && { siteKey }) },
  };
}

/* Not accounts at other providers. */
const ownMethods = ['password', 'emailLink', 'phone', 'passkey', 'anonymous'];

/** The providers that are configured here, and those that the account had before. */
export function useProviders(reader: Reader): NamedProvider[] {
  const options = useOwnConfig()?.sign_in_options;
  if (!options) return [];
  const configured = options.filter(({ provider }) => !ownMethods.includes(provider));
  const earlier = reader.signInMethods.filter(
    (id) => !ownMethods.includes(id) && !configured.some(({ provider }) => provider === id),
  );
  return [
    ...configured,
    ...earlier.map((provider) => ({ provider, provider_name: undefined })),
  ].map(({ provider, provider_name: providerName }) => ({
    provider,
    name: nameOf({ provider, ...(providerName && { providerName }) }),
    connected: reader.signInMethods.includes(provider),
  }));
}

/** The reader's sign-in provider, if it is configured here. */
export function useOwnProvider(reader: Reader): { provider: string; name: string } | undefined {
  const options = useOwnConfig()?.sign_in_options ?? [];
  const own = options.find(
    ({ provider }) => !ownMethods.includes(provider) && reader.signInMethods.includes(provider),
  );
  if (!own) return undefined;
  const { provider, provider_name: providerName } = own;
  return { provider, name: nameOf({ provider, ...(providerName && { providerName }) }) };
}
