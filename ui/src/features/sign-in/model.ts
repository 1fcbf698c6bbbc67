import type {
  CheckedCode,
  Factor,
  SecondFactorAnswer,
  SessionAnswer,
} from '../../api/auth-types.ts';
import type { PasskeyAnswer } from '../../api/passkey-ceremony.ts';
import type authErrors from '../../i18n/locales/en/auth-errors.json';
import type { PhoneValue } from '../../parts/phone/countries.ts';
import type { Config } from './config.ts';
import type { TenantChoice } from './config-types.ts';
import type { Action, EmailLink } from './mailed-link.ts';
import type { Mismatch, OneTapAnswer } from './provider-answers.ts';

/** A text key; server codes without a text become `something_went_wrong`. */
export type Message = keyof typeof authErrors;

export type FieldName =
  | 'email'
  | 'name'
  | 'password'
  | 'newPassword'
  | 'phone'
  | 'code'
  | 'captcha';
export type Fields = Partial<Record<FieldName | 'country', string>>;
export type FieldErrors = Partial<Record<FieldName, string>>;

/** A dialog that shows the progress of a request; `done` for a moment after its end. */
export interface Progress {
  text: 'signing_in' | 'signed_in' | 'verifying' | 'sending' | 'code_sent' | 'verified';
  done: boolean;
}

/** State that every page may have. */
interface Shown {
  infoBar?: string;
  errors?: FieldErrors;
  /** Counts refused attempts; each moves the focus to the first invalid field. */
  attempt?: number;
}

/** A provider credential that waits for the account's owner. */
export interface Pending {
  email: string;
  provider: string;
  /** The server's id of the visit. */
  handle: string;
  /** The sign-in methods of the account. */
  methods: string[];
}

/** A sign-in that waits for a second factor. */
export interface SecondFactor {
  /** The pending sign-in, which the server keeps, and the factors that complete it. */
  required: SecondFactorAnswer;
  /** The method of the sign-in, if it is not the password. */
  providerId?: string;
  /** Connected after the sign-in. */
  pending?: Pending;
  /** The last text message: to which factor, and the secret of its request. */
  sent?: { factor: string; sessionInfo: string };
}

/** Work in progress while the page shows nothing or only a dialog. */
export type Work =
  | { kind: 'methods'; email: string }
  | { kind: 'sendLink'; email: string; from: 'entry' | 'unified' }
  | { kind: 'link'; link: EmailLink; email?: string; sameDevice?: boolean; pending?: Pending }
  | {
      kind: 'signInByLink';
      link: EmailLink;
      email: string;
      pending?: Pending;
      /** The sign-in is done; the identity is being connected. */
      session?: SessionAnswer;
    }
  | { kind: 'signedIn'; session: SessionAnswer }
  | { kind: 'action'; action: Action; checked?: CheckedCode }
  | { kind: 'provider'; provider: string; email?: string }
  | { kind: 'providerResult' };

type Own =
  | { id: 'providerSignIn'; email?: string }
  | { id: 'signIn'; email: string }
  | { id: 'passwordSignIn'; email: string; unified?: boolean }
  | { id: 'passwordSignUp'; email: string; lookingAgain?: boolean }
  | { id: 'passwordRecovery'; email: string }
  | { id: 'passwordRecoveryEmailSent'; email: string; final?: boolean }
  | { id: 'checkYourEmail'; email: string }
  | { id: 'emailLinkSignInSent'; email: string; pending?: Pending }
  | {
      id: 'emailNotReceived';
      email: string;
      pending?: Pending;
      /** Seconds until another mail may be requested. */
      wait?: number;
    }
  | { id: 'emailLinkSignInConfirmation'; link: EmailLink; email: string }
  | { id: 'emailLinkSignInLinkingDifferentDevice'; link: EmailLink; provider: string }
  | { id: 'differentDeviceError' }
  | { id: 'anonymousUserMismatch' }
  | {
      id: 'phoneSignInStart';
      phone: PhoneValue;
      /** Counts captchas: each token works once. */
      round?: number;
      dialog?: Progress;
      /** The message is sent; the code is next. */
      sent?: { sessionInfo: string; number: string };
    }
  | {
      id: 'phoneSignInFinish';
      phone: PhoneValue;
      /** The number in full, as the server has it. */
      number: string;
      sessionInfo: string;
      /** Counts text messages. */
      round?: number;
      dialog?: Progress;
      /** The sign-in is done. */
      session?: SessionAnswer;
    }
  | { id: 'passwordLinking'; pending: Pending; session?: SessionAnswer }
  | { id: 'emailLinkSignInLinking'; pending: Pending }
  | { id: 'federatedLinking'; email: string; provider: string; pending?: Pending }
  | { id: 'emailMismatch'; mismatch: Mismatch }
  | { id: 'mfaSelectFactor'; second: SecondFactor }
  | {
      id: 'mfaPhoneCode';
      second: SecondFactor;
      factor: Factor;
      /** Counts captchas and text messages. */
      round?: number;
      dialog?: Progress;
      session?: SessionAnswer;
    }
  | { id: 'mfaTotpCode'; second: SecondFactor; factor: Factor; session?: SessionAnswer }
  | { id: 'mfaPasskey'; second: SecondFactor; session?: SessionAnswer }
  | { id: 'mfaRecoveryCode'; second: SecondFactor; session?: SessionAnswer }
  | { id: 'passkey'; email?: string }
  | {
      id: 'unauthorizedUser';
      email?: string;
      phone?: PhoneValue;
      adminEmail?: string;
      helpLink?: string;
    }
  | { id: 'unsupportedProvider'; email: string }
  | { id: 'callback'; work: Work }
  | { id: 'blank'; work: Work }
  | { id: 'selectTenant' }
  | { id: 'providerMatchByEmail'; email: string }
  | { id: 'spinner'; choice: TenantChoice }
  | { id: 'signOut' }
  | { id: 'passwordReset'; action: Action; email: string }
  | { id: 'passwordResetSuccess'; continueUrl?: string }
  | { id: 'passwordResetFailure' }
  | { id: 'confirmAction'; action: Action }
  | { id: 'emailVerificationSuccess'; continueUrl?: string }
  | { id: 'emailVerificationFailure' }
  | { id: 'verifyAndChangeEmailSuccess'; email: string; continueUrl?: string }
  | { id: 'verifyAndChangeEmailFailure' }
  | { id: 'emailChangeRevoke'; email: string }
  | { id: 'emailChangeRevokeFailure'; retry: Action }
  | { id: 'revertSecondFactorAdditionSuccess'; email: string; phone?: string }
  | { id: 'revertSecondFactorAdditionFailure'; retry: Action }
  | { id: 'recoverableError'; message: string; retry?: Action; again?: TenantChoice }
  | { id: 'unrecoverableError'; message: string };

export type Page = Shown & Own;
export type PageId = Own['id'];
export type PageOf<Id extends PageId> = Shown & Extract<Own, { id: Id }>;

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
