import type { SessionAnswer } from '../../../api/auth-types.ts';
import { configured } from '../config.ts';
import { fieldErrors } from '../fields.ts';
import type { Flow, PageOf, Pending, Step } from '../model.ts';
import { cleared, isPress, withErrors, withInfoBar } from '../page-steps.ts';
import { recovery } from './recovery.ts';
import { emailEntry, providerOutcome, startPage } from './start.ts';
import { finish } from './success.ts';

/** The provider's e-mail already has an account, so its owner is asked first. */
export function linkingRoute(pending: Pending): Step {
  return {
    page: { id: 'callback', work: { kind: 'linking', pending } },
    request: { kind: 'methods', email: pending.email },
  };
}

export const linking: Flow = (page, event, context) => {
  if (page.id !== 'callback' || page.work.kind !== 'linking') return undefined;
  const { pending } = page.work;
  const { email } = pending;
  if (event.type === 'problem') return startPage(context, { message: event.code });
  if (event.type !== 'answer' || event.answer.to !== 'methods') return undefined;
  const { methods } = event.answer;
  if (methods.length === 0) return recovery(email, 'no_means_of_sign_in');
  if (methods.includes('password')) return { page: { id: 'passwordLinking', pending } };
  const provider = methods.find((id) => id !== 'emailLink' && configured(context.config, id));
  return provider
    ? { page: { id: 'federatedLinking', email, provider, pending } }
    : { page: { id: 'unsupportedProvider', email } };
};

/** The account's password comes first, then the provider is linked. */
export const passwordLinking: Flow = (page, event) => {
  if (page.id !== 'passwordLinking') return undefined;
  if (isPress(event, 'trouble')) return recovery(page.pending.email);
  if (event.type === 'submit') {
    const errors = fieldErrors(event.fields, { password: true });
    if (errors) return withErrors(page, errors);
    const { password = '' } = event.fields;
    return {
      page: cleared<'passwordLinking'>(page),
      request: { kind: 'signIn', email: page.pending.email, password },
    };
  }
  if (event.type === 'answer' && event.answer.to === 'session') {
    const { session, providerId } = event.answer;
    return page.session ? finish(page, session, providerId) : connect(page, session);
  }
  if (event.type !== 'problem') return undefined;
  return event.code === 'wrong_password'
    ? withErrors(page, { password: event.code })
    : withInfoBar(page, event.code);
};

function connect(page: PageOf<'passwordLinking'>, session: SessionAnswer): Step {
  return {
    page: { ...page, session },
    request: { kind: 'linkPending', pending: page.pending, session },
  };
}

/** The account signs in through a provider. */
export const federated: Flow = (page, event, context) => {
  if (page.id !== 'federatedLinking') return undefined;
  const { email, provider } = page;
  if (isPress(event, 'cancel')) return startPage(context);
  if (event.type === 'choose') {
    const expected = page.pending === undefined;
    return { page, request: { kind: 'provider', provider, email, ...(expected && { expected }) } };
  }
  return providerOutcome(page, event, context);
};

/** Pages that explain what is not possible, and where to go. */
export const refused: Flow = (page, event, context) => {
  if (page.id === 'unauthorizedUser' && isPress(event, 'back')) {
    return page.email ? emailEntry(context, page.email) : startPage(context);
  }
  if (page.id !== 'unsupportedProvider') return undefined;
  if (isPress(event, 'recover')) return recovery(page.email);
  return isPress(event, 'cancel') ? emailEntry(context, page.email) : undefined;
};
