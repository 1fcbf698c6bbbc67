import type { Factor, SessionAnswer } from '../../../api/auth-types.ts';
import { passkeysWork } from '../../../api/passkey-ceremony.ts';
import type { Context, Step } from '../model.ts';
import { cleared, withErrors, withInfoBar } from '../page-steps.ts';
import type { PageOf, SecondFactor } from '../pages.ts';
import { startPage } from './entries.ts';
import { finish } from './success.ts';

export type PasskeyPage = PageOf<'mfaPasskey'>;
export type PhonePage = PageOf<'mfaPhoneCode'>;
export type CodePage = PageOf<'mfaTotpCode'> | PageOf<'mfaRecoveryCode'>;

/** The choice of passkeys, of which the browser shows the list. */
export const anyPasskey = 'passkey';

/** What can be chosen: the codes, and whether this browser can ask for a passkey. */
export function choices({ required }: SecondFactor): { codes: Factor[]; passkey: boolean } {
  const codes = required.factors.filter(({ kind }) => kind !== 'passkey');
  return { codes, passkey: required.has_passkeys && passkeysWork() };
}

/** The choice of a factor; the only one is not chosen. */
export function chooseFactor(second: SecondFactor, context: Context): Step {
  const { codes, passkey } = choices(second);
  const [only, another] = codes;
  if (only && !another && !passkey) return factorPage(second, only, context);
  if (!only && passkey) return askPasskey(second);
  return { page: { id: 'mfaSelectFactor', second } };
}

export function askPasskey(second: SecondFactor): Step {
  const credential = second.required.pending_credential;
  return { page: { id: 'mfaPasskey', second }, request: { kind: 'passkeyFactor', credential } };
}

/** The page of each kind of factor. */
export function factorPage(second: SecondFactor, factor: Factor, context: Context): Step {
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

/** The secret of the message to this page's number, if one was sent. */
export function codeSent({ second, factor }: PhonePage): string | undefined {
  return second.sent?.factor === factor.id ? second.sent.sessionInfo : undefined;
}

export function sendCode(page: PhonePage, captcha?: string): Step {
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

export function recoveryCode(second: SecondFactor): Step {
  return { page: { id: 'mfaRecoveryCode', second } };
}

/** Everything but a wrong code and a passing failure ends the pending sign-in for the reader. */
export function codeProblem(
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

/** The reader is signed in; a pending identity is connected first. */
export function conclude(page: CodePage | PhonePage | PasskeyPage, session: SessionAnswer): Step {
  const { pending, providerId } = page.second;
  if (!pending) return finish(page, session, providerId);
  return { page, request: { kind: 'linkPending', pending, session } };
}
