import type { SessionAnswer } from '../../api/auth-types.ts';

/** The sign-in result for the host. */
export interface AuthResult {
  user: SessionAnswer['user'];
  /** Of a sign-in at a provider; passwords and links return none. The server keeps its tokens. */
  credential: { providerId: string; signInMethod: string } | null;
  operationType: 'signIn' | 'link' | 'reauthenticate';
  additionalUserInfo: {
    isNewUser: boolean;
    providerId: string;
    profile: null;
    username: null;
  };
}
