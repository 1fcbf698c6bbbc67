import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import type { Site } from '../api/types.ts';

/** The site's facts; `undefined` until loaded or on failure. */
export function useSite(): Site | undefined {
  return useQuery(queries.site()).data;
}
