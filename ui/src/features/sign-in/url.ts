import { tabStorage } from '../../storage.ts';
import type { Config } from './config.ts';
import { warn } from './console.ts';
import type { Action, ActionMode, EmailLink } from './model.ts';

const redirectKey = 'paragraf::redirect-url';

/** Returns the address unless it would run a script. */
export function withSafeScheme(url: string): string | undefined {
  // Browsers skip control characters and spaces before and within a scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(
    [...url].filter((letter) => letter > ' ').join(''),
  )?.[1];
  if (!scheme || ['http', 'https', 'mailto'].includes(scheme.toLowerCase())) return url;
  warn(`An address with the scheme ${scheme} is not used.`);
  return undefined;
}

/** Whether an address stays on this site. */
export function isOwnPath(url: string): boolean {
  const hasControls = [...url].some((letter) => letter < ' ' || letter === '\u007f');
  return /^\/(?!\/)/.test(url) && !url.includes('\\') && !hasControls;
}

/** A page of this site from an untrusted parameter; otherwise the start page. */
export function ownPathOr(url: string, fallback = '/'): string {
  if (isOwnPath(url)) return url;
  warn('An address to go to after the sign-in leads elsewhere and is not used.');
  return fallback;
}

/** The target of Continue: a page of this site, also when written with its origin. */
export function ownContinueUrl(url: string | null): string | undefined {
  if (!url) return undefined;
  const { origin } = window.location;
  const path = url === origin ? '/' : url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
  if (isOwnPath(path)) return path;
  warn('continueUrl leads elsewhere and is not used.');
  return undefined;
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
] as const;
type Mode = (typeof modes)[number];

/** What the address asks the widget to do. */
export type Order =
  | { kind: 'start'; hint: boolean }
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
  return {
    code,
    uiSid: params.get('ui_sid') ?? '',
    forced: params.get('ui_sd') === '1',
    anonymous: params.has('ui_auid'),
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
    if (target !== null) tabStorage.set(redirectKey, ownPathOr(target));
    return { kind: 'start', hint: mode === 'callback' };
  }
  const code = params.get('oobCode');
  if (!code) return { kind: 'incomplete' };
  if (mode === 'signIn') return { kind: 'link', link: linkOf(params, code) };
  const continueUrl = ownContinueUrl(params.get('continueUrl'));
  const action: Action = { mode: mode as ActionMode, code, ...(continueUrl && { continueUrl }) };
  return { kind: 'action', action };
}

/** Returns and removes the address to open after the sign-in. */
export function takeRedirectUrl(): string | undefined {
  const kept = tabStorage.get(redirectKey);
  if (kept === null) return undefined;
  tabStorage.remove(redirectKey);
  return ownPathOr(kept);
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
