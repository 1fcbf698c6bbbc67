import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ArticleSummary } from '../../api/types.ts';
import type { DateLine } from '../../hooks/date-lines.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { DateLines } from '../../parts/date-lines.tsx';
import styles from './reader-dates.module.css';

const most = 4;

interface ReaderDatesProps {
  lines: DateLine[];
  articles: ArticleSummary[] | undefined;
  today: string;
}

/** The next dates of the reader, by the answers. */
export function ReaderDates({ lines, articles, today }: ReaderDatesProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  if (lines.length === 0) return null;
  return (
    <section className="duties" aria-labelledby="duties">
      <div className="duties-head">
        <h2 id="duties" className="duties-title">
          {t(($) => $.feed.duties)}
        </h2>
        <Link to={to.deadlines({ tab: 'mine' })} className={styles.all} data-print="hide">
          {t(($) => $.feed.all_duties)}
        </Link>
      </div>
      <div className={styles.lines}>
        <DateLines lines={lines.slice(0, most)} articles={articles} today={today} />
      </div>
    </section>
  );
}
