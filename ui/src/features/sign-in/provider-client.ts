import { ApiError } from '../../api/api-error.ts';
import { linkProvider, providerResult } from '../../api/auth.ts';
import type { SessionAnswer } from '../../api/auth-types.ts';
import {
  leaveForProvider,
  providerWindow,
  type VisitRequest,
  visitInWindow,
} from '../../api/provider-visit.ts';
import { guestToken } from '../../api/session.ts';
import { currentLanguage } from '../../i18n/setup.ts';
import type {
  Config,
  ProviderClient,
  ProviderOutcome,
  ProviderVisit,
  SignInOption,
} from './config-types.ts';

/** Reaches providers through our own server. */
export function ownProviderClient(persistence: Config['persistence']): ProviderClient {
  const result: ProviderClient['result'] = async (visit, signal, asGuest) => {
    const { transaction, acceptsMismatch } = visit;
    const body = {
      transaction,
      persistence,
      lang: currentLanguage(),
      accepts_mismatch: acceptsMismatch,
    };
    const bearer = asGuest ? await guestToken() : null;
    const asked = providerResult(body, signal, bearer === null ? undefined : { bearer });
    const answer = await asked.catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'merge_conflict') return undefined;
      throw error;
    });
    if (!answer) return { kind: 'conflict', transaction };
    const { provider, session, linking, mismatch } = answer;
    if (session) return { kind: 'session', session, provider };
    if (mismatch) {
      const { email, expected_email: expected } = mismatch;
      return { kind: 'mismatch', mismatch: { provider, transaction, email, expected } };
    }
    const { email = '', methods = [] } = linking ?? {};
    const pending = { email, provider, handle: transaction, methods };
    return { kind: 'linking', pending } satisfies ProviderOutcome;
  };
  return {
    result,
    async open(option, visit, signal) {
      const { provider } = option;
      const opened = visit.flow === 'popup' ? providerWindow() : null;
      const request = visitRequest(option, visit);
      if (!opened) return leaveForProvider(provider, request, signal);
      const transaction = await visitInWindow(opened, provider, request, signal);
      return result({ transaction, acceptsMismatch: false }, signal, visit.asGuest === true);
    },
    async link({ handle }, session, signal): Promise<SessionAnswer> {
      // The answer has no new refresh token; the sign-in's stays valid.
      return { ...session, ...(await linkProvider(handle, session.access_token, signal)) };
    },
  };
}

/* What the host's option asks of the provider, in addition to the server's configuration. */
function visitRequest(option: SignInOption, { loginHint, expected }: ProviderVisit): VisitRequest {
  const { scopes, customParameters, loginHintKey } = option;
  const added = {
    ...(scopes.length > 0 && { scopes }),
    ...(customParameters && { parameters: customParameters }),
  };
  if (loginHint === undefined) return added;
  const hint = expected ? { expected_email: loginHint } : { login_hint: loginHint };
  return { ...added, ...hint, ...(loginHintKey && { login_hint_key: loginHintKey }) };
}
