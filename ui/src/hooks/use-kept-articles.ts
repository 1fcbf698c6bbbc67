import { useState } from 'react';

interface Named {
  slug: string;
}

interface Keeping {
  /** Whether the list was fetched since the screen opened; until then it may be stale. */
  fresh: boolean;
  /** Filters out what an older answer still contains. */
  belongs: (slug: string) => boolean;
}

/**
 * A list that does not jump: shown items keep their place until the screen is left, even when they
 * no longer belong to it. New items come first. Give the component a `key` per list.
 */
export function useKeptArticles<Article extends Named>(
  latest: Article[] | undefined,
  { fresh, belongs }: Keeping,
): Article[] {
  const [state, setState] = useState<{ latest?: Article[]; kept: Article[] }>({ kept: [] });
  if (latest === undefined || state.latest === latest) return state.kept;
  if (!fresh) return latest.filter(({ slug }) => belongs(slug));
  const bySlug = new Map(latest.map((article) => [article.slug, article]));
  const shown = new Set(state.kept.map(({ slug }) => slug));
  const kept = [
    ...latest.filter(({ slug }) => !shown.has(slug) && belongs(slug)),
    ...state.kept.map((article) => bySlug.get(article.slug) ?? article),
  ];
  setState({ latest, kept });
  return kept;
}
