import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../api/answers.ts';
import { monthOfDay } from '../../api/plain-dates.ts';
import { isConditional } from '../../hooks/due-kind.ts';
import type { Due } from '../../hooks/dues.ts';
import { usePrinting } from '../../hooks/use-printing.ts';
import { formatWeekday } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { DayOff } from '../../parts/day-off.tsx';
import { monthName, periodName } from '../../parts/month-name.ts';
import { TimeLeft } from '../../parts/time-left.tsx';
import styles from './day-row.module.css';
import { DueDetails } from './due-details.tsx';
import { DueLabel } from './due-label.tsx';
import { shortDay } from './short-day.ts';

/** How the days of a month are shown. */
export interface DaysShown {
  /** The key of the label that is open. */
  open: string | undefined;
  onOpen: (key: string | undefined) => void;
  today: string;
  /** Whether they are the reader's own, to be ticked off. */
  canTick: boolean;
  /** Ids of facts that do not apply, and of options that are not offered. */
  without: readonly string[];
  /** The profiles that the answers are of, at the places that they name. */
  profiles: readonly Profile[];
  /** What to verify about several labels, which stands above all days. */
  saidOnce: ReadonlySet<string>;
  /** The reader has answered the question of a label, which is about to change. */
  onAnswer: () => void;
}

interface DayRowProps extends DaysShown {
  date: string;
  dues: Due[];
}

/** A day: its certain labels, the conditional ones apart, and below them the one that is open. */
export function DayRow({ date, dues, today, open, onOpen, ...shown }: DayRowProps) {
  const { t } = useTranslation();
  const isPrinting = usePrinting();
  const sure = dues.filter((due) => !isConditional(due));
  const only = dues.filter(isConditional);
  const opened = dues.filter(({ key }) => isPrinting || key === open);
  const label = (due: Due) => (
    <DueLabel
      key={due.key}
      due={due}
      isOpen={due.key === open}
      onToggle={() => onOpen(due.key === open ? undefined : due.key)}
    />
  );
  return (
    <li className={styles.row}>
      <Day date={date} today={today} />
      <div className={styles.labels}>
        <Whose dues={sure} label={label} />
        <About dues={dues} sure={sure} />
      </div>
      {only.length > 0 && (
        <div className={styles.only}>
          <span className={styles.word}>{t(($) => $.deadlines.only_if_title)}:</span>
          <Whose dues={only} label={label} />
        </div>
      )}
      {opened.map((due) => (
        <DueDetails key={due.key} due={due} today={today} isWhole={isPrinting} {...shown} />
      ))}
    </li>
  );
}

interface WhoseProps {
  dues: Due[];
  label: (due: Due) => ReactNode;
}

/* Labels of several profiles, each group below its profile and the period that it is about. */
function Whose({ dues, label }: WhoseProps) {
  const language = useLanguage();
  const of = ({ whose, period }: Due) =>
    [whose, whose && period && periodName(period, language)].filter(Boolean).join(' · ');
  // Those of no profile in particular come first: a name above them would be wrong.
  const names = [...new Set(dues.map(of))].sort((a, b) => Number(a !== '') - Number(b !== ''));
  return names.map((name) => (
    <Fragment key={name}>
      {name && <span className={styles.whose}>{name}</span>}
      {dues.filter((due) => of(due) === name).map(label)}
    </Fragment>
  ));
}

function Day({ date, today }: { date: string; today: string }) {
  const language = useLanguage();
  const [month = '', year = ''] = monthName(monthOfDay(date), language).split(' ');
  return (
    <div className={styles.day}>
      <h2>
        <time dateTime={date}>
          <b>{Number(date.slice(8))}</b> {month}
          {year !== today.slice(0, 4) && ` ${year}`}
          <span className={styles.weekday}> {formatWeekday(date, language, 'long')}</span>
        </time>
      </h2>
      <TimeLeft date={date} today={today} />
    </div>
  );
}

/* The day from which a label moved, if it is in another month: the note above names all moved days, one from another
   month explains what the form is about. */
const movedFrom = ({ nominal, date }: Due) =>
  nominal && monthOfDay(nominal) !== monthOfDay(date) ? nominal : undefined;
/* The period that stands below the label; that of a profile stands beside its name. */
const periodBelow = ({ whose, period }: Due) => (whose === '' ? period : undefined);

/* What the labels of a day are about, from where they moved, and what to do on a day off. Words that are not true of
   all name their labels. */
function About({ dues, sure }: { dues: Due[]; sure: Due[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const fileBy = dues.find((due) => due.fileBy)?.fileBy;
  const keyOf = (due: Due) => `${periodBelow(due)} ${movedFrom(due)}`;
  const keys = [...new Set(sure.map(keyOf))];
  const words = keys.flatMap((key) => {
    const of = sure.filter((due) => keyOf(due) === key);
    const [period, from] = of.slice(0, 1).flatMap((due) => [periodBelow(due), movedFrom(due)]);
    const said = [
      period && periodName(period, language),
      from &&
        t(($) => $.deadlines.moved_from, { count: of.length, date: shortDay(from, language) }),
    ].filter(Boolean);
    if (said.length === 0) return [];
    const names = new Set(of.map(({ form, words }) => form ?? words));
    return keys.length > 1 ? `${[...names].join(', ')}: ${said.join(', ')}` : said.join(', ');
  });
  return (
    <>
      {words.length > 0 && <span className={styles.about}>{words.join('; ')}</span>}
      {fileBy && (
        <span className={styles.about}>
          <DayOff fileBy={fileBy} />
        </span>
      )}
    </>
  );
}
