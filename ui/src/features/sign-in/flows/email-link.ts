import type { SessionAnswer } from '../../../api/auth-types.ts';
import { signInTimes } from '../../../sign-in-times.ts';
import { fieldErrors, trimmed } from '../fields.ts';
import type { EmailLink } from '../mailed-link.ts';
import type { Context, Flow, FlowEvent, Step } from '../model.ts';
import { isPress, withErrors, withInfoBar } from '../page-steps.ts';
import type { Page, PageOf, Work } from '../pages.ts';
import type { Pending } from '../provider-answers.ts';
import { emailEntry, startPage } from './entries.ts';
import { finish } from './success.ts';

export const sendingLink: Flow = (page, event, context) => {
  if (page.id !== 'callback' || page.work.kind !== 'sendLink') return undefined;
  const { email, from } = page.work;
  if (event.type === 'answer' && event.answer.to === 'sent') {
    return { page: { id: 'emailLinkSignInSent', email } };
  }
  if (event.type !== 'problem') return undefined;
  const { adminRestrictedOperation: admin } = context.config;
  if (event.code === 'admin_restricted_operation' && admin.status) {
    return { page: { id: 'unauthorizedUser', email, ...admin.contact } };
  }
  return from === 'unified'
    ? { page: { id: 'passwordSignIn', email, unified: true, infoBar: event.code } }
    : emailEntry(context, email, event.code);
};

/** The pages after the link was sent, and when it does not arrive. */
export const linkSent: Flow = (page, event, context) => {
  if (page.id === 'emailLinkSignInSent') {
    if (isPress(event, 'trouble')) {
      return { page: { ...kept(page), id: 'emailNotReceived' } };
    }
    if (!isPress(event, 'back')) return undefined;
    const { email } = page;
    return page.pending ? startPage(context, { email }) : emailEntry(context, email);
  }
  if (page.id !== 'emailNotReceived') return undefined;
  const { email } = page;
  if (isPress(event, 'back')) return emailEntry(context, email);
  if (isPress(event, 'resend')) {
    return {
      page: { ...kept(page), id: 'emailNotReceived' },
      request: { kind: 'sendLink', ...kept(page) },
    };
  }
  if (event.type === 'answer' && event.answer.to === 'sent') {
    return { page: { ...kept(page), id: 'emailLinkSignInSent' } };
  }
  return event.type === 'problem' ? notSentAgain(page, event) : undefined;
};

/* A limit that passes soon is shown as a countdown in place of the button. */
function notSentAgain(
  page: PageOf<'emailNotReceived'>,
  { code, retryAfter }: Extract<FlowEvent, { type: 'problem' }>,
): Step {
  if (code !== 'too_many_tries' || retryAfter === undefined) return withInfoBar(page, code);
  const { attempt = 0 } = page;
  return {
    page: { ...kept(page), id: 'emailNotReceived', wait: retryAfter, attempt: attempt + 1 },
  };
}

function kept({ email, pending }: PageOf<'emailLinkSignInSent'> | PageOf<'emailNotReceived'>) {
  return { email, ...(pending && { pending }) };
}

type LinkWork = Extract<Work, { kind: 'link' }>;

/** A link was opened; first checks whether this browser requested it. */
export function openLink(link: EmailLink): Step {
  return {
    page: { id: 'blank', work: { kind: 'link', link } },
    request: { kind: 'device', uiSid: link.uiSid },
  };
}

export const completingLink: Flow = (page, event, context) => {
  if (page.id !== 'blank' || page.work.kind !== 'link') return undefined;
  const { work } = page;
  if (event.type === 'problem') return unusable(event.code, context);
  if (event.type !== 'answer') return undefined;
  if (event.answer.to === 'device') {
    const { sameDevice, email = '', transaction: handle, guest } = event.answer;
    const { provider } = work.link;
    const pending = provider && handle && { email, provider, handle, methods: [] };
    const known = { ...(email && { email }), ...(pending && { pending }) };
    return afterDevice({ ...work, sameDevice, ...known }, guest);
  }
  return event.answer.to === 'check' ? afterCheck(work) : undefined;
};

function afterDevice(work: LinkWork, guest: string | undefined): Step {
  const { link, sameDevice } = work;
  if (link.forced && !sameDevice) return differentDevice;
  if (link.guest !== undefined && link.guest !== guest) {
    return { page: { id: 'anonymousUserMismatch' } };
  }
  if (link.provider && !work.pending) {
    const { provider } = link;
    return { page: { id: 'emailLinkSignInLinkingDifferentDevice', link, provider } };
  }
  return { page: { id: 'blank', work }, request: { kind: 'check', code: link.code } };
}

const differentDevice: Step = { page: { id: 'differentDeviceError' } };

function afterCheck({ link, email, pending }: LinkWork): Step {
  if (email) return signInByLink(link, email, pending);
  if (link.forced) return differentDevice;
  return { page: { id: 'emailLinkSignInConfirmation', link, email: '' } };
}

function signInByLink(link: EmailLink, email: string, pending?: Pending): Step {
  return {
    page: { id: 'blank', work: { kind: 'signInByLink', link, email, ...(pending && { pending }) } },
    request: { kind: 'signInByLink', email, code: link.code, uiSid: link.uiSid },
  };
}

export const signingInByLink: Flow = (page, event, context) => {
  if (page.id !== 'blank') return undefined;
  if (page.work.kind === 'signedIn') {
    return event.type === 'answer' ? finish(page, page.work.session, 'emailLink') : undefined;
  }
  if (page.work.kind !== 'signInByLink') return undefined;
  const { work } = page;
  if (event.type === 'answer' && event.answer.to === 'session') {
    const { session } = event.answer;
    if (!work.pending || work.session) return signedIn(session);
    return {
      page: { id: 'blank', work: { ...work, session } },
      request: { kind: 'linkPending', pending: work.pending, session },
    };
  }
  if (event.type !== 'problem') return undefined;
  // The reader is signed in; only the provider could not be connected.
  if (work.session) return signedIn(work.session);
  return linkProblem(page.work.link, page.work.email, event.code, context);
};

function signedIn(session: SessionAnswer): Step {
  return {
    page: { id: 'blank', work: { kind: 'signedIn', session } },
    request: { kind: 'wait', ms: signInTimes.done },
  };
}

const usedUp = ['invalid_action_code', 'expired_action_code'];

/* A reader who is signed in does not need another link. */
function unusable(code: string, context: Context, email?: string): Step {
  if (usedUp.includes(code) && context.config.signedIn()) {
    return { page: { id: 'recoverableError', message: 'link_used_signed_in' } };
  }
  return startPage(context, { message: code, ...(email && { email }) });
}

/* A wrong address does not use up the code; the user can try again. */
function linkProblem(link: EmailLink, email: string, code: string, context: Context): Step {
  if (code !== 'invalid_email') return unusable(code, context, email);
  return {
    page: { id: 'emailLinkSignInConfirmation', link, email, infoBar: 'email_mismatch' },
  };
}

/** The page that asks for the address, and two that only explain. */
export const linkElsewhere: Flow = (page: Page, event: FlowEvent, context: Context) => {
  switch (page.id) {
    case 'emailLinkSignInConfirmation': {
      if (isPress(event, 'cancel')) return startPage(context);
      if (event.type !== 'submit') return undefined;
      const errors = fieldErrors(event.fields, { email: true });
      if (errors) return withErrors(page, errors);
      return signInByLink(page.link, trimmed(event.fields.email));
    }
    case 'emailLinkSignInLinkingDifferentDevice': {
      const { provider: _, ...link } = page.link;
      return isPress(event, 'continue') ? openLink(link) : undefined;
    }
    case 'differentDeviceError':
    case 'anonymousUserMismatch':
      return isPress(event, 'done') ? startPage(context) : undefined;
    default:
      return undefined;
  }
};
