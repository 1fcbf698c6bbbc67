import { useEffect, useState } from 'react';
import { todayInBucharest } from '../i18n/format.ts';
import { storedValue } from './stored-value.ts';

/** When Home was open on this device: last, and last on an earlier day. */
interface Visits {
  seen?: string;
  before?: string;
}

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

function parse(kept: unknown): Visits {
  const { seen, before } = (kept ?? {}) as Visits;
  return { ...(isInstant(seen) && { seen }), ...(isInstant(before) && { before }) };
}

const visits = storedValue('paragraf::visits', parse);

/* The days of a day's visits count as one. */
function noted({ seen, before }: Visits, now: Date): Visits {
  const isEarlier = seen && todayInBucharest(new Date(seen)) < todayInBucharest(now);
  const last = isEarlier ? seen : before;
  return { seen: now.toISOString(), ...(last && { before: last }) };
}

/** The instant of the last visit before today, on this device; `undefined` on the first day. */
export function useLastVisit(): string | undefined {
  const [now] = useState(() => noted(visits.get(), new Date()));
  useEffect(() => visits.set(now), [now]);
  return now.before;
}
