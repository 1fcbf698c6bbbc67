import { ApiError } from '../../api/api-error.ts';
import { finishBrowserAccount } from '../../api/auth.ts';
import { tabStorage } from '../../storage.ts';
import { type Config, configured } from './config.ts';
import type { ProviderClient, ProviderOutcome } from './config-types.ts';
import type { Answer, PageRequest } from './model.ts';
import type { Pending } from './provider-answers.ts';

type Provider = Extract<
  PageRequest,
  { kind: 'provider' | 'oneTap' | 'providerResult' | 'linkPending' }
>;

/** Makes the requests about providers: a visit, its result, and what is connected afterwards. */
export async function requestFromProvider(
  what: Provider,
  config: Config,
  signal: AbortSignal,
): Promise<Answer> {
  const client = config.providers;
  if (what.kind === 'linkPending') {
    const session = (await client?.link(what.pending, what.session, signal)) ?? what.session;
    return { to: 'session', session, providerId: what.pending.provider };
  }
  if (!client) throw notSetUp();
  const asGuest = config.autoUpgradeAnonymousUsers;
  if (what.kind === 'oneTap') {
    const { provider, transaction, token } = what;
    await finishBrowserAccount(provider, { transaction, id_token: token }, signal);
    const visit = { transaction, acceptsMismatch: false };
    return toAnswer(await client.result(visit, signal, asGuest), undefined, provider);
  }
  if (what.kind === 'providerResult') {
    const outcome = await client.result(what, signal, asGuest);
    const pending = takePending();
    return toAnswer(await connected(client, outcome, pending, signal), pending);
  }
  const option = configured(config, what.provider);
  if (!option) throw notSetUp();
  const { email: loginHint, expected, pending, provider } = what;
  keepPending(pending);
  const shared = { flow: config.signInFlow, ...(asGuest && { asGuest }) };
  const visit = { ...shared, ...(loginHint && { loginHint }) };
  const outcome = await client.open(option, { ...visit, ...(expected && { expected }) }, signal);
  keepPending(undefined);
  return toAnswer(await connected(client, outcome, pending, signal), pending, provider);
}

const pendingKey = 'paragraf::pending';

/* Remembers, while the provider replaces this page, what is to be connected afterwards. The server
   holds the credential; this is only the name of a visit. */
function keepPending(pending: Pending | undefined): void {
  if (pending) tabStorage.set(pendingKey, JSON.stringify(pending));
  else tabStorage.remove(pendingKey);
}

/** Forgets what was to be connected after a provider's page. */
export function forgetPending(): void {
  keepPending(undefined);
}

function takePending(): Pending | undefined {
  const kept = tabStorage.get(pendingKey);
  forgetPending();
  try {
    return kept === null ? undefined : (JSON.parse(kept) as Pending);
  } catch {
    return undefined;
  }
}

/* Connects the pending identity to the account that just signed in; after a mismatch or a conflict
   it stays pending. */
async function connected(
  client: ProviderClient,
  outcome: ProviderOutcome,
  pending: Pending | undefined,
  signal: AbortSignal,
): Promise<ProviderOutcome> {
  if (!pending) return outcome;
  switch (outcome.kind) {
    case 'session': {
      // The password alone connects nothing.
      if (outcome.session.enrolment_required) return outcome;
      const session = await client.link(pending, outcome.session, signal);
      return { kind: 'session', session, provider: pending.provider };
    }
    case 'mismatch':
      return { kind: 'mismatch', mismatch: { ...outcome.mismatch, pending } };
    case 'conflict':
      return { ...outcome, pending };
    default:
      return outcome;
  }
}

function notSetUp(): ApiError {
  return new ApiError(0, 'operation_not_allowed', 'This provider is not set up.');
}

function toAnswer(
  outcome: ProviderOutcome,
  pending: Pending | undefined,
  provider = 'password',
): Answer {
  switch (outcome.kind) {
    case 'secondFactor': {
      const { required, provider: providerId = provider } = outcome;
      return {
        to: 'secondFactor',
        second: { required, providerId, ...(pending && { pending }) },
      };
    }
    case 'linking':
      return { to: 'linking', pending: outcome.pending };
    case 'mismatch':
      return { to: 'mismatch', mismatch: outcome.mismatch };
    case 'conflict':
      return { to: 'conflict', ...ofConflict(outcome) };
    default: {
      const { session, provider: providerId = provider } = outcome;
      return { to: 'session', session, providerId };
    }
  }
}

function ofConflict({ transaction, pending }: Extract<ProviderOutcome, { kind: 'conflict' }>) {
  return { transaction, ...(pending && { pending }) };
}
