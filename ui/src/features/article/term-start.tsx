import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Article, DatedEntry } from '../../api/types.ts';
import { useTermDates } from '../../hooks/term-dates.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { TermForm } from '../../parts/term-form.tsx';
import { TextButton } from '../../ui/text-button.tsx';
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
      {open && <TermForm entry={entry} termKey={key} from={kept?.from} onDone={close} />}
    </div>
  );
}
