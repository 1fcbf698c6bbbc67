import type { SecondFactorAnswer } from '../../api/auth-types.ts';

/* What pages and requests are about. */

/** A dialog that shows the progress of a request; `done` for a moment after its end. */
export interface Progress {
  text: 'signing_in' | 'signed_in' | 'verifying' | 'sending' | 'code_sent' | 'verified';
  done: boolean;
}

/** The parameters of a link with mode `signIn`. */
export interface EmailLink {
  code: string;
  uiSid: string;
  /** The link works only in the browser that requested it. */
  forced: boolean;
  /** The uid of the guest who is to become the account. */
  guest?: string;
  /** The provider whose credential the link was to connect. */
  provider?: string;
}

export type ActionMode =
  | 'resetPassword'
  | 'verifyEmail'
  | 'recoverEmail'
  | 'verifyAndChangeEmail'
  | 'revertSecondFactorAddition';

export interface Action {
  mode: ActionMode;
  code: string;
  continueUrl?: string;
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
}

/** The provider returned another account than expected. */
export interface Mismatch {
  provider: string;
  /** The visit, which can be accepted as it is. */
  transaction: string;
  email: string;
  expected: string;
  /** What the expected account was to be connected to. */
  pending?: Pending;
}

/** A chosen tenant, and the address that chose it. */
export interface TenantChoice {
  tenantId: string;
  email?: string;
}
