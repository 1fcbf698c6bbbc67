/** A provider credential that waits for the account's owner. */
export interface Pending {
  email: string;
  provider: string;
  /** The server's id of the visit. */
  handle: string;
  /** The sign-in methods of the account. */
  methods: string[];
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

/** An account that the browser offered by itself. */
export interface OneTapAnswer {
  provider: string;
  transaction: string;
  /** The ID token; absent for a credential of another kind. */
  token?: string;
}
