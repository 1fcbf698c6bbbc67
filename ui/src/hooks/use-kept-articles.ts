import { useState } from 'react';

interface Named {
  slug: string;
}

interface Keeping {
  /** Whether the list was asked for since the screen came; until then it may be an old one. */
  fresh: boolean;
  /** Keeps out what an older answer still holds. */
  belongs: (slug: string) => boolean;
}

/**
 * A list that does not jump: what it has shown stays in its place until the screen is left, even if
 * it no longer belongs there. What is new comes first. Give the component a `key` for each list.
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
