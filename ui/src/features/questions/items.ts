import type { ArticleSummary, ConcernAnswer, ConcernReport, Duty } from '../../api/types.ts';

/** A duty or an article with its answer. */
export interface Item {
  kind: 'duty' | 'article';
  /** The id of the duty, or the slug of the article. */
  id: string;
  title: string;
  /** The language of the title, if it may be another than the screen's. */
  lang?: string;
  concern: ConcernAnswer;
}

/** The duties, then the articles, that this device has the titles of. */
export function itemsOf(
  report: ConcernReport,
  duties: Array<Pick<Duty, 'id' | 'title'>>,
  articles: Array<Pick<ArticleSummary, 'slug' | 'title' | 'lang'>>,
): Item[] {
  const ofDuties = duties.flatMap(({ id, title }): Item[] => {
    const concern = report.duties[id];
    return concern ? [{ kind: 'duty', id, title, concern }] : [];
  });
  const ofArticles = articles.flatMap(({ slug, title, lang }): Item[] => {
    const concern = report.articles[slug];
    return concern ? [{ kind: 'article', id: slug, title, lang, concern }] : [];
  });
  return [...ofDuties, ...ofArticles];
}

/** Items that one question decides, or that no question does. */
interface MaybeGroup {
  /** The id of a fact. */
  question: string | undefined;
  items: Item[];
}

/** Groups maybes by the question to ask first: the next one before the others, then the larger group. */
export function maybeGroups(
  items: Item[],
  known: readonly string[],
  next: string | null,
): MaybeGroup[] {
  const groups = new Map<string | undefined, Item[]>();
  for (const item of items) {
    const asked = item.concern.missing.map((name) => name.replace(/:exact$/, ''));
    const open = asked.filter((name) => known.includes(name));
    const question = next !== null && open.includes(next) ? next : open[0];
    groups.set(question, [...(groups.get(question) ?? []), item]);
  }
  const rank = ({ question, items: of }: MaybeGroup) =>
    question === undefined ? -1 : question === next ? Number.MAX_SAFE_INTEGER : of.length;
  return [...groups]
    .map(([question, of]) => ({ question, items: of }))
    .sort((a, b) => rank(b) - rank(a));
}
