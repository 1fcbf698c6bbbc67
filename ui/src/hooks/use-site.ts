import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import type { Site } from '../api/types.ts';

/** What the operator says about this site; `undefined` until it is known or when it fails. */
export function useSite(): Site | undefined {
  return useQuery(queries.site()).data;
}
