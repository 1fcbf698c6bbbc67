import type { CheckedCode, SessionAnswer } from '../../api/auth-types.ts';
import type { PasskeyAnswer } from '../../api/passkey-ceremony.ts';
import type { Config } from './config.ts';
import type { Fields, Page, SecondFactor, TenantChoice } from './pages.ts';
import type { Mismatch, OneTapAnswer, Pending } from './provider-answers.ts';

/** A request of a page; at most one at a time. */
export type PageRequest =
  | { kind: 'methods'; email: string }
  | { kind: 'guest' }
  | { kind: 'passkey' }
  /** The reader chose a passkey in the field for the address. */
  | { kind: 'passkeyAnswer'; answer: PasskeyAnswer }
  | { kind: 'signUp'; email: string; password: string; name?: string }
  | { kind: 'signIn'; email: string; password: string }
  | { kind: 'sendReset'; email: string }
  | { kind: 'sendLink'; email: string; pending?: Pending }
  | { kind: 'device'; uiSid: string }
  | { kind: 'check'; code: string }
  | { kind: 'apply'; code: string }
  | { kind: 'resetPassword'; code: string; password: string }
  | { kind: 'signInByLink'; email: string; code: string; uiSid: string }
  | {
      kind: 'sendCode';
      country: string;
      number: string;
      /** The token; absent for a captcha without a box. */
      captcha?: string;
    }
  | { kind: 'signInByPhone'; sessionInfo: string; code: string }
  | {
      kind: 'provider';
      provider: string;
      email?: string;
      expected?: boolean;
      /** Connected after the sign-in. */
      pending?: Pending;
    }
  | { kind: 'oneTap'; provider: string; transaction: string; token: string }
  | { kind: 'providerResult'; transaction: string; acceptsMismatch: boolean }
  | { kind: 'linkPending'; pending: Pending; session: SessionAnswer }
  | { kind: 'sendFactorCode'; credential: string; factor: string; captcha?: string }
  | {
      kind: 'secondFactor';
      credential: string;
      factor: string;
      code: string;
      /** With the code of a text message. */
      sessionInfo?: string;
    }
  | { kind: 'passkeyFactor'; credential: string }
  | { kind: 'recoveryCode'; credential: string; code: string }
  | ({ kind: 'tenant' } & TenantChoice)
  | { kind: 'wait'; ms: number }
  | { kind: 'finish'; session: SessionAnswer; providerId: string };

export type Answer =
  | { to: 'methods'; methods: string[]; recoverable?: boolean }
  | { to: 'session'; session: SessionAnswer; providerId?: string }
  | { to: 'secondFactor'; second: SecondFactor }
  | { to: 'checkEmail' }
  | { to: 'sent' }
  | { to: 'codeSent'; sessionInfo: string; number: string }
  | {
      to: 'device';
      sameDevice: boolean;
      email?: string;
      transaction?: string;
      /** The guest who uses this browser. */
      guest?: string;
    }
  | { to: 'check'; checked: CheckedCode }
  | { to: 'apply'; checked: CheckedCode }
  | { to: 'resetPassword' }
  | { to: 'linking'; pending: Pending }
  | { to: 'mismatch'; mismatch: Mismatch }
  /** A guest cannot become the account of this visit to a provider. */
  | { to: 'conflict'; transaction: string; pending?: Pending }
  | { to: 'tenant'; config: Config }
  | { to: 'wait' };

/** What the user can do, apart from editing a field and dismissing a message. */
export type ButtonName =
  | 'cancel'
  | 'trouble'
  | 'back'
  | 'done'
  | 'resend'
  | 'continue'
  | 'recover'
  | 'emailLink'
  | 'createAccount'
  | 'changePassword'
  | 'newReset'
  | 'otherFactor'
  | 'recoveryCode'
  | 'changeNumber'
  | 'retry';

export type FlowEvent =
  | { type: 'submit'; fields: Fields }
  | { type: 'press'; button: ButtonName }
  | { type: 'choose'; provider: string }
  | { type: 'oneTap'; answer: OneTapAnswer }
  | { type: 'passkey'; answer: PasskeyAnswer }
  | { type: 'answer'; answer: Answer }
  | {
      type: 'problem';
      code: string;
      /** Seconds until the server accepts the request. */
      retryAfter?: number;
    };

/** The next step: a page, and its first request. */
export interface Step {
  page: Page;
  request?: PageRequest;
}

export interface Context {
  config: Config;
  /** Whether a sign-in may begin without a press: not after a session ended in this browser. */
  mayStartItself: boolean;
}

/** A flow: maps events on its pages to steps. */
export type Flow = (page: Page, event: FlowEvent, context: Context) => Step | undefined;
