import { useTranslation } from 'react-i18next';
import { nextDeadline } from '../api/next-deadline.ts';
import type { Deadline, Language } from '../api/types.ts';
import { formatDate } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { classes } from '../ui/classes.ts';
import styles from './next-deadline-line.module.css';

interface NextDeadlineLineProps {
  deadlines: Deadline[];
  today: string;
  lang: Language;
}

/** The one deadline that matters now; a past one is labelled. */
export function NextDeadlineLine({ deadlines, today, lang }: NextDeadlineLineProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const next = nextDeadline(deadlines, today);
  if (!next) return null;
  const { what } = next;
  if (next.kind === 'rule') {
    return (
      <p className={styles.due} lang={lang}>
        {t(($) => $.home.due_rule, { rule: next.rule, what })}
      </p>
    );
  }
  const date = formatDate(next.date, language);
  return next.kind === 'coming' ? (
    <p className={styles.due}>{t(($) => $.home.due, { date, what })}</p>
  ) : (
    <p className={classes(styles.due, styles.past)}>{t(($) => $.home.due_past, { date, what })}</p>
  );
}
