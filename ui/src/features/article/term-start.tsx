import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { termEnd, termOf } from '../../api/term.ts';
import type { Article, DatedEntry } from '../../api/types.ts';
import { setTermDate, useTermDates } from '../../hooks/term-dates.ts';
import { useTask } from '../../hooks/use-task.ts';
import { formatDate, todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { termKey } from './term-key.ts';
import styles from './term-start.module.css';

interface TermStartProps {
  article: Article;
  entry: DatedEntry;
}

/** Asks on which day a relative term begins, and keeps the answer on this device. */
export function TermStart({ article, entry }: TermStartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const terms = useTermDates();
  const key = termKey(article, entry);
  if (!key) return null;
  const kept = terms[key];

  function close() {
    setOpen(false);
    toggle.current?.focus();
  }

  return (
    <div className={styles.term} data-print="hide">
      {kept && (
        <p className={styles.counted}>
          {t(($) => $.article.term_counted, { date: formatDate(kept.from, language) })}
        </p>
      )}
      <TextButton ref={toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        {kept ? t(($) => $.article.term_change) : t(($) => $.feed.find_date)}
        <span className="visually-hidden">
          {t(($) => $.home.about_article, { title: entry.what })}
        </span>
      </TextButton>
      {open && <StartForm entry={entry} termKey={key} from={kept?.from} onDone={close} />}
    </div>
  );
}

interface StartFormProps {
  entry: DatedEntry;
  termKey: string;
  from: string | undefined;
  onDone: () => void;
}

function StartForm({ entry, termKey: key, from, onDone }: StartFormProps) {
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
