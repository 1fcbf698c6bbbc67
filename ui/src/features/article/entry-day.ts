import { momentOf } from '../../api/dated-entry.ts';
import type { Article, DatedEntry } from '../../api/types.ts';
import type { Language } from '../../i18n/language.ts';
import type { CalendarDay } from '../../parts/calendar-file.ts';
import { paths } from '../../paths.ts';

/** The next day of an entry as an event, which a calendar knows again; nothing for a past day. */
export function entryDay(
  article: Article,
  entry: DatedEntry,
  today: string,
  language: Language,
): CalendarDay | undefined {
  const { state, date } = momentOf(entry, today);
  if (!date || (state !== 'ahead' && state !== 'today')) return undefined;
  const { origin, hostname } = window.location;
  const { slug, title, deadlines } = article;
  const before = deadlines.slice(0, Math.max(0, deadlines.indexOf(entry)));
  const same = before.filter(
    (other) => other.kind === entry.kind && momentOf(other, today).date === date,
  );
  const number = same.length > 0 ? `-${same.length + 1}` : '';
  return {
    id: `${slug}-${entry.kind}-${date}${number}@${hostname}`,
    date,
    title: entry.what ? sentence(entry.what) : title,
    text: [entry.what && title, entry.who && sentence(entry.who)].filter(Boolean).join('\n'),
    url: paths.sharedArticle(origin, slug, language),
  };
}

function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase('ro') + text.slice(1);
}
