import type { SessionAnswer } from '../../../api/auth-types.ts';
import { fieldErrors } from '../fields.ts';
import type { Flow, Step } from '../model.ts';
import { cleared, isPress, withErrors, withInfoBar } from '../page-steps.ts';
import type { PageOf } from '../pages.ts';
import { emailEntry, phoneEntry, recovery, sendLink, startPage } from './entries.ts';
import { providerOutcome } from './provider-outcome.ts';
import { finish } from './success.ts';

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
