import { useTranslation } from 'react-i18next';
import type { Deadline, Language } from '../../api/types.ts';
import { formatDate, todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { classes } from '../../ui/classes.ts';
import styles from './deadline-list.module.css';

interface DeadlineListProps {
  deadlines: Deadline[];
  lang: Language;
}

/** Deadlines by date, recurring ones last; past ones are labelled. */
export function DeadlineList({ deadlines, lang }: DeadlineListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = todayInBucharest();
  const sorted = [...deadlines].sort((a, b) => (a.date ?? '9').localeCompare(b.date ?? '9'));
  return (
    <ul className={styles.list}>
      {sorted.map((deadline) => {
        const past = deadline.date !== undefined && deadline.date < today;
        return (
          <li
            key={`${deadline.date} ${deadline.rule} ${deadline.what}`}
            className={classes(styles.deadline, past && styles.past)}
          >
            <p className={styles.when}>
              {deadline.date && (
                <time dateTime={deadline.date}>{formatDate(deadline.date, language)}</time>
              )}
              {past && <span className={styles.mark}>{t(($) => $.article.deadline_past)}</span>}
              {deadline.rule && <span lang={lang}>{deadline.rule}</span>}
            </p>
            <div lang={lang}>
              <p className={styles.what}>{deadline.what}</p>
              {deadline.who && <p className={styles.who}>{deadline.who}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
