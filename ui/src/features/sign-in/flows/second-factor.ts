import type { Factor, SessionAnswer } from '../../../api/auth-types.ts';
import { isOneTimeCode } from '../../../api/one-time-code.ts';
import { passkeysWork } from '../../../api/passkey-ceremony.ts';
import type { Context, Flow, FlowEvent, Step } from '../model.ts';
import { cleared, isPress, pausing, withErrors, withInfoBar } from '../page-steps.ts';
import type { Page, PageOf, SecondFactor } from '../pages.ts';
import type { Pending } from '../provider-answers.ts';
import { startPage } from './entries.ts';
import { finish } from './success.ts';

type PasskeyPage = PageOf<'mfaPasskey'>;
type PhonePage = PageOf<'mfaPhoneCode'>;
type CodePage = PageOf<'mfaTotpCode'> | PageOf<'mfaRecoveryCode'>;

/** Asks for a second factor once the first one is proven, on any page. */
export function askSecondFactor(page: Page, second: SecondFactor, context: Context): Step {
  const pending = second.pending ?? pendingOf(page);
  return chooseFactor({ ...second, ...(pending && { pending }) }, context);
}

/* The identity that the page wanted to connect after the sign-in. */
function pendingOf(page: Page): Pending | undefined {
  if (page.id === 'passwordLinking') return page.pending;
  if (page.id !== 'blank' || page.work.kind !== 'signInByLink') return undefined;
  return page.work.pending;
}

/** The choice of passkeys, of which the browser shows the list. */
export const anyPasskey = 'passkey';

/** What can be chosen: the codes, and whether this browser can ask for a passkey. */
export function choices({ required }: SecondFactor): { codes: Factor[]; passkey: boolean } {
  const codes = required.factors.filter(({ kind }) => kind !== 'passkey');
  return { codes, passkey: required.has_passkeys && passkeysWork() };
}

/* The only factor is not chosen. */
function chooseFactor(second: SecondFactor, context: Context): Step {
  const { codes, passkey } = choices(second);
  const [only, another] = codes;
  if (only && !another && !passkey) return factorPage(second, only, context);
  if (!only && passkey) return askPasskey(second);
  return { page: { id: 'mfaSelectFactor', second } };
}

function askPasskey(second: SecondFactor): Step {
  const credential = second.required.pending_credential;
  return { page: { id: 'mfaPasskey', second }, request: { kind: 'passkeyFactor', credential } };
}

/* The page of each kind of factor. */
function factorPage(second: SecondFactor, factor: Factor, context: Context): Step {
  switch (factor.kind) {
    case 'totp':
      return { page: { id: 'mfaTotpCode', second, factor } };
    case 'sms': {
      const page: PhonePage = { id: 'mfaPhoneCode', second, factor };
      // A vendor's captcha has its place on the page, and a message that was sent is not sent again.
      const waits = context.config.captcha.kind !== 'proof_of_work' || codeSent(page) !== undefined;
      return waits ? { page } : sendCode(page);
    }
    case 'passkey':
      return askPasskey(second);
  }
}

/** The choice between second factors. */
export const selectFactor: Flow = (page, event, context) => {
  if (page.id !== 'mfaSelectFactor') return undefined;
  if (isPress(event, 'cancel')) return startPage(context);
  if (isPress(event, 'recoveryCode')) return recoveryCode(page.second);
  if (event.type !== 'choose') return undefined;
  if (event.provider === anyPasskey) return askPasskey(page.second);
  const factor = page.second.required.factors.find(({ id }) => id === event.provider);
  return factor && factorPage(page.second, factor, context);
};

function recoveryCode(second: SecondFactor): Step {
  return { page: { id: 'mfaRecoveryCode', second } };
}

/** A passkey in place of a code. The browser does not say whether the user refused or had none. */
export const passkeyFactor: Flow = (page, event, context) => {
  if (page.id !== 'mfaPasskey') return undefined;
  if (page.session) return afterCode(page, page.session, event);
  if (isPress(event, 'retry')) return askPasskey(page.second);
  if (isPress(event, 'cancel')) return startPage(context);
  if (isPress(event, 'otherFactor')) return chooseFactor(page.second, context);
  if (isPress(event, 'recoveryCode')) return recoveryCode(page.second);
  if (event.type === 'problem') return codeProblem(page, event.code, context);
  if (event.type !== 'answer' || event.answer.to !== 'session') return undefined;
  const { session } = event.answer;
  return conclude({ ...cleared<'mfaPasskey'>(page), session }, session);
};

/** The secret of the message to this page's number, if one was sent. */
export function codeSent({ second, factor }: PhonePage): string | undefined {
  return second.sent?.factor === factor.id ? second.sent.sessionInfo : undefined;
}

function sendCode(page: PhonePage, captcha?: string): Step {
  const credential = page.second.required.pending_credential;
  return {
    page: { ...cleared<'mfaPhoneCode'>(page), dialog: { text: 'sending', done: false } },
    request: {
      kind: 'sendFactorCode',
      credential,
      factor: page.factor.id,
      ...(captcha && { captcha }),
    },
  };
}

/* Back to the captcha, and to another message. */
function unsent({ second: { sent: _, ...second }, dialog: __, ...page }: PhonePage): PhonePage {
  return { ...page, second, round: (page.round ?? 0) + 1 };
}

/** The code of a text message. */
export const phoneFactor: Flow = (page, event, context) => {
  if (page.id !== 'mfaPhoneCode') return undefined;
  switch (event.type) {
    case 'press':
      return phonePress(page, event.button, context);
    case 'submit':
      return codeSent(page) === undefined
        ? submitCaptcha(page, event.fields.captcha, context)
        : submitPhoneCode(page, event.fields.code);
    case 'answer':
      return phoneAnswer(page, event.answer);
    case 'problem':
      return phoneProblem(page, event.code, context);
    default:
      return undefined;
  }
};

function phonePress(page: PhonePage, button: string, context: Context): Step | undefined {
  switch (button) {
    case 'cancel':
      return startPage(context);
    case 'otherFactor':
      return chooseFactor(page.second, context);
    case 'recoveryCode':
      return recoveryCode(page.second);
    case 'resend': {
      const again = unsent(cleared<'mfaPhoneCode'>(page));
      return context.config.captcha.kind === 'proof_of_work' ? sendCode(again) : { page: again };
    }
    default:
      return undefined;
  }
}

function submitCaptcha(page: PhonePage, captcha: string | undefined, { config }: Context): Step {
  const silent = config.captcha.kind === 'proof_of_work';
  if (!captcha && !silent) return withErrors(page, { captcha: 'captcha_unsolved' });
  return sendCode(page, captcha);
}

function submitPhoneCode(page: PhonePage, typed = ''): Step {
  const code = typed.replace(/\s/g, '');
  if (!isOneTimeCode(code)) return withErrors(page, { code: 'wrong_code' });
  const sessionInfo = codeSent(page);
  return {
    page: { ...cleared<'mfaPhoneCode'>(page), dialog: { text: 'verifying', done: false } },
    request: {
      kind: 'secondFactor',
      credential: page.second.required.pending_credential,
      factor: page.factor.id,
      code,
      ...(sessionInfo && { sessionInfo }),
    },
  };
}

function phoneAnswer(
  page: PhonePage,
  answer: Extract<FlowEvent, { type: 'answer' }>['answer'],
): Step | undefined {
  switch (answer.to) {
    case 'codeSent': {
      const sent = { factor: page.factor.id, sessionInfo: answer.sessionInfo };
      const round = (page.round ?? 0) + 1;
      return pausing({ ...page, round, second: { ...page.second, sent } }, 'code_sent');
    }
    case 'session':
      return page.session
        ? finish(page, answer.session, answer.providerId)
        : pausing({ ...page, session: answer.session }, 'verified');
    case 'wait': {
      if (page.session) return conclude(page, page.session);
      const { dialog: _, ...rest } = page;
      return { page: rest };
    }
    default:
      return undefined;
  }
}

function phoneProblem(page: PhonePage, code: string, context: Context): Step {
  // Only the provider could not be connected.
  if (page.session) return finish(page, page.session, page.second.providerId);
  const { dialog: _, ...rest } = page;
  if (code === 'missing_verification_code') return withErrors(rest, { code });
  if (code === 'code_expired') return withInfoBar(unsent(page), code);
  // A token of the captcha works once.
  return codeProblem(codeSent(page) === undefined ? unsent(page) : rest, code, context);
}

/** The code of an app, or a recovery code. */
export const secondFactorCode: Flow = (page, event, context) => {
  if (page.id !== 'mfaTotpCode' && page.id !== 'mfaRecoveryCode') return undefined;
  if (page.session) return afterCode(page, page.session, event);
  if (isPress(event, 'cancel')) return startPage(context);
  if (isPress(event, 'otherFactor')) return chooseFactor(page.second, context);
  if (isPress(event, 'recoveryCode')) return recoveryCode(page.second);
  if (event.type === 'submit') return submitCode(page, event.fields.code);
  if (event.type === 'problem') return codeProblem(page, event.code, context);
  if (event.type !== 'answer' || event.answer.to !== 'session') return undefined;
  const { session } = event.answer;
  const signedIn = { ...cleared<CodePage['id']>(page), session } as CodePage;
  // The reader sees how many recovery codes are left.
  return page.id === 'mfaRecoveryCode' ? { page: signedIn } : conclude(signedIn, session);
};

function submitCode(page: CodePage, typed = ''): Step {
  const code = typed.replace(/\s/g, '');
  const isComplete = page.id === 'mfaRecoveryCode' ? code !== '' : isOneTimeCode(code);
  if (!isComplete) return withErrors(page, { code: 'invalid_verification_code' });
  const credential = page.second.required.pending_credential;
  return {
    page: cleared<CodePage['id']>(page),
    request:
      page.id === 'mfaRecoveryCode'
        ? { kind: 'recoveryCode', credential, code }
        : { kind: 'secondFactor', credential, factor: page.factor.id, code },
  };
}

/* Everything but a wrong code and a passing failure ends the pending sign-in for the reader. */
function codeProblem(
  page: CodePage | PhonePage | PasskeyPage,
  code: string,
  context: Context,
): Step {
  switch (code) {
    case 'invalid_verification_code':
      return withErrors(page, { code });
    case 'invalid_multi_factor_session':
      return startPage(context, { message: 'session_expired' });
    case 'session_expired':
    case 'too_many_tries':
    case 'multi_factor_info_not_found':
    case 'user_disabled':
      return startPage(context, { message: code });
    default:
      return withInfoBar(page, code);
  }
}

/* The reader is signed in; a pending identity is connected first. */
function conclude(page: CodePage | PhonePage | PasskeyPage, session: SessionAnswer): Step {
  const { pending, providerId } = page.second;
  if (!pending) return finish(page, session, providerId);
  return { page, request: { kind: 'linkPending', pending, session } };
}

function afterCode(
  page: CodePage | PasskeyPage,
  session: SessionAnswer,
  event: FlowEvent,
): Step | undefined {
  if (isPress(event, 'continue')) return conclude(page, session);
  if (event.type === 'answer' && event.answer.to === 'session') {
    return finish(page, event.answer.session, event.answer.providerId);
  }
  // Only the provider could not be connected.
  return event.type === 'problem' ? finish(page, session, page.second.providerId) : undefined;
}
