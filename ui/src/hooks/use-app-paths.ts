import { useSearchParams } from 'react-router';
import type { FigureFilters } from '../figure-filters.ts';
import { askedLanguage } from '../i18n/language.ts';
import {
  type DeadlineFilters,
  type HomeFilters,
  paths,
  type ScreenName,
  type SearchFilters,
} from '../paths.ts';

/** The app's addresses, keeping the reader's `lang` parameter. */
export function useAppPaths() {
  const [params] = useSearchParams();
  const lang = askedLanguage(params) ?? null;
  return {
    home: (filters?: HomeFilters) => paths.home(filters, lang),
    search: (filters?: SearchFilters) => paths.search(filters, lang),
    deadlines: (filters?: DeadlineFilters) => paths.deadlines(filters, lang),
    figures: (filters?: FigureFilters) => paths.figures(filters, lang),
    duty: (id: string, month?: string) => paths.duty(id, month, lang),
    article: (slug: string) => paths.article(slug, lang),
    questions: (at?: string) => paths.questions(at, lang),
    desk: (draft?: string) => paths.desk(draft, lang),
    deskOverview: (id: string) => paths.deskOverview(id, lang),
    operator: (part?: string) => paths.operator(part, lang),
    topic: (id: string) => paths.topic(id, lang),
    coverage: (month: string) => paths.coverage(month, lang),
    act: (id: string) => paths.act(id, lang),
    overview: (id: string) => paths.overview(id, lang),
    screen: (name: ScreenName) => paths.screen(name, lang),
  };
}
