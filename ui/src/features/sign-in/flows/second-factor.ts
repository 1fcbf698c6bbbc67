import type { Factor, SessionAnswer } from '../../../api/auth-types.ts';
import type { Context, Flow, FlowEvent, Page, PageOf, Step } from '../model.ts';
import type { Pending, SecondFactor } from '../model-data.ts';
import { cleared, isPress, withErrors, withInfoBar } from '../page-steps.ts';
import { startPage } from './start.ts';
import { finish } from './success.ts';

type CodePage = PageOf<'mfaTotpCode'> | PageOf<'mfaRecoveryCode'>;

/** A first factor is proven, on whichever page: the account has second factors. */
export function askSecondFactor(page: Page, second: SecondFactor): Step {
  const pending = second.pending ?? pendingOf(page);
  return chooseFactor({ ...second, ...(pending && { pending }) });
}

/* The identity that the page wanted to connect after the sign-in. */
function pendingOf(page: Page): Pending | undefined {
  if (page.id === 'passwordLinking') return page.pending;
  if (page.id !== 'blank' || page.work.kind !== 'signInByLink') return undefined;
  return page.work.pending;
}

/* The only factor is not chosen. */
function chooseFactor(second: SecondFactor): Step {
  const [only, another] = second.required.factors;
  if (only && !another) return { page: factorPage(second, only) };
  return { page: { id: 'mfaSelectFactor', second } };
}

/* The page of each kind of factor. */
function factorPage(second: SecondFactor, factor: Factor): Page {
  switch (factor.kind) {
    case 'totp':
      return { id: 'mfaTotpCode', second, factor };
  }
}

/** Page 40. */
export const selectFactor: Flow = (page, event, context) => {
  if (page.id !== 'mfaSelectFactor') return undefined;
  if (isPress(event, 'cancel')) return startPage(context);
  if (isPress(event, 'recoveryCode')) return recoveryCode(page.second);
  if (event.type !== 'choose') return undefined;
  const factor = page.second.required.factors.find(({ id }) => id === event.provider);
  return factor && { page: factorPage(page.second, factor) };
};

function recoveryCode(second: SecondFactor): Step {
  return { page: { id: 'mfaRecoveryCode', second } };
}

/** Pages 42 and 43: the code of an app, or a recovery code. */
export const secondFactorCode: Flow = (page, event, context) => {
  if (page.id !== 'mfaTotpCode' && page.id !== 'mfaRecoveryCode') return undefined;
  if (page.session) return afterCode(page, page.session, event);
  if (isPress(event, 'cancel')) return startPage(context);
  if (isPress(event, 'otherFactor')) return chooseFactor(page.second);
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
  const isComplete = page.id === 'mfaRecoveryCode' ? code !== '' : /^\d{6}$/.test(code);
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
function codeProblem(page: CodePage, code: string, context: Context): Step {
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
function conclude(page: CodePage, session: SessionAnswer): Step {
  const { pending, providerId } = page.second;
  if (!pending) return finish(page, session, providerId);
  return { page, request: { kind: 'linkPending', pending, session } };
}

function afterCode(page: CodePage, session: SessionAnswer, event: FlowEvent): Step | undefined {
  if (isPress(event, 'continue')) return conclude(page, session);
  if (event.type === 'answer' && event.answer.to === 'session') {
    return finish(page, event.answer.session, event.answer.providerId);
  }
  // Only the provider could not be connected.
  return event.type === 'problem' ? finish(page, session, page.second.providerId) : undefined;
}
