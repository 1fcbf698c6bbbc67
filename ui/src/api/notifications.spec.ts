import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { exampleUserData } from '../test/example-user-data.ts';
import { receiveNotifications } from './notifications.ts';
import type { UserData } from './reader.ts';
import { readerQueries } from './reader-queries.ts';

const { queryKey } = readerQueries.userData('uid1');

/* Loads the data with these notifications, while a message names `articles`. */
async function loadDuring(articles: string[], loaded: string[]): Promise<QueryClient> {
  const client = new QueryClient();
  const { notifications } = exampleUserData();
  let answer: (data: UserData) => void = () => undefined;
  const answered = new Promise<UserData>((resolve) => {
    answer = resolve;
  });
  const loading = client.fetchQuery({ queryKey, queryFn: () => answered });
  receiveNotifications(client, 'uid1', articles);
  answer(exampleUserData({ notifications: { ...notifications, articles: loaded } }));
  await loading;
  return client;
}

test('data that was on its way when a message came is asked for again if it differs', async () => {
  const client = await loadDuring(['a'], []);
  await expect.poll(() => client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test('data that agrees with the message is kept', async () => {
  const client = await loadDuring(['a'], ['a']);
  await Promise.resolve();
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
});
