import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deadlineTopic } from '../../api/follow-names.ts';
import { lastDayOf } from '../../api/plain-dates.ts';
import { type DayRange, queries } from '../../api/queries.ts';
import { readerQueries } from '../../api/reader-queries.ts';
import type { Deadline, Duty } from '../../api/types.ts';
import { dateLines, termLines } from '../../hooks/date-lines.ts';
import { answerOf, dueIn, type Sources } from '../../hooks/dues.ts';
import { type Interest, reasonFor } from '../../hooks/interest.ts';
import { ownWhat } from '../../hooks/own-what.ts';
import { useReaderAudience } from '../../hooks/reader-audience.ts';
import { useTermDates } from '../../hooks/term-dates.ts';
import { announcedIn, isOpen, type Undated, undatedOf } from '../../hooks/undated.ts';
import { type ConcernScope, type Concerns, useConcerns } from '../../hooks/use-concerns.ts';
import { rangeOfMonth } from '../../hooks/use-deadlines-query.ts';
import { useFollows } from '../../hooks/use-follows.ts';
import { useInterest } from '../../hooks/use-interest.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { DeadlineFilters } from '../../paths.ts';

/** A month of the chosen reader. */
export interface Month {
  dues: ReturnType<typeof dueIn>;
  /** What starts or ends. */
  others: Deadline[];
  undated: Undated;
  /** Falls in the month, on a day that is announced. */
  announced: ReturnType<typeof announcedIn>;
  /** Something without a day may still be due. */
  isOpen: boolean;
  /** The first later day with something certain. */
  next: string | undefined;
}

interface MonthState {
  /** `undefined` until all has loaded. */
  month?: Month;
  queries: [UseQueryResult<Deadline[]>, UseQueryResult<Duty[]>];
  /** What the reader's answers decide; `undefined` where they decide nothing. */
  concerns: Concerns | undefined;
}

/** What is due in a month: for all, or for the reader. */
export function useMonth(
  filters: DeadlineFilters,
  month: string,
  today: string,
  scope: ConcernScope,
): MonthState {
  const language = useLanguage();
  const range = rangeOfMonth(month, today);
  const answers = useConcerns(scope);
  const interest = useInterest();
  const follows = useFollows();
  const terms = useTermDates();
  const isMine = filters.tab === 'mine';
  const concerns = isMine && answers.answered ? answers : undefined;
  const decides = concerns !== undefined;
  const deadlines = useDeadlines(filters, range, decides);
  const duties = useQuery(queries.duties(range, filters, language));
  const isOfTab = useDutyFilter(filters);
  const report = concerns?.report;
  const profiles = concerns?.profiles;
  const unreachable = Boolean(report && (deadlines.isError || duties.isError));
  const [found, all] = [
    deadlines.data ?? (unreachable ? noDeadlines : undefined),
    duties.data ?? (unreachable ? noDuties : undefined),
  ];
  const result = useMemo(() => {
    if (!found || !all || !isOfTab || !interest || !follows || (decides && !report))
      return undefined;
    const shown = decides
      ? all.map((duty) => ownWhat(duty, report, language))
      : all.filter(isOfTab);
    const names = profiles && profiles.length > 1 ? profiles.map(({ name }) => name) : [];
    const facts = { deadlines: found, duties: shown, report, names };
    const known = monthOf({ month, today, ...facts, follows, terms }, interest);
    // What could not be loaded, and what no answer decides, may be due.
    return unreachable || (isMine && !decides) ? { ...known, isOpen: true } : known;
  }, [
    unreachable,
    isMine,
    found,
    all,
    isOfTab,
    interest,
    follows,
    decides,
    report,
    profiles,
    month,
    today,
    terms,
    language,
  ]);
  return { ...(result && { month: result }), queries: [deadlines, duties], concerns };
}

const noDeadlines: Deadline[] = [];
const noDuties: Duty[] = [];

function monthOf(sources: Sources, interest: Interest): Month {
  const { month, deadlines, duties, report, terms } = sources;
  const isMine = (day: Deadline) =>
    !report || answerOf(day, report) === 'yes' || reasonFor(day, interest) !== undefined;
  const later = report
    ? dateLines(report, duties).flatMap(({ date, kind }) => (kind === 'certain' ? date : []))
    : [
        ...deadlines.map(({ date }) => date),
        ...duties.flatMap(({ days }) => days.map((d) => d.date)),
      ];
  const ends = termLines(duties, terms, report).map(({ date }) => date);
  const last = lastDayOf(month);
  return {
    dues: dueIn(sources),
    others: deadlines.filter(
      (day) => day.kind !== 'due' && day.date.startsWith(month) && isMine(day),
    ),
    undated: undatedOf(sources),
    announced: announcedIn(sources),
    isOpen: isOpen(sources),
    next: [...later, ...ends].filter((date) => date > last).sort()[0],
  };
}

/* The server knows what an account follows. What a visitor chose, and all answers, are known to this
   device alone. */
function useDeadlines(filters: DeadlineFilters, range: DayRange, byAnswers: boolean) {
  const language = useLanguage();
  const uid = useUid();
  const interest = useInterest();
  const isMine = filters.tab === 'mine' && !byAnswers;
  const own = useQuery({
    ...readerQueries.deadlines(uid ?? '', range, filters, language),
    enabled: isMine && uid !== undefined,
  });
  const select = useMemo(() => {
    if (!isMine) return (every: Deadline[]) => every;
    return (all: Deadline[]) => all.filter((deadline) => interest && reasonFor(deadline, interest));
  }, [isMine, interest]);
  const all = useQuery({
    ...queries.deadlines(range, filters, language),
    enabled: !isMine || (uid === undefined && interest !== undefined),
    select,
  });
  return isMine && uid !== undefined ? own : all;
}

/* Chooses the duties of the tab. With a role in the filters, the server sends only its duties. */
function useDutyFilter({ tab, role }: DeadlineFilters): ((duty: Duty) => boolean) | undefined {
  const interest = useInterest();
  const audience = useReaderAudience();
  return useMemo(() => {
    if (tab !== 'mine') return () => true;
    if (!interest) return undefined;
    return (duty: Duty) =>
      role !== undefined ||
      duty.roles.some((name) => audience.includes(name)) ||
      interest.topics.includes(deadlineTopic(`duty.${duty.id}`));
  }, [tab, role, interest, audience]);
}
