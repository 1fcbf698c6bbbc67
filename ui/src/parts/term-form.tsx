import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { termEnd, termOf, type WithTerm } from '../api/term.ts';
import { setTermDate } from '../hooks/term-dates.ts';
import { useTask } from '../hooks/use-task.ts';
import { todayInBucharest } from '../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './term-form.module.css';

interface TermFormProps {
  entry: WithTerm;
  /** Under which the days are kept on this device. */
  termKey: string;
  /** The day on which the term begins, if the reader has named it. */
  from: string | undefined;
  onDone: () => void;
}

/** Asks on which day a term begins, and keeps its days on this device. */
export function TermForm({ entry, termKey: key, from, onDone }: TermFormProps) {
  const { t } = useTranslation();
  const [day, setDay] = useState(from ?? todayInBucharest());
  const [missing, setMissing] = useState(false);
  const task = useTask();

  async function find(event: FormEvent) {
    event.preventDefault();
    const term = termOf(entry);
    setMissing(day === '');
    if (!term || day === '') return;
    const found = await task.start(async () =>
      setTermDate(key, { from: day, until: await termEnd(entry, term, day) }),
    );
    if (found) onDone();
  }

  const failed = task.state.phase === 'failed' ? t(($) => $.article.term_failed) : undefined;
  return (
    <form className={styles.form} noValidate onSubmit={find}>
      <TextField
        type="date"
        label={t(($) => $.article.term_from)}
        hint={t(($) => $.feed.kept_here_short)}
        value={day}
        error={missing ? t(($) => $.article.term_missing) : failed}
        onChange={(event) => setDay(event.target.value)}
      />
      <Button type="submit" aria-disabled={task.busy}>
        {t(($) => $.article.term_find)}
      </Button>
    </form>
  );
}
