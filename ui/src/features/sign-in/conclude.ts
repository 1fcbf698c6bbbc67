import type { SessionAnswer } from '../../api/auth-types.ts';
import { allowAutoSignIn } from '../../api/auto-sign-in.ts';
import { adoptSession, guestUid } from '../../api/session.ts';
import type { AuthResult } from './auth-result.ts';
import { type Config, isFederated } from './config.ts';
import { logError } from './console.ts';
import { authResult, ending } from './flows/success.ts';
import { takeRedirectUrl } from './url.ts';

/* Only a window of this site may be redirected. */
function ownOpener(): Window | undefined {
  try {
    const opener = window.opener as Window | null;
    return opener?.location.origin === window.location.origin ? opener : undefined;
  } catch {
    return undefined;
  }
}

function notifyHost(
  { callbacks }: Config,
  result: AuthResult,
  redirectUrl: string | undefined,
): boolean | undefined {
  const { signInSuccessWithAuthResult: current, signInSuccess: older } = callbacks;
  const rest: [string?] = redirectUrl === undefined ? [] : [redirectUrl];
  if (current) return Boolean(current(result, ...rest));
  if (older) return Boolean(older(result.user, result.credential, ...rest));
  return undefined;
}

/** Adopts the sign-in as the product's session, informs the host and navigates. */
export function conclude(
  session: SessionAnswer,
  providerId: string,
  config: Config,
): 'reset' | 'going' | 'failed' {
  try {
    const operation = guestUid() === session.user.uid ? 'link' : 'signIn';
    adoptSession(session);
    if (isFederated(providerId)) allowAutoSignIn();
    const redirectUrl = takeRedirectUrl(config);
    const returned = notifyHost(config, authResult(session, providerId, operation), redirectUrl);
    const opener = ownOpener();
    const end = ending({ config, returned, redirectUrl, hasOpener: opener !== undefined });
    if (end.kind === 'reset') return 'reset';
    if (end.kind === 'nowhere') {
      logError('There is neither a signInSuccessUrl nor a callback that ends the sign-in.');
      return 'failed';
    }
    const target = end.where === 'opener' && opener ? opener : window;
    target.location.assign(end.to);
    if (end.closePopup) window.close();
    return 'going';
  } catch (error) {
    logError('The sign-in could not be concluded.', error);
    return 'failed';
  }
}
