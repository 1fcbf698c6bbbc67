import { useTranslation } from 'react-i18next';
import { Columns } from '../../ui/columns.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholder with the article's dimensions. */
export function ArticleSkeleton() {
  const { t } = useTranslation();
  return (
    <Columns>
      <p className="visually-hidden" role="status">
        {t(($) => $.common.loading)}
      </p>
      <Skeleton shape="badge" />
      <div className="article-title">
        <Skeleton shape="title" />
        <Skeleton shape="short" />
      </div>
      <div className="in-short">
        <Skeleton />
        <Skeleton />
        <Skeleton shape="short" />
        <Skeleton />
        <Skeleton shape="short" />
      </div>
      <div className="article-section">
        <Skeleton />
        <Skeleton />
        <Skeleton shape="short" />
      </div>
    </Columns>
  );
}
