import { useTranslation } from 'react-i18next';
import { Columns } from '../../ui/columns.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './article-view.module.css';
import box from './in-short.module.css';

/** Placeholder with the article's dimensions. */
export function ArticleSkeleton() {
  const { t } = useTranslation();
  return (
    <Columns>
      <p className="visually-hidden" role="status">
        {t(($) => $.common.loading)}
      </p>
      <Skeleton shape="badge" />
      <div className={styles.title}>
        <Skeleton shape="title" />
        <Skeleton shape="short" />
      </div>
      <div className={box.box}>
        <Skeleton />
        <Skeleton />
        <Skeleton shape="short" />
        <Skeleton />
        <Skeleton shape="short" />
      </div>
      <div className={styles.section}>
        <Skeleton />
        <Skeleton />
        <Skeleton shape="short" />
      </div>
    </Columns>
  );
}
