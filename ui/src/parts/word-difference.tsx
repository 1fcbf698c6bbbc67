import { useTranslation } from 'react-i18next';
import { wordDiff } from './word-diff.ts';
import styles from './word-difference.module.css';

interface WordDifferenceProps {
  before: string;
  after: string;
  lang: string;
}

/** What changed between two texts: removed words struck, added ones underlined, both named. */
export function WordDifference({ before, after, lang }: WordDifferenceProps) {
  const { t } = useTranslation();
  let at = 0;
  const runs = wordDiff(before, after).map((run) => {
    at += run.text.length;
    return { ...run, key: `${run.kind} ${at}` };
  });
  return (
    <p className={styles.text} lang={lang}>
      {runs.map(({ kind, text, key }) => {
        if (kind === 'same') return <span key={key}>{text}</span>;
        const Changed = kind === 'removed' ? 'del' : 'ins';
        return (
          <Changed key={key} className={styles[kind]}>
            <span className="visually-hidden">
              {kind === 'removed' ? t(($) => $.common.removed) : t(($) => $.common.added)}{' '}
            </span>
            {text}
          </Changed>
        );
      })}
    </p>
  );
}
