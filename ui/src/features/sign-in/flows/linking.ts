import type { SessionAnswer } from '../../../api/auth-types.ts';
import { configured } from '../config.ts';
import { fieldErrors } from '../fields.ts';
import type { Flow, PageOf, Pending, Step } from '../model.ts';
import { cleared, isDeed, withErrors, withInfoBar } from '../page-steps.ts';
import { recovery } from './recovery.ts';
import { emailEntry, providerOutcome, startPage } from './start.ts';
import { finish } from './success.ts';

/** The provider's e-mail already has an account, so its owner is asked first. */
export function linkingRoute(pending: Pending): Step {
  return {
    page: { id: 'callback', work: { kind: 'linking', pending } },
    ask: { kind: 'methods', email: pending.email },
  };
}

export const linking: Flow = (page, happening, context) => {
  if (page.id !== 'callback' || page.work.kind !== 'linking') return undefined;
  const { pending } = page.work;
  const { email } = pending;
  if (happening.type === 'problem') return startPage(context, { message: happening.code });
  if (happening.type !== 'answer' || happening.answer.to !== 'methods') return undefined;
  const { methods } = happening.answer;
  if (methods.length === 0) return recovery(email, 'no_means_of_sign_in');
  if (methods.includes('password')) return { page: { id: 'passwordLinking', pending } };
  const provider = methods.find((id) => id !== 'emailLink' && configured(context.config, id));
  return provider
    ? { page: { id: 'federatedLinking', email, provider, pending } }
    : { page: { id: 'unsupportedProvider', email } };
};

/** The account's password comes first, then the provider is linked. */
export const passwordLinking: Flow = (page, happening) => {
  if (page.id !== 'passwordLinking') return undefined;
  if (isDeed(happening, 'trouble')) return recovery(page.pending.email);
  if (happening.type === 'submit') {
    const errors = fieldErrors(happening.fields, { password: true });
    if (errors) return withErrors(page, errors);
    const { password = '' } = happening.fields;
    return {
      page: cleared<'passwordLinking'>(page),
      ask: { kind: 'signIn', email: page.pending.email, password },
    };
  }
  if (happening.type === 'answer' && happening.answer.to === 'session') {
    const { session, providerId } = happening.answer;
    return page.session ? finish(page, session, providerId) : connect(page, session);
  }
  if (happening.type !== 'problem') return undefined;
  return happening.code === 'wrong_password'
    ? withErrors(page, { password: happening.code })
    : withInfoBar(page, happening.code);
};

function connect(page: PageOf<'passwordLinking'>, session: SessionAnswer): Step {
  return {
    page: { ...page, session },
    ask: { kind: 'linkPending', pending: page.pending, session },
  };
}

/** The account signs in through a provider. */
export const federated: Flow = (page, happening, context) => {
  if (page.id !== 'federatedLinking') return undefined;
  const { email, provider } = page;
  if (isDeed(happening, 'cancel')) return startPage(context);
  if (happening.type === 'choose') {
    const expected = page.pending === undefined;
    return { page, ask: { kind: 'provider', provider, email, ...(expected && { expected }) } };
  }
  return providerOutcome(page, happening, context);
};

/** Pages that explain what is not possible, and where to go. */
export const refused: Flow = (page, happening, context) => {
  if (page.id === 'unauthorizedUser' && isDeed(happening, 'back')) {
    return page.email ? emailEntry(context, page.email) : startPage(context);
  }
  if (page.id !== 'unsupportedProvider') return undefined;
  if (isDeed(happening, 'recover')) return recovery(page.email);
  return isDeed(happening, 'cancel') ? emailEntry(context, page.email) : undefined;
};
