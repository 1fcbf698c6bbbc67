import { never, nextDay } from '../../api/next-day.ts';
import type { ArticleSummary, ConcernReport } from '../../api/types.ts';

/** The groups of the list, each in the order in which it is read. */
export interface Groups {
  fresh: ArticleSummary[];
  ahead: ArticleSummary[];
  inForce: ArticleSummary[];
}

/**
 * Sorts the articles into groups: what is the reader's own before what concerns every private person, then the nearest
 * day first, then importance; the list's order decides the rest.
 */
export function groupsOf(
  articles: ArticleSummary[],
  isNew: (slug: string) => boolean,
  today: string,
  concerns: ConcernReport['articles'] = {},
): Groups {
  const isForEveryone = ({ slug }: ArticleSummary) => Boolean(concerns[slug]?.everyone);
  const sorted = articles
    .map((article) => ({ article, day: nextDay(article, today, concerns[article.slug]) }))
    .sort((a, b) => {
      const [everyone, everyoneToo] = [isForEveryone(a.article), isForEveryone(b.article)];
      if (everyone !== everyoneToo) return everyone ? 1 : -1;
      const [left, right] = [a.day ?? never, b.day ?? never];
      if (left !== right) return left < right ? -1 : 1;
      return b.article.importance - a.article.importance;
    });
  const groups: Groups = { fresh: [], ahead: [], inForce: [] };
  for (const { article, day } of sorted) {
    if (isNew(article.slug)) groups.fresh.push(article);
    else if (day) groups.ahead.push(article);
    else groups.inForce.push(article);
  }
  return groups;
}
