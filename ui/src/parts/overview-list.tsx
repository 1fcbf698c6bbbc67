import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OverviewItem } from '../api/types.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { monthName } from './month-name.ts';
import styles from './overview-list.module.css';
import { sentenceCase } from './sentence-case.ts';

/** Links to months in brief. */
export function OverviewList({ overviews }: { overviews: OverviewItem[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  return (
    <ul className={styles.list}>
      {overviews.map(({ id, month, topic_name }) => (
        <li key={id}>
          <Link to={to.overview(id)}>
            {t(($) => $.insights.overview, { month: sentenceCase(monthName(month, language)) })}
            {topic_name && `: ${topic_name[language]}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}
