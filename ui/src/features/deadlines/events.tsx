import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { termOf } from '../../api/term.ts';
import type { Duty } from '../../api/types.ts';
import { setTermDate, useTermDates } from '../../hooks/term-dates.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { TermForm } from '../../parts/term-form.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { isByEvent, termKey } from './due.ts';
import { DutyFacts } from './duty-facts.tsx';
import { EventRows, few } from './event-rows.tsx';
import styles from './events.module.css';

interface EventsProps {
  duties: Duty[];
  /** The month has days, which come first: the rest is folded away. */
  folded: boolean;
  /** The id of the one that is open at first. */
  opened?: string | undefined;
}

/** What follows from an event of the reader's, then what has its day set each year. */
export function Events({ duties, folded, opened }: EventsProps) {
  const { t } = useTranslation();
  if (duties.length === 0) return null;
  const events = duties.filter(isByEvent);
  const rows = [...events, ...duties.filter((duty) => !isByEvent(duty))].map((duty) => (
    <Event key={duty.id} duty={duty} opened={duty.id === opened} />
  ));
  const title = t(($) => $.deadlines[events.length > 0 ? 'if_it_happens' : 'by_event']);
  const isAsked = duties.some(({ id }) => id === opened);
  return <EventRows title={title} rows={rows} first={isAsked ? rows.length : folded ? 0 : few} />;
}

/** The id of what the row of a duty opens. */
export const eventId = (duty: string) => `event-${duty}`;

/** An event with its term: opened, it asks for the day and says what to do. */
function Event({ duty, opened }: { duty: Duty; opened: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(opened);
  const toggle = useRef<HTMLButtonElement>(null);
  const term = termOf(duty);
  const id = eventId(duty.id);
  const side = term
    ? `${term.count} ${t(($) => $.feed[term.unit], { count: term.count })}`
    : duty.rule;
  return (
    <li>
      <button
        ref={toggle}
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{duty.title}</span>
        <span className={styles.side}>
          <b>{side}</b>
          {duty.form && <span>{duty.form}</span>}
        </span>
      </button>
      {isOpen && (
        <div id={id} className={styles.opened}>
          {term && <When duty={duty} onDone={() => toggle.current?.focus()} />}
          <DutyFacts duty={duty} withWho />
        </div>
      )}
    </li>
  );
}

/** The day of the event: it makes a dated duty of the term. */
function When({ duty, onDone }: { duty: Duty; onDone: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const key = termKey(duty);
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
          {sentenceCase(t(($) => $.deadlines.until, { date: formatDate(kept.until, language) }))}{' '}
          <Link to={to.deadlines({ month: kept.until.slice(0, 7) })}>
            {t(($) => $.deadlines.see_day)}
          </Link>{' '}
          <TextButton onClick={() => setTermDate(key, undefined)}>
            {t(($) => $.deadlines.forget_day)}
          </TextButton>
        </p>
      )}
    </>
  );
}
