import { CalendarCheck2, CalendarClock, Hourglass } from 'lucide-react';
import type { EntryKind } from '../api/types.ts';

const icons = { due: CalendarClock, starts: CalendarCheck2, ends: Hourglass };

/** The sign of a dated entry's kind, beside its words. */
export function EntryIcon({ kind }: { kind: EntryKind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden="true" />;
}
