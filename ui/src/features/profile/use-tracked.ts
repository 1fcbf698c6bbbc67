import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readerQueries } from '../../api/reader-queries.ts';
import { useKeptArticles } from '../../hooks/use-kept-articles.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { logFailure } from '../../log.ts';

const all = () => true;

/** The tracked articles, with those untracked on this visit; `undefined` until they have loaded. */
export function useTracked(uid: string, enabled: boolean) {
  const language = useLanguage();
  const query = useQuery({ ...readerQueries.marked('tracked', uid, language), enabled });
  const articles = useKeptArticles(query.data, { fresh: query.isFetchedAfterMount, belongs: all });
  const { error } = query;
  useEffect(() => {
    if (error) logFailure('The tracked articles could not be loaded.', error);
  }, [error]);
  return query.data && articles;
}
