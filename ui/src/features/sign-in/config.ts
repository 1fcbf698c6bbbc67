import type { AuthConfig, SignUpSwitch } from '../../api/auth-types.ts';
import { isMobile } from '../../browser.ts';
import type { CaptchaSettings } from '../../parts/phone/captcha.ts';
import { signInTimes } from '../../sign-in-times.ts';
import { readClosed, readOptions } from './config-options.ts';
import { readTenants } from './config-tenants.ts';
import type { Callbacks, Config, ConfigInput, LinkTarget, SignInOption } from './config-types.ts';
import { isRecord, text, url } from './config-values.ts';
import { logError, logWarning } from './console.ts';

export type { Config } from './config-types.ts';

const defaults: Config = {
  autoUpgradeAnonymousUsers: false,
  callbacks: {},
  credentialHelper: 'none',
  immediateFederatedRedirect: false,
  popupMode: false,
  queryParameterForSignInSuccessUrl: 'signInSuccessUrl',
  queryParameterForWidgetMode: 'mode',
  signInFlow: 'redirect',
  continueOrigins: [],
  signedIn: () => false,
  signInOptions: [],
  adminRestrictedOperation: { status: false, contact: {} },
  persistence: 'local',
  mountDelayMs: signInTimes.mountDelay,
  securityProfile: 'balanced',
  emailPrivacy: 'compat',
  passwordMin: 6,
  displayMode: 'optionFirst',
  tenants: [],
  captcha: { kind: 'proof_of_work' },
  replaceUrl: (url) => window.history.replaceState(window.history.state, '', url),
};

type Readers = { [Key in keyof Config]-?: (value: unknown) => Config[Key] | undefined };

const isTrue = (value: unknown) => value === true;
const target = (value: unknown): LinkTarget | undefined =>
  typeof value === 'function' ? (value as () => void) : url(value);
const captcha = (value: unknown): CaptchaSettings | undefined => {
  const raw = isRecord(value) ? value : {};
  const kind = oneOf('proof_of_work', 'recaptcha', 'hcaptcha', 'turnstile')(raw.kind);
  const siteKey = text(raw.siteKey);
  return kind && { kind, ...(siteKey && { siteKey }) };
};
const oneOf =
  <Value extends string>(...values: Value[]) =>
  (value: unknown) =>
    values.find((one) => one === value);

const helpers = ['passkey', 'googleyolo'] as const;

/* Values that cannot be parsed keep the default. */
const readers: Readers = {
  autoUpgradeAnonymousUsers: isTrue,
  callbacks: (value) => (typeof value === 'object' && value ? (value as Callbacks) : {}),
  credentialHelper: (value) =>
    helpers.find((one) => one === value && /^https?:$/.test(window.location.protocol)) ?? 'none',
  immediateFederatedRedirect: isTrue,
  popupMode: (value) => value === true && !isMobile(),
  tosUrl: target,
  privacyPolicyUrl: target,
  queryParameterForSignInSuccessUrl: text,
  queryParameterForWidgetMode: text,
  signInFlow: oneOf('popup', 'redirect'),
  continueOrigins: (value) => (Array.isArray(value) ? value.map(String) : undefined),
  signedIn: (value) => (typeof value === 'function' ? (value as Config['signedIn']) : undefined),
  signInOptions: readOptions,
  signInSuccessUrl: url,
  siteName: text,
  widgetUrl: url,
  adminRestrictedOperation: readClosed,
  persistence: oneOf('local', 'session', 'none'),
  mountDelayMs: (value) => (typeof value === 'number' && value >= 0 ? value : undefined),
  uiLanguage: oneOf('en', 'ro'),
  securityProfile: oneOf('seed', 'balanced', 'strict'),
  emailPrivacy: oneOf('compat', 'protected'),
  captcha,
  passwordMin: (value) => (typeof value === 'number' && value > 0 ? value : undefined),
  providers: (value) =>
    typeof value === 'object' && value ? (value as NonNullable<Config['providers']>) : undefined,
  authDomain: text,
  tenantId: (value) => (typeof value === 'string' ? value : undefined),
  displayMode: oneOf('optionFirst', 'identifierFirst'),
  tenants: readTenants,
  loadTenant: (value) =>
    typeof value === 'function' ? (value as NonNullable<Config['loadTenant']>) : undefined,
  replaceUrl: (value) =>
    typeof value === 'function' ? (value as Config['replaceUrl']) : undefined,
};

const keys = new Map(
  (Object.keys(readers) as Array<keyof Config>).map((key) => [key.toLowerCase(), key]),
);

/** Merges a configuration key by key into the previous one. */
export function readConfig(input: ConfigInput, before: Config = defaults): Config {
  const config: Config = { ...before };
  for (const [name, value] of Object.entries(input)) {
    const key = keys.get(name.toLowerCase());
    if (!key) {
      logError(`Invalid configuration key: ${name}`);
      continue;
    }
    const read = readers[key](value);
    if (read !== undefined) Object.assign(config, { [key]: read });
  }
  if (config.signInOptions.length === 0 && config.tenants.length === 0)
    logError('signInOptions names no way to sign in.');
  checkTogether(config);
  return config;
}

function checkTogether(config: Config) {
  const { authDomain, callbacks, tenants } = config;
  const { autoUpgradeAnonymousUsers, tosUrl, privacyPolicyUrl } = config;
  if (tenants.length > 0 && authDomain === undefined) {
    throw new Error('tenants need the configuration key authDomain.');
  }
  if (authDomain !== undefined && authDomain !== window.location.host) {
    logWarning(`authDomain is ${authDomain}, but the widget calls the host of its page.`);
  }
  if (autoUpgradeAnonymousUsers && !callbacks.signInFailure) {
    logError('autoUpgradeAnonymousUsers needs the callback signInFailure, or conflicts are lost.');
  }
  if (callbacks.signInSuccess && callbacks.signInSuccessWithAuthResult) {
    logWarning('Both success callbacks are given: signInSuccess will not be called.');
  }
  if (Boolean(tosUrl) !== Boolean(privacyPolicyUrl)) {
    logWarning(`${tosUrl ? 'privacyPolicyUrl' : 'tosUrl'} is missing: neither link is shown.`);
  }
}

/** Both addresses or neither. */
export function termsOf({ tosUrl, privacyPolicyUrl }: Config) {
  return tosUrl && privacyPolicyUrl ? { tos: tosUrl, privacy: privacyPolicyUrl } : undefined;
}

/** The first option of a provider, if present. */
export function configured({ signInOptions }: Config, id: string): SignInOption | undefined {
  return signInOptions.find(({ provider }) => provider === id);
}

/** The option for e-mail addresses, if present. */
export function emailOption(config: Config): SignInOption | undefined {
  return configured(config, 'password');
}

/** The option for telephone numbers, if present. */
export function phoneOption(config: Config): SignInOption | undefined {
  return configured(config, 'phone');
}

/** The options that lead to a page of their own; a passkey is offered beside the address. */
export function listedOptions({ signInOptions }: Config): SignInOption[] {
  return signInOptions.filter(({ provider }) => provider !== 'passkey');
}

export function allowsPassword(config: Config): boolean {
  return emailOption(config)?.allowPassword ?? false;
}

export function allowsLink(config: Config): boolean {
  return emailOption(config)?.allowEmailLink ?? false;
}

/** Whether new accounts sign up by link. */
export function prefersLink(config: Config): boolean {
  return emailOption(config)?.signInMethod === 'emailLink';
}

export function isFederated(provider: string): boolean {
  return !['password', 'emailLink', 'phone', 'passkey', 'anonymous'].includes(provider);
}

/** The tenants from which readers choose, if they do. */
export function tenantsFromServer({ tenant_choice: choice, tenants }: AuthConfig): ConfigInput {
  if (choice === 'none') return { tenantId: '' };
  const entries = tenants.map((tenant) => {
    const settings = {
      displayName: tenant.display_name,
      fullLabel: tenant.full_label,
      buttonColor: tenant.button_color,
      textColor: tenant.text_color,
      iconUrl: tenant.icon_url,
      hd: tenant.email_domains,
    };
    return [tenant.tenant_id || '_', settings];
  });
  const displayMode = choice === 'option_first' ? 'optionFirst' : 'identifierFirst';
  const authDomain = window.location.host;
  return { authDomain, displayMode, tenants: Object.fromEntries(entries) };
}

function closed({ status, admin_email, help_link }: SignUpSwitch) {
  return { status, adminEmail: admin_email, helpLink: help_link };
}

/** Translates the server's configuration, so that both agree. */
export function fromServer(
  server: AuthConfig,
  emailLinkSignIn: () => { url: string | undefined } = () => ({ url: undefined }),
): ConfigInput {
  return {
    siteName: server.site_name,
    signInFlow: server.sign_in_flow,
    credentialHelper: server.credential_helper,
    immediateFederatedRedirect: server.immediate_federated_redirect,
    continueOrigins: server.continue_origins,
    signInSuccessUrl: server.sign_in_success_url,
    tosUrl: server.tos_url,
    privacyPolicyUrl: server.privacy_policy_url,
    persistence: server.persistence,
    securityProfile: server.security_profile,
    emailPrivacy: server.email_privacy,
    passwordMin: server.password_min,
    adminRestrictedOperation: closed(server.admin_restricted_operation),
    captcha: server.captcha && { kind: server.captcha.kind, siteKey: server.captcha.site_key },
    signInOptions: server.sign_in_options.map((option) => ({
      provider: option.provider,
      providerName: option.provider_name,
      fullLabel: option.full_label,
      buttonColor: option.button_color,
      textColor: option.text_color,
      clientId: option.client_id,
      fedcmConfigUrl: option.fedcm_config_url,
      autoSignIn: option.auto_sign_in,
      signInMethod: option.sign_in_method,
      requireDisplayName: option.require_display_name,
      forceSameDevice: option.force_same_device,
      allowEmailLink: option.email_link,
      allowPassword: option.password,
      emailLinkSignIn,
      ...(option.countries && { whitelistedCountries: option.countries }),
      defaultCountry: option.default_country,
      disableSignUp: closed(option.disable_sign_up),
    })),
  };
}
