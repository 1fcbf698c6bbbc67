import { useTranslation } from 'react-i18next';
import { grid } from '../ui/layout.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const cards = ['first', 'second', 'third', 'fourth'];

/** Placeholders as high as the real cards while the list loads. */
export function CardSkeletons() {
  const { t } = useTranslation();
  return (
    <div className={grid(8)}>
      <p className="visually-hidden" role="status">
        {t(($) => $.common.loading)}
      </p>
      {cards.map((card) => (
        <div key={card} className="card">
          <div className="card-meta">
            <Skeleton shape="badge" />
          </div>
          <div className="card-title">
            <Skeleton shape="title" />
          </div>
          <div>
            <Skeleton />
            <Skeleton />
            <Skeleton shape="short" />
          </div>
          <div className="card-actions">
            <Skeleton shape="badge" />
          </div>
        </div>
      ))}
    </div>
  );
}
