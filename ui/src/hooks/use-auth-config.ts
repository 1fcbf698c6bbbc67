import { useQuery } from '@tanstack/react-query';
import { nameOf } from '../api/provider-name.ts';
import { queries } from '../api/queries.ts';
import type { Reader } from '../api/session.ts';

/* What the product promises even when the server does not say. */
const leastPassword = 6;

/** How long a password must be here. */
export function usePasswordMin(): number {
  return useQuery(queries.authConfig()).data?.password_min ?? leastPassword;
}

/** The provider through which a reader signs in, as far as it is offered here. */
export function useOwnProvider(reader: Reader): { provider: string; name: string } | undefined {
  const options = useQuery(queries.authConfig()).data?.sign_in_options ?? [];
  const own = options.find(
    ({ provider }) => provider !== 'password' && reader.signInMethods.includes(provider),
  );
  if (!own) return undefined;
  const { provider, provider_name: providerName } = own;
  return { provider, name: nameOf({ provider, ...(providerName && { providerName }) }) };
}
