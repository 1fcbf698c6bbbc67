import { passkeysWork } from '../../api/passkey-ceremony.ts';
import type { Closed, SignInOption } from './config-types.ts';
import { isRecord, type Raw, text, texts, url } from './config-values.ts';
import { logWarning } from './console.ts';

/* Parses `signInOptions`. */

/** `{status, adminEmail, helpLink}` of two configuration keys. */
export function readClosed(value: unknown): Closed {
  const raw = isRecord(value) ? value : {};
  const adminEmail = text(raw.adminEmail);
  const helpLink = url(raw.helpLink);
  return {
    status: raw.status === true,
    contact: { ...(adminEmail && { adminEmail }), ...(helpLink && { helpLink }) },
  };
}

const ownCaptchaKeys = ['sitekey', 'tabindex', 'callback', 'expired-callback'];

function readCaptcha(value: unknown): Raw {
  if (!isRecord(value)) return {};
  const removed = ownCaptchaKeys.filter((key) => key in value);
  if (removed.length > 0) {
    logWarning(`recaptchaParameters: these keys are the widget's own and are ignored: ${removed}`);
  }
  return Object.fromEntries(Object.entries(value).filter(([key]) => !removed.includes(key)));
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Whether a code can denote a country: two letters, or a dialling code with `+`. */
function isCountry(code: unknown): code is string {
  if (typeof code !== 'string') return false;
  if (/^\+\d{1,4}$/.test(code)) return true;
  return /^[a-z]{2}$/i.test(code) && regions.of(code.toUpperCase()) !== undefined;
}

/** Validated when the configuration is set, so that a mistake shows at once. */
function checkCountries(raw: Raw): void {
  const { whitelistedCountries: white, blacklistedCountries: black } = raw;
  if (white !== undefined && (!Array.isArray(white) || white.length === 0)) {
    throw new Error('whitelistedCountries must be a non-empty array.');
  }
  if (black !== undefined && !Array.isArray(black)) {
    throw new Error('blacklistedCountries must be an array.');
  }
  if (white !== undefined && black !== undefined) {
    throw new Error('Give whitelistedCountries or blacklistedCountries, not both.');
  }
  if (Array.isArray(white) && !white.some(isCountry)) {
    throw new Error('whitelistedCountries names no country that exists.');
  }
}

function readCountries(raw: Raw) {
  checkCountries(raw);
  const { whitelistedCountries: white, blacklistedCountries: black } = raw;
  return {
    ...(Array.isArray(white) && { whitelistedCountries: white.filter(isCountry) }),
    ...(Array.isArray(black) && { blacklistedCountries: black.filter(isCountry) }),
  };
}

/* The parameter for a known address, which these two providers have and the widget fills in. */
const ownParameters: Record<string, string> = { 'google.com': 'login_hint', 'github.com': 'login' };

function readParameters(provider: string, value: unknown) {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value)
    .filter(([key]) => key !== ownParameters[provider])
    .map(([key, one]) => [key, String(one)]);
  return { customParameters: Object.fromEntries(entries) as Record<string, string> };
}

const textKeys = [
  'providerName',
  'fullLabel',
  'buttonColor',
  'textColor',
  'clientId',
  'fedcmConfigUrl',
  'authMethod',
  'defaultCountry',
  'defaultNationalNumber',
  'loginHint',
] as const;

function readOption(value: unknown): SignInOption[] {
  const raw: Raw = isRecord(value) ? value : { provider: value };
  const provider = text(raw.provider);
  if (!provider) return [];
  // The button would do nothing in a browser without passkeys.
  if (provider === 'passkey' && !passkeysWork()) return [];
  const signInMethod = raw.signInMethod === 'emailLink' ? 'emailLink' : 'password';
  const iconUrl = url(raw.iconUrl);
  const loginHintKey = text(raw.loginHintKey) ?? ownParameters[provider];
  const option: SignInOption = {
    ...texts(raw, textKeys),
    provider,
    autoSignIn: raw.autoSignIn !== false,
    signInMethod,
    scopes: Array.isArray(raw.scopes) ? raw.scopes.map(String) : [],
    requireDisplayName: raw.requireDisplayName !== false,
    allowPassword: flag(raw.allowPassword, signInMethod === 'password'),
    allowEmailLink: flag(raw.allowEmailLink, signInMethod === 'emailLink'),
    forceSameDevice: raw.forceSameDevice === true,
    disableSignUp: readClosed(raw.disableSignUp),
    recaptchaParameters: readCaptcha(raw.recaptchaParameters),
    ...readParameters(provider, raw.customParameters),
    ...readCountries(raw),
    ...(iconUrl && { iconUrl }),
    ...(loginHintKey && { loginHintKey }),
    ...(typeof raw.emailLinkSignIn === 'function' && {
      emailLinkSignIn: raw.emailLinkSignIn as NonNullable<SignInOption['emailLinkSignIn']>,
    }),
    ...((typeof raw.hd === 'string' || raw.hd instanceof RegExp) && { hd: raw.hd }),
  };
  return [option];
}

function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}

/** Options without a provider are dropped silently; duplicates stay. */
export function readOptions(value: unknown): SignInOption[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap(readOption);
}
