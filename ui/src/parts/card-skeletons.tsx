import { useTranslation } from 'react-i18next';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './law-change-card.module.css';

const cards = ['first', 'second', 'third', 'fourth'];

/** Placeholders as high as the real cards while the list loads. */
export function CardSkeletons() {
  const { t } = useTranslation();
  return (
    <div className={styles.skeletons}>
      <p className="visually-hidden" role="status">
        {t(($) => $.common.loading)}
      </p>
      {cards.map((card) => (
        <div key={card} className={styles.card}>
          <div className={styles.meta}>
            <Skeleton shape="badge" />
          </div>
          <div className={styles.title}>
            <Skeleton shape="title" />
          </div>
          <div className={styles.excerpt}>
            <Skeleton />
            <Skeleton />
            <Skeleton shape="short" />
          </div>
          <div className={styles.actions}>
            <Skeleton shape="badge" />
          </div>
        </div>
      ))}
    </div>
  );
}
