import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { monthOfDay } from '../api/plain-dates.ts';
import { termOf } from '../api/term.ts';
import type { Duty } from '../api/types.ts';
import { dutyTermKey, setTermDate, useTermDates } from '../hooks/term-dates.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { formatDate } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { KeptWords } from '../ui/kept-words.tsx';
import { TextButton } from '../ui/text-button.tsx';
import styles from './event-row.module.css';
import { sentenceCase } from './sentence-case.ts';
import { TermForm } from './term-form.tsx';

/** The id of what the row of a duty opens. */
export const eventId = (duty: string) => `event-${duty}`;

interface EventRowProps {
  duty: Duty;
  /** Whether it is open at first. */
  opened?: boolean;
  /** What there is to know of the duty, drawn when the row is opened. */
  children: ReactNode;
}

/** What follows from an event, with its term: opened, it asks for the day and says what to do. */
export function EventRow({ duty, opened = false, children }: EventRowProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(opened);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = eventId(duty.id);
  const term = termOf(duty);
  const side = term
    ? `${term.count} ${t(($) => $.feed[term.unit], { count: term.count })}`
    : duty.rule;
  return (
    <>
      <button
        ref={toggle}
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <KeptWords text={duty.title} />
        </span>
        <span className={styles.side}>
          <b>{side}</b>
          {duty.form && !duty.title.includes(duty.form) && <span>{duty.form}</span>}
        </span>
      </button>
      {isOpen && (
        <div id={id} className={styles.opened}>
          {term && <When duty={duty} onDone={() => toggle.current?.focus()} />}
          {children}
        </div>
      )}
    </>
  );
}

/** The day of the event: it makes a dated duty of the term. */
function When({ duty, onDone }: { duty: Duty; onDone: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const key = dutyTermKey(duty);
  const kept = useTermDates()[key];
  const { shift, within } = duty;
  return (
    <>
      <TermForm
        entry={{ kind: 'due', ...(within && { within }), ...(shift && { shift }) }}
        termKey={key}
        from={kept?.from}
        onDone={onDone}
      />
      {kept && (
        <p role="status">
          {sentenceCase(t(($) => $.dates.until, { date: formatDate(kept.until, language) }))}{' '}
          <Link to={to.deadlines({ month: monthOfDay(kept.until) })}>
            {t(($) => $.dates.see_day)}
          </Link>{' '}
          <TextButton onClick={() => setTermDate(key, undefined)}>
            {t(($) => $.dates.forget_day)}
          </TextButton>
        </p>
      )}
    </>
  );
}
