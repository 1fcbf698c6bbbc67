import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { useCountWords } from '../../parts/use-count-words.ts';
import { useProfileWords } from '../../parts/use-profile-words.ts';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './profile-line.module.css';

/** Who the reader is, in the words of the answers, or the names of several profiles; with the way to the answers. */
export function ProfileLine({ concerns }: { concerns: Concerns }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const language = useLanguage();
  const { report, failed, offline, retry } = concerns;
  const count = useCountWords()(report);
  const words = useProfileWords();
  const { profiles } = concerns;
  const [first] = profiles;
  const who =
    profiles.length > 1 ? profiles.map(({ name }) => name).join(' · ') : first && words(first);
  return (
    <p className={styles.line} data-print="hide">
      {who && <span className={styles.who}>{sentenceCase(who)}</span>}{' '}
      <span role="status" className={who ? 'visually-hidden' : undefined}>
        {count}
      </span>{' '}
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
