import { useState } from 'react';

interface Named {
  slug: string;
}

/**
 * A list that does not jump: what it has shown stays in its place until the screen is left, even if
 * it no longer belongs there. What is new comes first.
 *
 * `belongs` keeps out what an older answer still holds. Give the component a `key` for each list.
 */
export function useKeptArticles<Article extends Named>(
  latest: Article[] | undefined,
  belongs: (slug: string) => boolean,
): Article[] {
  const [state, setState] = useState<{ latest?: Article[] | undefined; kept: Article[] }>({
    kept: [],
  });
  if (latest === undefined || state.latest === latest) return state.kept;
  const bySlug = new Map(latest.map((article) => [article.slug, article]));
  const shown = new Set(state.kept.map(({ slug }) => slug));
  const kept = [
    ...latest.filter(({ slug }) => !shown.has(slug) && belongs(slug)),
    ...state.kept.map((article) => bySlug.get(article.slug) ?? article),
  ];
  setState({ latest, kept });
  return kept;
}
