import { queryOptions } from '@tanstack/react-query';
import { authed, ofReader, unwrap } from './client.ts';
import type { components } from './types.gen.ts';

export type ReminderSettings = components['schemas']['ReminderSettings'];

/** Which deadlines the reader is reminded of, and when. */
export const remindersQuery = (uid: string) =>
  queryOptions({
    queryKey: ['reader', uid, 'reminders'],
    queryFn: async ({ signal }) =>
      unwrap(await authed.GET('/users/reminders/{uid}', { ...ofReader(uid), signal })),
  });

/** Changes some of the settings. */
export async function changeReminders(
  uid: string,
  body: Partial<ReminderSettings>,
): Promise<ReminderSettings> {
  return unwrap(await authed.POST('/users/reminders/{uid}', { ...ofReader(uid), body }));
}
