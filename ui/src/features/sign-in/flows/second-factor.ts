import type { SessionAnswer } from '../../../api/auth-types.ts';
import { isOneTimeCode } from '../../../api/one-time-code.ts';
import type { Context, Flow, FlowEvent, Step } from '../model.ts';
import { cleared, isPress, withErrors } from '../page-steps.ts';
import type { Page, SecondFactor } from '../pages.ts';
import type { Pending } from '../provider-answers.ts';
import { startPage } from './entries.ts';
import {
  anyPasskey,
  askPasskey,
  type CodePage,
  chooseFactor,
  codeProblem,
  conclude,
  factorPage,
  type PasskeyPage,
  recoveryCode,
} from './factor-steps.ts';
import { finish } from './success.ts';

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
