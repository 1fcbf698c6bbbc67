import { ChangedWords } from './changed-words.tsx';
import { wordDiff } from './word-diff.ts';
import styles from './word-difference.module.css';

interface WordDifferenceProps {
  before: string;
  after: string;
  lang: string;
}

/** What changed between two texts: removed words struck, added ones underlined, both named. */
export function WordDifference({ before, after, lang }: WordDifferenceProps) {
  let at = 0;
  const runs = wordDiff(before, after).map((run) => {
    at += run.text.length;
    return { ...run, key: `${run.kind} ${at}` };
  });
  return (
    <p className={styles.text} lang={lang}>
      {runs.map(({ kind, text, key }) => {
        if (kind === 'same') return <span key={key}>{text}</span>;
        return <ChangedWords key={key} kind={kind} text={text} className={styles[kind]} />;
      })}
    </p>
  );
}
