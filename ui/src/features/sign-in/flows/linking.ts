import type { SessionAnswer } from '../../../api/auth-types.ts';
import { allowsLink, allowsPassword, configured } from '../config.ts';
import { fieldErrors } from '../fields.ts';
import type { Context, Flow, PageOf, Pending, Step } from '../model.ts';
import { cleared, isPress, withErrors, withInfoBar } from '../page-steps.ts';
import { sendLink } from './email-link.ts';
import { phoneEntry } from './phone.ts';
import { recovery } from './recovery.ts';
import { emailEntry, providerOutcome, startPage } from './start.ts';
import { finish } from './success.ts';

/** The provider's e-mail already has an account, so its owner is asked first. */
export function linkingRoute({ config }: Context, pending: Pending): Step {
  const { email, methods } = pending;
  if (methods.length === 0 && allowsPassword(config)) {
    return recovery(email, 'no_means_of_sign_in');
  }
  if (methods.includes('password') && allowsPassword(config)) {
    return { page: { id: 'passwordLinking', pending } };
  }
  const provider = methods.find((id) => id !== 'password' && configured(config, id));
  if (provider) return { page: { id: 'federatedLinking', email, provider, pending } };
  return allowsLink(config)
    ? { page: { id: 'emailLinkSignInLinking', pending } }
    : { page: { id: 'unsupportedProvider', email } };
}

/** A mailed link comes first, then the provider is linked. */
export const emailLinkLinking: Flow = (page, event, context) => {
  if (page.id !== 'emailLinkSignInLinking') return undefined;
  const { pending } = page;
  const { email } = pending;
  if (isPress(event, 'cancel')) return startPage(context);
  if (isPress(event, 'continue')) return { page, request: { kind: 'sendLink', email, pending } };
  if (event.type === 'answer') return { page: { id: 'emailLinkSignInSent', email, pending } };
  if (event.type !== 'problem') return undefined;
  return event.code === 'network_request_failed'
    ? withInfoBar(page, event.code)
    : startPage(context, { email, message: event.code });
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
    // A session that must add a second step first connects nothing.
    const isOver = page.session !== undefined || session.enrolment_required === true;
    return isOver ? finish(page, session, providerId) : connect(page, session);
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
    const rest = page.pending && { pending: page.pending };
    return { page, request: { kind: 'provider', provider, email, expected: true, ...rest } };
  }
  return providerOutcome(page, event, context);
};

/** Pages that explain what is not possible, and where to go. */
export const refused: Flow = (page, event, context) => {
  if (page.id === 'unauthorizedUser' && isPress(event, 'back')) {
    if (page.phone) return phoneEntry(context, page.phone);
    return page.email ? emailEntry(context, page.email) : startPage(context);
  }
  if (page.id !== 'unsupportedProvider') return undefined;
  if (isPress(event, 'recover')) return recovery(page.email);
  if (isPress(event, 'emailLink')) return sendLink(page.email, 'entry');
  return isPress(event, 'cancel') ? emailEntry(context, page.email) : undefined;
};
