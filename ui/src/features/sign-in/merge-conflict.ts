import type { SessionAnswer } from '../../api/auth-types.ts';

/** A proven first factor that can be presented again. */
export interface Credential {
  /** Signs in to the existing account in place of the guest. */
  signIn: () => Promise<SessionAnswer>;
}

/** A guest cannot become an account that exists already. */
export class MergeConflict extends Error {
  readonly code = 'firebaseui/anonymous-upgrade-merge-conflict';
  readonly credential: Credential;

  constructor(credential: Credential) {
    super(
      'The current anonymous user failed to upgrade. The non-anonymous credential is already associated with a different user account.',
    );
    this.credential = credential;
  }

  /** A credential must not end up in a log. */
  toJSON() {
    const { code, message } = this;
    return { code, message };
  }
}
