import type {
  CheckedCode,
  Factor,
  SecondFactorAnswer,
  SessionAnswer,
} from '../../api/auth-types.ts';
import type authErrors from '../../i18n/locales/en/auth-errors.json';
import type { PhoneValue } from '../../parts/phone/countries.ts';
import type { Action, EmailLink } from './mailed-link.ts';
import type { Mismatch, Pending } from './provider-answers.ts';

/* The pages of the widget, and what they show. */

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

/** A chosen tenant, and the address that chose it. */
export interface TenantChoice {
  tenantId: string;
  email?: string;
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
