import { queryOptions } from '@tanstack/react-query';
import { minute } from '../durations.ts';
import { authed, client, ofReader, unwrap } from './client.ts';
import type { paths } from './types.gen.ts';

type Calls = paths['/users/follows/{uid}'];
export type Follow = Calls['get']['responses'][200]['content']['application/json'][number];
export type FollowChange = NonNullable<Calls['post']['requestBody']>['content']['application/json'];

export type FollowVolume =
  paths['/follows/volume']['get']['responses'][200]['content']['application/json'];

/** What the reader follows, with the settings of each. */
export const followsQuery = (uid: string) =>
  queryOptions({
    queryKey: ['reader', uid, 'follows'],
    queryFn: async ({ signal }) =>
      unwrap(await authed.GET('/users/follows/{uid}', { ...ofReader(uid), signal })),
  });

/** How many articles a follow would have brought from this importance on. */
export const volumeQuery = (name: string, importance_from: number) =>
  queryOptions({
    queryKey: ['follow-volume', name, importance_from],
    queryFn: async ({ signal }): Promise<FollowVolume> => {
      const query = { name, importance_from };
      return unwrap(await client.GET('/follows/volume', { params: { query }, signal }));
    },
    staleTime: 5 * minute,
    retry: false,
  });

/** Replaces the settings of a follow; returns all follows. */
export async function changeFollow(uid: string, body: FollowChange): Promise<Follow[]> {
  return unwrap(await authed.POST('/users/follows/{uid}', { ...ofReader(uid), body }));
}
