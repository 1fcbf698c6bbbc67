import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import type { Article } from '../../api/types.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { AmendedActs } from '../../parts/amended-acts.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ArticleSection } from './article-section.tsx';

/** The provisions that the act changes, before and after. */
export function AmendmentsSection({ article }: { article: Article }) {
  const { t } = useTranslation();
  const query = useQuery(queries.amendments(article.slug, useLanguage()));
  return (
    <ArticleSection id="amendments" title={t(($) => $.article.amendments.title)}>
      <Loaded query={query} failed={t(($) => $.article.amendments.failed)} waiting={<Loading />}>
        {(data) => <AmendedActs acts={data} />}
      </Loaded>
    </ArticleSection>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <>
      <p className="visually-hidden" role="status">
        {t(($) => $.common.loading)}
      </p>
      {['first', 'second', 'third'].map((name) => (
        <p key={name} className="amendment-words">
          <Skeleton shape="short" />
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </p>
      ))}
    </>
  );
}
