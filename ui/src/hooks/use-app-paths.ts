import { useSearchParams } from 'react-router';
import { type HomeFilters, paths, type ScreenName } from '../paths.ts';

/** The app's addresses, keeping the reader's `lang` parameter. */
export function useAppPaths() {
  const [params] = useSearchParams();
  const lang = params.get('lang');
  return {
    home: (filters?: HomeFilters) => paths.home(filters, lang),
    article: (slug: string) => paths.article(slug, lang),
    desk: (draft?: string) => paths.desk(draft, lang),
    screen: (name: ScreenName) => paths.screen(name, lang),
  };
}
