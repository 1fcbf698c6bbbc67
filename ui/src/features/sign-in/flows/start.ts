import { configured } from '../config.ts';
import type { Context, Flow, PageRequest, Step } from '../model.ts';
import { withInfoBar } from '../page-steps.ts';
import type { Page } from '../pages.ts';
import type { OneTapAnswer } from '../provider-answers.ts';
import { claimsIn } from '../token-claims.ts';
import { askForPasskey, emailEntry, lookUp, phoneEntry } from './entries.ts';
import { providerOutcome } from './provider-outcome.ts';

/** One button per provider. */
export const providerList: Flow = (page, event, context) => {
  if (page.id !== 'providerSignIn') return undefined;
  if (event.type === 'choose') {
    const { provider } = event;
    const { email } = page;
    if (!configured(context.config, provider)) return undefined;
    if (provider === 'anonymous') return { page, request: { kind: 'guest' } };
    if (provider === 'passkey') return askForPasskey(email);
    if (provider === 'phone') return phoneEntry(context);
    if (provider === 'password') return email ? lookUp(context, email) : emailEntry(context, '');
    return {
      page: { id: 'providerSignIn', ...(email && { email }) },
      request: { kind: 'provider', provider, ...(email && { email }) },
    };
  }
  if (event.type === 'oneTap') return oneTap(page, event.answer, context);
  return providerOutcome(page, event, context);
};

/* With scopes the token is not enough: the provider is visited, with the token's address. */
function oneTap(
  page: Page,
  { provider, transaction, token }: OneTapAnswer,
  context: Context,
): Step {
  const { authMethod, scopes = [] } = configured(context.config, provider) ?? {};
  const { iss, email } = claimsIn(token ?? '');
  if (token === undefined || (authMethod !== undefined && authMethod !== iss)) {
    return withInfoBar(page, 'credential_not_supported');
  }
  const request: PageRequest =
    scopes.length > 0
      ? { kind: 'provider', provider, ...(email && { email }) }
      : { kind: 'oneTap', provider, transaction, token };
  return { page, request };
}
