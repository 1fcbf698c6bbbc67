import { isOneTimeCode } from '../../../api/one-time-code.ts';
import type { Context, Flow, FlowEvent, Step } from '../model.ts';
import { cleared, pausing, withErrors, withInfoBar } from '../page-steps.ts';
import { startPage } from './entries.ts';
import {
  chooseFactor,
  codeProblem,
  codeSent,
  conclude,
  type PhonePage,
  recoveryCode,
  sendCode,
} from './factor-steps.ts';
import { finish } from './success.ts';

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
