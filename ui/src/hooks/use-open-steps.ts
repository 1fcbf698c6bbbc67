import { useQueries } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import type { UserData } from '../api/reader.ts';
import type { Article, ArticleSummary, ConcernReport, Step } from '../api/types.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { DoneSteps } from './device-steps.ts';
import { useAllDone } from './done-steps.ts';
import { useReaderAudience } from './reader-audience.ts';
import { isReadersStep, ownSteps } from './step-groups.ts';
import { useUserPart } from './use-user-data.ts';

/** An article with steps that the reader has not taken yet. */
interface OpenSteps {
  article: Article;
  /** How many are ticked off, of how many. */
  done: number;
  total: number;
  next: Step;
}

/* Each takes a request. */
const mostOpenArticles = 6;
const none: readonly string[] = [];
const kept = ({ articles_tracked, bookmarks, liked_law_changes }: UserData) => [
  ...articles_tracked,
  ...bookmarks,
  ...liked_law_changes,
];

/* Days of duties are ticked off under the same names. */
function begun(done: DoneSteps): string[] {
  const isStep = (id: string) => !id.startsWith('due-');
  return Object.keys(done).filter((slug) => done[slug]?.some(isStep));
}

/** The articles that may have open steps: those begun, then those that the reader tracks, saved or likes. */
export function useStepArticles(articles: ArticleSummary[] | undefined): string[] {
  const done = useAllDone();
  const { data = none } = useUserPart(kept);
  const known = new Set(articles?.map(({ slug }) => slug));
  const slugs = [...new Set([...begun(done ?? {}), ...data])];
  return slugs.filter((slug) => known.has(slug)).slice(0, mostOpenArticles);
}

/** The open steps of these articles, in their order; `undefined` while one loads. */
export function useOpenSteps(
  slugs: string[],
  report: ConcernReport | undefined,
): OpenSteps[] | undefined {
  const language = useLanguage();
  const readerRoles = useReaderAudience();
  const done = useAllDone();
  const found = useQueries({ queries: slugs.map((slug) => queries.article(slug, language)) });
  if (done === undefined || found.some(({ isPending }) => isPending)) return undefined;
  return found.flatMap(({ data }) => {
    const article = data?.at(-1);
    if (!article) return [];
    const { slug } = article;
    const ticked = done[slug] ?? none;
    const hasStep = isReadersStep(report?.articles[slug]);
    const { steps, next } = ownSteps(article.steps, { readerRoles, hasStep, done: ticked });
    if (!next) return [];
    const count = steps.filter(({ id }) => ticked.includes(id)).length;
    return [{ article, done: count, total: next.total, next: next.step }];
  });
}
