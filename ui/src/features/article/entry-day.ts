import { momentOf } from '../../api/dated-entry.ts';
import type { Article, DatedEntry } from '../../api/types.ts';
import type { Language } from '../../i18n/language.ts';
import type { CalendarDay } from '../../parts/calendar-menu.tsx';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { paths } from '../../paths.ts';

/** The next day of an entry for calendars; nothing for a past day. */
export function entryDay(
  { slug, title }: Article,
  entry: DatedEntry,
  today: string,
  language: Language,
): CalendarDay | undefined {
  const { state, date } = momentOf(entry, today);
  if (!entry.id || !date || (state !== 'ahead' && state !== 'today')) return undefined;
  const url = paths.sharedArticle(window.location.origin, slug, language);
  const lines = [entry.what && title, entry.who && sentenceCase(entry.who), url];
  return {
    id: entry.id,
    date,
    title: entry.what ? sentenceCase(entry.what) : title,
    text: lines.filter(Boolean).join('\n'),
    isOwn: entry.within !== undefined && entry.recurs === undefined,
  };
}
