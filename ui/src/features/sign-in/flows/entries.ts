import { initialPhone, type PhoneValue } from '../../../parts/phone/countries.ts';
import { allowsPassword, emailOption, isFederated, listedOptions, phoneOption } from '../config.ts';
import type { Context, Step } from '../model.ts';
import type { Page } from '../pages.ts';
import { widgetLanguage } from '../widget-language.ts';

/* How each page is entered, from whichever flow. */

interface Hint {
  email?: string;
  /** A message disables all shortcuts, because it must be seen. */
  message?: string;
}

/** The first page. */
export function startPage(context: Context, { email, message }: Hint = {}): Step {
  const { immediateFederatedRedirect, signInFlow } = context.config;
  const [only, another] = listedOptions(context.config);
  if (only?.provider === 'password' && !another) {
    return email && !message ? lookUp(context, email) : emailEntry(context, email ?? '', message);
  }
  if (only?.provider === 'phone' && !another) return phoneEntry(context, undefined, message);
  const straight = immediateFederatedRedirect && signInFlow === 'redirect' && !another;
  if (only && straight && context.mayStartItself && !message && isFederated(only.provider)) {
    const work = { kind: 'provider', provider: only.provider } as const;
    return { page: { id: 'blank', work }, request: work };
  }
  const hint = { ...(email && { email }), ...(message && { infoBar: message }) };
  return { page: { id: 'providerSignIn', ...hint } };
}

/** The e-mail entry when e-mail is enabled; otherwise the start page. */
export function emailEntry(context: Context, email: string, message?: string): Step {
  if (!emailOption(context.config)) return startPage(context, { ...(message && { message }) });
  return { page: { id: 'signIn', email, ...(message && { infoBar: message }) } };
}

/** The look-up of a known address; the page shows nothing meanwhile. */
export function lookUp(context: Context, email: string): Step {
  if (context.config.emailPrivacy === 'protected') return unified(context, email);
  return {
    page: { id: 'blank', work: { kind: 'methods', email } },
    request: { kind: 'methods', email },
  };
}

/** Protected mode: always the same page, and no request that could reveal anything. */
export function unified(context: Context, email: string): Step {
  if (!allowsPassword(context.config)) return sendLink(email, 'entry');
  return { page: { id: 'passwordSignIn', email, unified: true } };
}

/** Sends a sign-in link, with a progress bar in place of the page. */
export function sendLink(email: string, from: 'entry' | 'unified'): Step {
  return {
    page: { id: 'callback', work: { kind: 'sendLink', email, from } },
    request: { kind: 'sendLink', email },
  };
}

/** The passkey page, while the browser's dialog is open. */
export function askForPasskey(email?: string): Step {
  return { page: passkeyPageOf(email), request: { kind: 'passkey' } };
}

export function passkeyPageOf(email?: string): Page {
  return { id: 'passkey', ...(email && { email }) };
}

/** The page for the number, filled in by the host or from the page before. */
export function phoneEntry(context: Context, phone?: PhoneValue, message?: string): Step {
  const { signInOptions } = context.config;
  const option = phoneOption(context.config);
  if (!option) return startPage(context, message === undefined ? {} : { message });
  const language = widgetLanguage(context.config);
  const begin = phone ?? initialPhone(option, language, signInOptions.length === 1);
  return {
    page: { id: 'phoneSignInStart', phone: begin, ...(message && { infoBar: message }) },
  };
}

/** The page that requests a reset mail, with a message from the page before. */
export function recovery(email: string, message?: string): Step {
  return { page: { id: 'passwordRecovery', email, ...(message && { infoBar: message }) } };
}
