import { queryOptions } from '@tanstack/react-query';
import { minute } from '../durations.ts';
import { authed, client, unwrap } from './client.ts';
import type { Language, LawFigure } from './types.ts';

/** The figures of the law, with their values on a day. */
export const figuresQuery = (on: string, lang: Language) =>
  queryOptions({
    queryKey: ['figures', on, lang],
    queryFn: async ({ signal }) =>
      unwrap(await client.GET('/figures', { params: { query: { lang, on } }, signal })),
    staleTime: minute,
  });

/** Confirms the value from this day on, or marks it as to be verified again. */
export async function confirmFigure(
  id: string,
  from: string | undefined,
  withdraw: boolean,
): Promise<LawFigure> {
  const answer = await authed.POST('/desk/figures/{id}/confirm', {
    params: { path: { id } },
    body: { withdraw, ...(from && { from }) },
  });
  return unwrap(answer);
}
