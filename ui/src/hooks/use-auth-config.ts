import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';

/* What the product promises even when the server does not say. */
const leastPassword = 6;

/** How long a password must be here. */
export function usePasswordMin(): number {
  return useQuery(queries.authConfig()).data?.password_min ?? leastPassword;
}
