import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import { WordDifference } from '../../parts/word-difference.tsx';
import styles from './revision-list.module.css';

interface RevisionDifferenceProps {
  before: Article;
  after: Article;
}

/** What the next revision changed, word by word, for each part that it changed. */
export function RevisionDifference({ before, after }: RevisionDifferenceProps) {
  const { t } = useTranslation();
  const steps = (article: Article) => article.implementation_key_points.join('\n');
  const dates = (article: Article) =>
    article.deadlines
      .map(({ date, rule, what }) => [date, rule, what].filter(Boolean).join(' '))
      .join('\n');
  const parts = [
    { name: t(($) => $.article.changed_title), read: (article: Article) => article.title },
    { name: t(($) => $.article.in_short), read: (article: Article) => article.in_short ?? '' },
    { name: t(($) => $.article.steps), read: steps },
    { name: t(($) => $.article.dates), read: dates },
    {
      name: t(($) => $.article.plain_words),
      read: (article: Article) => article.simple_explanation,
    },
    { name: t(($) => $.article.summary), read: (article: Article) => article.technical_summary },
  ];
  // Texts in different languages cannot be compared: only one revision has the translation.
  const changed =
    before.lang === after.lang ? parts.filter(({ read }) => read(before) !== read(after)) : [];
  return (
    <>
      <p className={styles.changed}>
        {t(($) => $.article.changed_in, { revision: after.revision })}
      </p>
      {changed.length === 0 && <p>{t(($) => $.article.changed_nothing)}</p>}
      {changed.map(({ name, read }) => (
        <div key={name}>
          <p className={styles.part}>{name}</p>
          <WordDifference before={read(before)} after={read(after)} lang={after.lang} />
        </div>
      ))}
    </>
  );
}
