import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import type { Concerns } from '../hooks/use-concerns.ts';
import { formatDate } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import styles from './by-answers.module.css';
import { useCountWords } from './use-count-words.ts';

/** What the reader's answers make of a screen, with the way to the list and to the answers. */
export function ByAnswers({ concerns }: { concerns: Concerns }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const { report, failed, offline } = concerns;
  const count = useCountWords()(report);
  if (!report || !count) return null;
  const words = count.charAt(0).toLocaleLowerCase() + count.slice(1);
  const date = formatDate(report.today, language);
  return (
    <p className={styles.line} data-print="hide">
      {t(($) => $.concerns.by_answers, { things: words })}.{' '}
      {(failed || offline) && t(($) => $.concerns.as_of, { date })}{' '}
      <Link to={to.questions('list')}>{t(($) => $.concerns.see_list)}</Link>
    </p>
  );
}
