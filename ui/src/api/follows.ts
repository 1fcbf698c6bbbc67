import { queryOptions } from '@tanstack/react-query';
import { authed, unwrap } from './client.ts';
import type { paths } from './types.gen.ts';

type Calls = paths['/users/follows/{uid}'];
export type Follow = Calls['get']['responses'][200]['content']['application/json'][number];
export type FollowChange = NonNullable<Calls['post']['requestBody']>['content']['application/json'];

const of = (uid: string) => ({ params: { path: { uid } } });

/** What the reader follows, with the settings of each. */
export const followsQuery = (uid: string) =>
  queryOptions({
    queryKey: ['reader', uid, 'follows'],
    queryFn: async ({ signal }) =>
      unwrap(await authed.GET('/users/follows/{uid}', { ...of(uid), signal })),
  });

/** Replaces the settings of a follow; returns all follows. */
export async function changeFollow(uid: string, body: FollowChange): Promise<Follow[]> {
  return unwrap(await authed.POST('/users/follows/{uid}', { ...of(uid), body }));
}
