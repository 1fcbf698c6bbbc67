import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../../api/api-error.ts';
import { queries } from '../../api/queries.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ArticleFailure } from './article-failure.tsx';
import { ArticleSkeleton } from './article-skeleton.tsx';
import { ArticleView } from './article-view.tsx';

/** One law change with its earlier revisions. */
export function ArticleScreen({ slug }: { slug: string }) {
  const language = useLanguage();
  const query = useQuery({
    ...queries.article(slug, language),
    // While the other language loads, the current text stays.
    placeholderData: (previous) => previous,
  });
  const current = query.data?.at(-1);

  return (
    <>
      <BackLink />
      {current && query.data ? (
        <ArticleView article={current} revisions={query.data} />
      ) : query.isPending && query.fetchStatus !== 'paused' ? (
        <ArticleSkeleton />
      ) : (
        <ArticleFailure
          reason={query.isPending ? 'offline' : isNotFound(query.error) ? 'not_found' : 'failed'}
          onRetry={() => query.refetch()}
        />
      )}
    </>
  );
}
