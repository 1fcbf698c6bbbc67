import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../../api/api-error.ts';
import { queries } from '../../api/queries.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ArticleFailure } from './article-failure.tsx';
import { ArticleSkeleton } from './article-skeleton.tsx';
import { ArticleView } from './article-view.tsx';

/** One law change: as it stands, with its earlier revisions at hand. */
export function ArticleScreen({ slug }: { slug: string }) {
  const language = useLanguage();
  const query = useQuery({
    ...queries.article(slug, language),
    // Another language of the same article: the text stays until the other one is here.
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
