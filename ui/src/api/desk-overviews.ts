import { queryOptions } from '@tanstack/react-query';
import { authed, unwrap } from './client.ts';
import type { components } from './types.gen.ts';

type Schemas = components['schemas'];

export type OverviewSummary = Schemas['OverviewSummary'];
export type DeskOverview = Schemas['DeskOverview'];

/** What an editor changes of an overview. */
interface OverviewText {
  introduction: Record<string, string>;
  /** Slugs in the order of the overview. */
  articles: string[];
}

const of = (id: string) => ({ path: { id } });

/** Saves a draft if the stored one still has the version that was changed. */
export async function saveOverview(
  { id, version }: DeskOverview,
  text: OverviewText,
): Promise<DeskOverview> {
  const body = { version, ...text };
  return unwrap(await authed.POST('/desk/overviews/{id}', { params: of(id), body }));
}

/** Publishes the draft that the editor read. */
export async function publishOverview({ id, version }: DeskOverview): Promise<DeskOverview> {
  const body = { version };
  return unwrap(await authed.POST('/desk/overviews/{id}/publish', { params: of(id), body }));
}

export async function rejectOverview(id: string): Promise<DeskOverview> {
  return unwrap(await authed.POST('/desk/overviews/{id}/reject', { params: of(id) }));
}

/** Makes a published or rejected overview a draft again. */
export async function reopenOverview(id: string): Promise<DeskOverview> {
  return unwrap(await authed.POST('/desk/overviews/{id}/reopen', { params: of(id) }));
}

/** The keys begin with the uid, so that editors never share an entry. */
export const deskOverviewQueries = {
  list: (uid: string) =>
    queryOptions({
      queryKey: ['reader', uid, 'desk', 'overviews'],
      queryFn: async ({ signal }) => unwrap(await authed.GET('/desk/overviews', { signal })),
      staleTime: 0,
    }),

  /** Read once for each visit: the text on the screen then belongs to the editor. */
  overview: (uid: string, id: string) =>
    queryOptions({
      queryKey: ['reader', uid, 'desk', 'overview', id],
      queryFn: async ({ signal }) =>
        unwrap(await authed.GET('/desk/overviews/{id}', { params: of(id), signal })),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
};
