import type { SessionAnswer } from '../../../api/auth-types.ts';
import type { AuthResult } from '../auth-result.ts';
import { type Config, isFederated } from '../config.ts';
import type { Step } from '../model.ts';
import type { Page } from '../pages.ts';

/** The sign-in is proven; the page keeps its progress until the host has been informed. */
export function finish(page: Page, session: SessionAnswer, providerId = 'password'): Step {
  return { page, request: { kind: 'finish', session, providerId } };
}

export function authResult(
  session: SessionAnswer,
  providerId: string,
  operationType: AuthResult['operationType'] = 'signIn',
): AuthResult {
  return {
    user: session.user,
    credential: isFederated(providerId) ? { providerId, signInMethod: providerId } : null,
    operationType,
    additionalUserInfo: {
      isNewUser: session.is_new_user,
      providerId,
      profile: null,
      username: null,
    },
  };
}

/** What the widget does after informing the host. */
type Ending =
  | { kind: 'reset' }
  | { kind: 'navigate'; to: string; where: 'here' | 'opener'; closePopup: boolean }
  | { kind: 'nowhere' };

interface HostAnswer {
  config: Config;
  /** The return value of the host's callback; `undefined` without one. */
  returned: boolean | undefined;
  redirectUrl: string | undefined;
  hasOpener: boolean;
}

/** Where a sign-in leads. */
export function ending({ config, returned, redirectUrl, hasOpener }: HostAnswer): Ending {
  if (returned === false) return { kind: 'reset' };
  const to = redirectUrl ?? config.signInSuccessUrl;
  if (to === undefined) return { kind: 'nowhere' };
  const where = hasOpener ? 'opener' : 'here';
  return { kind: 'navigate', to, where, closePopup: hasOpener && returned === undefined };
}
