import { queryOptions } from '@tanstack/react-query';
import { minute } from '../durations.ts';
import { authed, ofReader, unwrap } from './client.ts';
import type { paths } from './types.gen.ts';
import type { Language } from './types.ts';

export type CalendarChange = NonNullable<
  paths['/users/calendar/{uid}']['post']['requestBody']
>['content']['application/json'];

/** The settings of the reader's private calendar. */
export const calendarQuery = (uid: string) =>
  queryOptions({
    queryKey: ['reader', uid, 'calendar'],
    queryFn: async ({ signal }) =>
      unwrap(await authed.GET('/users/calendar/{uid}', { ...ofReader(uid), signal })),
    staleTime: minute,
  });

export async function changeCalendar(uid: string, body: CalendarChange) {
  return unwrap(await authed.POST('/users/calendar/{uid}', { ...ofReader(uid), body }));
}

/** Makes a new address for the calendar and returns it; the one before stops working. */
export async function renewCalendarAddress(uid: string, language: Language): Promise<string> {
  const body = { language };
  return unwrap(await authed.POST('/users/calendar/{uid}/address', { ...ofReader(uid), body })).url;
}

export async function removeCalendarAddress(uid: string) {
  return unwrap(await authed.DELETE('/users/calendar/{uid}/address', ofReader(uid)));
}
