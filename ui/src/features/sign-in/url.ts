import { tabStorage } from '../../storage.ts';
import type { Config } from './config.ts';
import { logWarning } from './console.ts';
import type { Action, ActionMode, EmailLink } from './mailed-link.ts';

const redirectKey = 'paragraf::redirect-url';

/** Whether an address stays on this site. */
function isOwnPath(url: string): boolean {
  const hasControls = [...url].some((letter) => letter < ' ' || letter === '\u007f');
  return /^\/(?!\/)/.test(url) && !url.includes('\\') && !hasControls;
}

/** A page from an untrusted parameter, if it is permitted; otherwise the start page. */
function permittedOr(url: string, config: Config, fallback = '/'): string {
  const permitted = permittedUrl(url, config);
  if (permitted !== undefined) return permitted;
  logWarning('An address to go to after the sign-in leads elsewhere and is not used.');
  return fallback;
}

/** The target of Continue: a page of this site, or one at a permitted origin. */
export function continueUrl(url: string | null, config: Config): string | undefined {
  if (!url) return undefined;
  const permitted = permittedUrl(url, config);
  if (permitted === undefined) logWarning('continueUrl leads elsewhere and is not used.');
  return permitted;
}

/* A page of this site becomes a path, also when it is written with its origin. */
function permittedUrl(url: string, { continueOrigins }: Config): string | undefined {
  const { origin } = window.location;
  const path = url === origin ? '/' : url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
  if (isOwnPath(path)) return path;
  const isElsewhere = continueOrigins.some((one) => url === one || url.startsWith(`${one}/`));
  return isElsewhere && isOwnPath(new URL(url).pathname) && !url.includes('\\') ? url : undefined;
}

/** Where a mailed sign-in link continues, as the host's option says: `url` may be relative. */
export function linkTarget(config: Config): string | undefined {
  const option = config.signInOptions.find(({ provider }) => provider === 'password');
  const { href } = window.location;
  const given = option?.emailLinkSignIn?.().url;
  if (!given || !URL.canParse(given, href)) return undefined;
  return continueUrl(new URL(given, href).href, config);
}

const modes = [
  'callback',
  'select',
  'signIn',
  'resetPassword',
  'verifyEmail',
  'recoverEmail',
  'verifyAndChangeEmail',
  'revertSecondFactorAddition',
  'signOut',
] as const;
type Mode = (typeof modes)[number];

/** What the address asks the widget to do. */
export type Order =
  | { kind: 'start'; hint: boolean }
  | { kind: 'signedOut' }
  | { kind: 'incomplete' }
  | { kind: 'provider'; transaction: string }
  | { kind: 'link'; link: EmailLink }
  | { kind: 'action'; action: Action };

function modeOf(params: URLSearchParams, config: Config): Mode {
  const asked = params.get(config.queryParameterForWidgetMode)?.toLowerCase();
  return modes.find((mode) => mode.toLowerCase() === asked) ?? 'callback';
}

function linkOf(params: URLSearchParams, code: string): EmailLink {
  const provider = params.get('ui_pid');
  const guest = params.get('ui_auid');
  return {
    code,
    uiSid: params.get('ui_sid') ?? '',
    forced: params.get('ui_sd') === '1',
    ...(guest !== null && { guest }),
    ...(provider && { provider }),
  };
}

/** Stores the address to open after the sign-in, when one is given. */
export function readOrder(search: string, config: Config): Order {
  const params = new URLSearchParams(search);
  const mode = modeOf(params, config);
  const transaction = params.get('transaction');
  if (mode === 'callback' && transaction !== null) return { kind: 'provider', transaction };
  if (mode === 'callback' || mode === 'select') {
    const target = params.get(config.queryParameterForSignInSuccessUrl);
    if (target !== null) tabStorage.set(redirectKey, permittedOr(target, config));
    return { kind: 'start', hint: mode === 'callback' };
  }
  if (mode === 'signOut') return { kind: 'signedOut' };
  const code = params.get('oobCode');
  if (!code) return { kind: 'incomplete' };
  const onward = continueUrl(params.get('continueUrl'), config);
  if (mode === 'signIn') {
    // The tab that asked for the link knows where the reader was, this one may not.
    if (onward !== undefined) tabStorage.set(redirectKey, onward);
    return { kind: 'link', link: linkOf(params, code) };
  }
  const action: Action = {
    mode: mode as ActionMode,
    code,
    ...(onward !== undefined && { continueUrl: onward }),
  };
  return { kind: 'action', action };
}

/** The address to open after the sign-in. */
export function redirectUrl(config: Config): string | undefined {
  const kept = tabStorage.get(redirectKey);
  return kept === null ? undefined : permittedOr(kept, config);
}

/** Returns and removes the address to open after the sign-in. */
export function takeRedirectUrl(config: Config): string | undefined {
  const kept = redirectUrl(config);
  tabStorage.remove(redirectKey);
  return kept;
}

const ofOneUse = [
  'transaction',
  'ui_auid',
  'apiKey',
  'ui_sd',
  'oobCode',
  'ui_pid',
  'ui_sid',
  'tenantId',
];

/** The tenant in the address, as in mailed links. */
export function tenantInUrl(search: string): string | undefined {
  return new URLSearchParams(search).get('tenantId') ?? undefined;
}

/** The address without single-use parameters; `undefined` when it has none. */
export function cleaned(href: string, config: Config): string | undefined {
  const url = new URL(href);
  if (!['oobCode', 'transaction'].some((name) => url.searchParams.has(name))) return undefined;
  for (const name of [...ofOneUse, 'continueUrl', config.queryParameterForWidgetMode]) {
    url.searchParams.delete(name);
  }
  return url.pathname + url.search + url.hash;
}

/**
 * Whether the address is a return from a provider or an e-mail sign-in link; the latter's mode is
 * case-sensitive.
 */
export function isPendingRedirect(search: string, config: Config): boolean {
  const params = new URLSearchParams(search);
  const isLink = params.get(config.queryParameterForWidgetMode) === 'signIn';
  return (isLink && params.has('oobCode')) || readOrder(search, config).kind === 'provider';
}

/** Whether both web storages are writable. */
export function storageWorks(): boolean {
  const key = 'paragraf::storage-test';
  try {
    for (const memory of [window.localStorage, window.sessionStorage]) {
      memory.setItem(key, '1');
      memory.removeItem(key);
    }
    return true;
  } catch {
    return false;
  }
}
