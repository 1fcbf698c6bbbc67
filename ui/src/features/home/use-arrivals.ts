import { useState } from 'react';
import type { ArticleSummary } from '../../api/types.ts';

interface Known {
  /** The list that was first shown: its search and language. */
  list: string;
  slugs: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

function slugsOf(articles: ArticleSummary[]): ReadonlySet<string> {
  return new Set(articles.map(({ slug }) => slug));
}

/**
 * Holds back what is published while the list is open, so that nothing moves under the reader's
 * hand, and counts it.
 */
export function useArrivals(articles: ArticleSummary[] | undefined, list: string) {
  const [known, setKnown] = useState<Known>();
  const [accepted, setAccepted] = useState(none);
  if (articles && known?.list !== list) setKnown({ list, slugs: slugsOf(articles) });

  const held = (articles ?? []).filter(
    ({ slug }) => known?.list === list && !known.slugs.has(slug),
  );
  return {
    shown: held.length === 0 ? articles : articles?.filter((article) => !held.includes(article)),
    /** What waits to be shown. */
    held,
    /** What was shown on request; it counts as new until the reader leaves. */
    accepted,
    show(): void {
      setAccepted(new Set([...accepted, ...slugsOf(held)]));
      setKnown({ list, slugs: slugsOf(articles ?? []) });
    },
  };
}
