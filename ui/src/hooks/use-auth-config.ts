import { useQuery } from '@tanstack/react-query';
import { accountQueries } from '../api/account.ts';

/* What the product promises even when the server does not say. */
const leastPassword = 6;

/** How long a password must be here. */
export function usePasswordMin(): number {
  return useQuery(accountQueries.config()).data?.password_min ?? leastPassword;
}
