import { readOptions } from './config-options.ts';
import type { Config, ConfigInput, SignInOption, TenantOption } from './config-types.ts';
import { isRecord, type Raw, texts, url } from './config-values.ts';

/* Parses `tenants`, and chooses one of them. */

type Domain = string | RegExp;

/* The key of the default tenant, and that of the settings of tenants that are not listed. */
const defaultKey = '_';
const anyKey = '*';

/* The keys of the widget that a tenant may set; the credential helper is always off. */
const ownKeys = [
  'immediateFederatedRedirect',
  'privacyPolicyUrl',
  'signInFlow',
  'signInOptions',
  'tosUrl',
];

function isDomain(value: unknown): value is Domain {
  return typeof value === 'string' || value instanceof RegExp;
}

function readTenant(key: string, raw: Raw): TenantOption {
  const iconUrl = url(raw.iconUrl);
  return {
    ...texts(raw, ['fullLabel', 'displayName', 'buttonColor', 'textColor']),
    ...(iconUrl && { iconUrl }),
    id: key === defaultKey ? '' : key,
    domains: [raw.hd].flat().filter(isDomain),
    settings: Object.fromEntries(Object.entries(raw).filter(([name]) => ownKeys.includes(name))),
  };
}

/** A map of tenants by their ID; `_` is the default tenant and `*` every tenant without a key. */
export function readTenants(value: unknown): TenantOption[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, raw]) =>
    isRecord(raw) ? [readTenant(key, raw)] : [],
  );
}

/** The tenants that can be chosen. */
export function offeredTenants({ tenants }: Config): TenantOption[] {
  return tenants.filter(({ id }) => id !== anyKey);
}

/** The settings of a tenant; `undefined` when there are none for it. */
export function settingsOf({ tenants }: Config, id: string): ConfigInput | undefined {
  const found = tenants.find((one) => one.id === id) ?? tenants.find((one) => one.id === anyKey);
  return found && { ...found.settings, credentialHelper: 'none', tenantId: id };
}

function takes(domain: Domain, email: string): boolean {
  if (domain instanceof RegExp) return new RegExp(domain.source, domain.flags).test(email);
  return email.toLowerCase().endsWith(`@${domain.toLowerCase()}`);
}

/** The options for an address; those without a domain are for every address. */
export function optionsFor(options: SignInOption[], email: string): SignInOption[] {
  return options.filter(({ hd }) => hd === undefined || takes(hd, email));
}

/** The first tenant with an option for the address. */
export function tenantFor(config: Config, email: string): TenantOption | undefined {
  return offeredTenants(config).find(({ domains, settings }) => {
    const { signInOptions } = settings;
    const isOwn = domains.length === 0 || domains.some((domain) => takes(domain, email));
    if (signInOptions === undefined) return isOwn;
    return isOwn && optionsFor(readOptions(signInOptions), email).length > 0;
  });
}
