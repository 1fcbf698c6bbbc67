import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { queries } from '../../api/queries.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { useDateLines } from '../../hooks/use-date-lines.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { DateLines } from '../../parts/date-lines.tsx';
import { useCountWords } from '../../parts/use-count-words.ts';
import { muted } from '../../ui/layout.ts';
import styles from './live-list.module.css';

const mostListed = 5;

/** How many things concern the reader so far, and the first dates of them. */
export function LiveList({ concerns }: { concerns: Concerns }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const words = useCountWords()(concerns.report);
  const lines = useDateLines(concerns.report) ?? [];
  const { data: articles } = useQuery(queries.lawChanges(useLanguage()));
  return (
    <section className={styles.live} aria-labelledby="live-count">
      <div role="status">
        <h2 id="live-count">{words ?? t(($) => $.questions.list_here)}</h2>
      </div>
      {lines.length > 0 && (
        <DateLines
          lines={lines.slice(0, mostListed)}
          articles={articles}
          today={todayInBucharest()}
        />
      )}
      {concerns.report ? (
        <p>
          <Link to={to.questions('list')}>{t(($) => $.questions.show)}</Link>
        </p>
      ) : (
        <p className={muted}>{t(($) => $.questions.may_skip)}</p>
      )}
    </section>
  );
}
