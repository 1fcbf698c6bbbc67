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
