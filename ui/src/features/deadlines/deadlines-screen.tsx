import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Profile } from '../../api/answers.ts';
import { monthOfDay } from '../../api/plain-dates.ts';
import type { Due } from '../../hooks/dues.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { usePage } from '../../hooks/use-page.ts';
import { type Unverified, verifyGroups } from '../../hooks/verify-groups.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { eventId } from '../../parts/event-row.tsx';
import { monthName } from '../../parts/month-name.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { ToVerify } from '../../parts/to-verify.tsx';
import { type DeadlineFilters, readDeadlines, readDuty } from '../../paths.ts';
import styles from './deadlines-screen.module.css';
import { detailsId } from './due-label.tsx';
import { Events } from './events.tsx';
import { MonthDays } from './month-days.tsx';
import { MonthGrid } from './month-grid.tsx';
import { MonthHead, NextMonth } from './month-head.tsx';
import { MonthMissing, MonthNotes } from './month-states.tsx';
import { MovedNote } from './moved-note.tsx';
import { NothingToDo } from './nothing-to-do.tsx';
import { ScreenBar } from './screen-bar.tsx';
import { type Month, useMonth } from './use-month.ts';
import { useShownProfiles } from './use-shown-profiles.ts';
import { Whose } from './whose.tsx';

/** Without a choice in the address, a reader with answers sees what they decide. */
function useFilters(): DeadlineFilters {
  const filters = readDeadlines(useSearchParams()[0]);
  const isAnswered = useConcerns().answered;
  return { ...filters, tab: filters.tab ?? (isAnswered && !filters.role ? 'mine' : 'all') };
}

/** Deadlines: what is due in a month, for everybody and for the reader. */
export function DeadlinesScreen() {
  const { t } = useTranslation();
  const filters = useFilters();
  const today = todayInBucharest();
  const month = filters.month ?? monthOfDay(today);
  const shownProfiles = useShownProfiles();
  const state = useMonth(filters, month, today, shownProfiles.scope);
  const name = monthName(month, useLanguage());
  const duty = readDuty(useSearchParams()[0]);
  const heading = usePage(`${t(($) => $.deadlines.title)}: ${name}`);
  return (
    <>
      <MonthHead heading={heading} filters={filters} month={month} today={today} shown={state} />
      <div className={styles.controls}>
        <ScreenBar filters={filters} />
        <Whose filters={filters} shown={shownProfiles} />
      </div>
      <MonthNotes {...state} />
      {state.month ? (
        <Shown
          key={`${month} ${duty ?? ''}`}
          duty={duty}
          filters={filters}
          month={month}
          shown={state.month}
          today={today}
          without={state.concerns?.report?.not_applicable ?? []}
          profiles={state.concerns?.profiles ?? []}
          onAnswer={() => heading.current?.focus({ preventScroll: true })}
        />
      ) : (
        <MonthMissing {...state} />
      )}
      <NextMonth filters={filters} month={month} />
    </>
  );
}

/* What the address opens is in view, with the focus on what closes it. */
function useOpened(panel: string) {
  const first = useRef(panel);
  useEffect(() => {
    const opened = document.getElementById(first.current);
    const toggle = document.querySelector<HTMLElement>(`[aria-controls="${first.current}"]`);
    toggle?.focus({ preventScroll: true });
    opened?.scrollIntoView?.({ block: 'center' });
  }, []);
}

interface ShownProps {
  filters: DeadlineFilters;
  month: string;
  shown: Month;
  today: string;
  /** The duty that the address opens. */
  duty: string | undefined;
  without: readonly string[];
  profiles: readonly Profile[];
  onAnswer: () => void;
}

/* Several labels of one form are one name. */
const unverified =
  (language: Language) =>
  ({ form, words, concern }: Due): Unverified[] => {
    const verify = concern?.answer === 'yes' && concern.verify?.[language];
    return verify ? [{ name: form ?? sentenceCase(words), verify }] : [];
  };

function Shown({ filters, month, shown, today, duty, ...asks }: ShownProps) {
  const asked = shown.dues.find(
    ({ date, duties }) => date >= today && duties.some(({ id }) => id === duty),
  );
  const [open, setOpen] = useState(asked?.key);
  useOpened(asked ? detailsId(asked) : eventId(duty ?? ''));
  const canTick = filters.tab === 'mine';
  const language = useLanguage();
  // The past days of this month are folded: nothing above the list speaks of them.
  const isPast = month < monthOfDay(today);
  const unfolded = shown.dues.filter(({ date }) => isPast || date >= today);
  const toVerify = canTick ? verifyGroups(unfolded.flatMap(unverified(language)), 2) : [];
  const saidOnce = new Set(toVerify.map(({ verify }) => verify));
  const days = { open, onOpen: setOpen, today, canTick, saidOnce, ...asks };
  const isGrid = filters.view === 'month';
  return (
    <>
      {isGrid ? (
        <MonthGrid month={month} dues={shown.dues} {...days} />
      ) : (
        <>
          <MovedNote dues={unfolded} />
          <ToVerify groups={toVerify} />
          <MonthDays
            dues={shown.dues}
            next={shown.next}
            isOpen={shown.isOpen}
            month={month}
            filters={filters}
            {...days}
          />
        </>
      )}
      {isGrid && <MovedNote dues={shown.dues} />}
      {isGrid && <ToVerify groups={toVerify} />}
      <Events duties={shown.undated} folded={shown.dues.length > 0} opened={duty} />
      <NothingToDo entries={shown.others} folded={shown.dues.length > 0} />
    </>
  );
}
