import { isOneTimeCode } from '../../../api/one-time-code.ts';
import { type PhoneValue, permitted, withoutCode } from '../../../parts/phone/countries.ts';
import { phoneOption } from '../config.ts';
import type { Context, Flow, FlowEvent, Step } from '../model.ts';
import { cleared, isPress, pausing, withErrors, withProblem } from '../page-steps.ts';
import type { PageOf } from '../pages.ts';
import { phoneEntry, startPage } from './entries.ts';
import { finish } from './success.ts';

type StartPage = PageOf<'phoneSignInStart'>;
type FinishPage = PageOf<'phoneSignInFinish'>;

/** The number, its country and the captcha; then a text message. */
export const phoneStart: Flow = (page, event, context) => {
  if (page.id !== 'phoneSignInStart') return undefined;
  if (isPress(event, 'cancel')) return startPage(context);
  if (event.type === 'submit') return submitNumber(page, event.fields, context);
  if (event.type === 'problem') return sendProblem(page, event.code, context);
  if (event.type !== 'answer') return undefined;
  const { answer } = event;
  if (answer.to === 'codeSent') {
    const sent = { sessionInfo: answer.sessionInfo, number: answer.number };
    return pausing({ ...page, sent }, 'code_sent');
  }
  if (answer.to !== 'wait' || !page.sent) return undefined;
  return { page: { id: 'phoneSignInFinish', phone: page.phone, ...page.sent } };
};

function submitNumber(
  page: StartPage,
  fields: Extract<FlowEvent, { type: 'submit' }>['fields'],
  context: Context,
): Step | undefined {
  const option = phoneOption(context.config);
  if (!option) return undefined;
  const { country = page.phone.country, phone: typed = '', captcha } = fields;
  const phone = withoutCode(typed, country, permitted(option));
  if (!phone) {
    const emptied = { ...page, phone: { country, number: '' } };
    return withErrors(emptied, { phone: 'country_not_supported' });
  }
  const given = { ...cleared<'phoneSignInStart'>(page), phone };
  if (!/\d/.test(phone.number)) return withErrors(given, { phone: 'phone_required' });
  const invisible = option.recaptchaParameters.size === 'invisible';
  if (!captcha && !invisible) return withErrors(given, { captcha: 'captcha_unsolved' });
  return {
    page: { ...given, dialog: { text: 'verifying', done: false } },
    request: { kind: 'sendCode', ...phone, ...(captcha && { captcha }) },
  };
}

const aboutNumber = [
  'invalid_phone_number',
  'missing_phone_number',
  'no_text_messages',
  'number_is_second_factor',
];

function sendProblem(page: StartPage, code: string, context: Context): Step {
  if (code === 'captcha_unavailable') {
    const isOnly = context.config.signInOptions.length === 1;
    return isOnly ? withProblem(page, code) : startPage(context, { message: code });
  }
  // A token of the captcha works once.
  const { dialog: _, ...again } = { ...page, round: (page.round ?? 0) + 1 };
  if (aboutNumber.includes(code)) return withErrors(again, { phone: code });
  return refusedNumber(page.phone, code, context) ?? withProblem(again, code);
}

/* Only administrators create accounts, and there is a page for it. */
function refusedNumber({ country, number }: PhoneValue, code: string, { config }: Context) {
  const admin = config.adminRestrictedOperation;
  if (code !== 'admin_restricted_operation' || !admin.status) return undefined;
  const phone = { country, number };
  return { page: { id: 'unauthorizedUser' as const, phone, ...admin.contact } };
}

/** The code of the text message. */
export const phoneFinish: Flow = (page, event, context) => {
  if (page.id !== 'phoneSignInFinish') return undefined;
  switch (event.type) {
    case 'submit':
      return submitCode(page, event.fields.code ?? '');
    case 'press':
      return codePress(page, event.button, context);
    case 'answer':
      return codeAnswer(page, event.answer);
    case 'problem':
      return codeProblem(page, event.code, context);
    default:
      return undefined;
  }
};

function submitCode(page: FinishPage, typed: string): Step {
  const code = typed.trim();
  if (!isOneTimeCode(code)) return withErrors(page, { code: 'wrong_code' });
  return {
    page: { ...cleared<'phoneSignInFinish'>(page), dialog: { text: 'verifying', done: false } },
    request: { kind: 'signInByPhone', sessionInfo: page.sessionInfo, code },
  };
}

function codePress(page: FinishPage, button: string, context: Context): Step | undefined {
  if (button === 'cancel') return startPage(context);
  if (button === 'changeNumber') return phoneEntry(context, page.phone);
  if (button !== 'resend') return undefined;
  const option = phoneOption(context.config);
  const { kind } = context.config.captcha;
  // A vendor's captcha has its place on the page before.
  if (kind !== 'proof_of_work' || !option) return phoneEntry(context, page.phone);
  return {
    page: { ...cleared<'phoneSignInFinish'>(page), dialog: { text: 'sending', done: false } },
    request: { kind: 'sendCode', ...page.phone },
  };
}

function codeAnswer(
  page: FinishPage,
  answer: Extract<FlowEvent, { type: 'answer' }>['answer'],
): Step | undefined {
  if (answer.to === 'session') return pausing({ ...page, session: answer.session }, 'verified');
  if (answer.to === 'codeSent') {
    const { sessionInfo, number } = answer;
    const round = (page.round ?? 0) + 1;
    return pausing({ ...page, sessionInfo, number, round }, 'code_sent');
  }
  if (answer.to !== 'wait') return undefined;
  if (page.session) return finish(page, page.session, 'phone');
  const { dialog: _, ...rest } = page;
  return { page: rest };
}

const wrongCode = ['invalid_verification_code', 'missing_verification_code'];

function codeProblem(page: FinishPage, code: string, context: Context): Step {
  const { dialog: _, ...rest } = page;
  if (wrongCode.includes(code)) return withErrors(rest, { code });
  if (code === 'code_expired' || code === 'number_is_second_factor')
    return phoneEntry(context, page.phone, code);
  return refusedNumber(page.phone, code, context) ?? withProblem(rest, code);
}
