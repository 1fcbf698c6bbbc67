import type { SessionAnswer } from '../../api/auth-types.ts';
import type { Config } from './config.ts';
import type { Answer } from './model.ts';
import type { Page, SecondFactor } from './pages.ts';
import type { Pending } from './provider-answers.ts';
import { type ServerRequest, sendRequest } from './requests.ts';

/* A guest cannot become an existing account, so the account signs in once more without the guest. */

/** The identity that was to be connected to the account that signs in. */
export function waitingFor(page: Page | undefined, answer?: Answer): Pending | undefined {
  if (answer?.to === 'conflict') return answer.pending;
  if (page?.id === 'passwordLinking') return page.pending;
  return page?.id === 'blank' && page.work.kind === 'signInByLink' ? page.work.pending : undefined;
}

/* Does not visit the provider again: the stored result can be fetched twice. */
function repeated(what: ServerRequest, answer?: Answer): ServerRequest {
  if (answer?.to !== 'conflict') return what;
  return { kind: 'providerResult', transaction: answer.transaction, acceptsMismatch: true };
}

interface AgainOptions {
  answer?: Answer | undefined;
  pending?: Pending | undefined;
  /** Asks for a second factor, and connects the identity afterwards. */
  ask: (second: SecondFactor) => Promise<SessionAnswer>;
}

/**
 * Signs in to the existing account, and connects the identity that waits for it.
 *
 * An identity that cannot be connected does not undo the sign-in.
 */
export async function signInAgain(
  what: ServerRequest,
  config: Config,
  { answer, pending, ask }: AgainOptions,
): Promise<SessionAnswer> {
  const { signal } = new AbortController();
  const guestless = { ...config, autoUpgradeAnonymousUsers: false };
  const signedIn = await sendRequest(repeated(what, answer), guestless, signal);
  if (signedIn.to === 'secondFactor') {
    return ask({ ...signedIn.second, ...(pending && { pending }) });
  }
  if (signedIn.to !== 'session') throw new Error('The sign-in did not end with a session.');
  const { session } = signedIn;
  if (!pending) return session;
  const linking = sendRequest({ kind: 'linkPending', pending, session }, guestless, signal);
  const linked = await linking.catch(() => undefined);
  return linked?.to === 'session' ? linked.session : session;
}
