import { termOf } from '../../api/term.ts';
import type { Article, DatedEntry } from '../../api/types.ts';
import type { TermDate } from '../../hooks/term-dates.ts';

/** The key of an entry's term on this device. A term that the law has changed is another one. */
export function termKey(article: Article, entry: DatedEntry): string | undefined {
  const term = termOf(entry);
  const index = article.deadlines.indexOf(entry);
  return term && index >= 0 ? `${article.slug} ${index} ${term.unit} ${term.count}` : undefined;
}

/** The article with the days of the terms that the reader has dated. */
export function withTermDates(
  article: Article,
  terms: Readonly<Record<string, TermDate>>,
  today: string,
): Article {
  const deadlines = article.deadlines.map((entry): DatedEntry => {
    const key = termKey(article, entry);
    const until = key && terms[key]?.until;
    if (!until || entry.date || entry.next_date) return entry;
    const isPast = until < today;
    const state = isPast ? 'past' : until === today ? 'today' : 'ahead';
    return { ...entry, date: until, next_date: isPast ? null : until, state };
  });
  return { ...article, deadlines };
}
