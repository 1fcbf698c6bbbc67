import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useCountWords } from '../../parts/use-count-words.ts';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './profile-line.module.css';

/** How many things concern the reader, with the way to the reasons and answers. */
export function ProfileLine({ concerns }: { concerns: Concerns }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const language = useLanguage();
  const { report, failed, offline, retry } = concerns;
  const count = useCountWords()(report);
  return (
    <p className={styles.line} data-print="hide">
      <span role="status">{count}</span>{' '}
      <Link to={to.questions('list')}>
        {t(($) => $.home.change_profile)}
        <span className="visually-hidden">{t(($) => $.home.change_profile_what)}</span>
      </Link>
      {offline && report && (
        <span role="status">
          {t(($) => $.home.offline_title)}.{' '}
          {t(($) => $.concerns.list_of, { date: formatDate(report.today, language) })}
        </span>
      )}
      {failed && <TextButton onClick={retry}>{t(($) => $.common.retry)}</TextButton>}
    </p>
  );
}
