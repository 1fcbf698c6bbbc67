import { configured, emailOption, isFederated, listedOptions } from '../config.ts';
import type { Context, Flow, Page, PageRequest, Step } from '../model.ts';
import { withInfoBar, withProblem } from '../page-steps.ts';
import type { OneTapAnswer } from '../provider-answers.ts';
import { claimsIn } from '../token-claims.ts';
import { lookUp } from './email-first.ts';
import { linkingRoute } from './linking.ts';
import { askForPasskey } from './passkey.ts';
import { phoneEntry } from './phone.ts';
import { mismatchPage } from './provider.ts';
import { finish } from './success.ts';

interface Hint {
  email?: string;
  /** A message disables all shortcuts, because it must be seen. */
  message?: string;
}

/** The e-mail entry when e-mail is enabled; otherwise the start page. */
export function emailEntry(context: Context, email: string, message?: string): Step {
  if (!emailOption(context.config)) return startPage(context, { ...(message && { message }) });
  return { page: { id: 'signIn', email, ...(message && { infoBar: message }) } };
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

/** One button per provider. */
export const providerList: Flow = (page, event, context) => {
  if (page.id !== 'providerSignIn') return undefined;
  if (event.type === 'choose') {
    const { provider } = event;
    const { email } = page;
    if (!configured(context.config, provider)) return undefined;
    if (provider === 'anonymous') return { page, request: { kind: 'guest' } };
    if (provider === 'passkey') return askForPasskey(email);
    if (provider === 'phone') return phoneEntry(context);
    if (provider === 'password') return email ? lookUp(context, email) : emailEntry(context, '');
    return {
      page: { id: 'providerSignIn', ...(email && { email }) },
      request: { kind: 'provider', provider, ...(email && { email }) },
    };
  }
  if (event.type === 'oneTap') return oneTap(page, event.answer, context);
  return providerOutcome(page, event, context);
};

/* With scopes the token is not enough: the provider is visited, with the token's address. */
function oneTap(
  page: Page,
  { provider, transaction, token }: OneTapAnswer,
  context: Context,
): Step {
  const { authMethod, scopes = [] } = configured(context.config, provider) ?? {};
  const { iss, email } = claimsIn(token ?? '');
  if (token === undefined || (authMethod !== undefined && authMethod !== iss)) {
    return withInfoBar(page, 'credential_not_supported');
  }
  const request: PageRequest =
    scopes.length > 0
      ? { kind: 'provider', provider, ...(email && { email }) }
      : { kind: 'oneTap', provider, transaction, token };
  return { page, request };
}

/** The result of a provider visit, on whichever page it began. */
export const providerOutcome: Flow = (page, event, context) => {
  if (event.type === 'problem') {
    const { adminRestrictedOperation: admin } = context.config;
    if (event.code === 'admin_restricted_operation' && admin.status) {
      return { page: { id: 'unauthorizedUser', ...admin.contact } };
    }
    const isWork = page.id === 'blank' || page.id === 'callback';
    return isWork ? startPage(context, { message: event.code }) : withProblem(page, event.code);
  }
  if (event.type !== 'answer') return undefined;
  if (event.answer.to === 'mismatch') return mismatchPage(event.answer.mismatch);
  if (event.answer.to === 'session') {
    return finish(page, event.answer.session, event.answer.providerId);
  }
  if (event.answer.to === 'linking') return linkingRoute(context, event.answer.pending);
  return undefined;
};
