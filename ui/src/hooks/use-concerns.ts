import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Answers, Profile } from '../api/answers.ts';
import { concernQueries } from '../api/concerns.ts';
import { keptReport } from '../api/kept-report.ts';
import { daysAfter } from '../api/plain-dates.ts';
import type { ConcernReport } from '../api/types.ts';
import { todayInBucharest } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useProfiles } from './reader-profiles.ts';
import { daysAhead } from './use-duties-query.ts';
import { useSettled } from './use-settled.ts';
import { useUid } from './use-user-data.ts';
import { withWhoseNotes } from './whose-notes.ts';

/** What concerns the reader, by the answers of the reader's profiles. */
export interface Concerns {
  /** Whether the reader has answered anything. */
  answered: boolean;
  /** `undefined` until it is known. */
  report: ConcernReport | undefined;
  /** The profiles that the report is about, at the places that it names. */
  profiles: readonly Profile[];
  /** The report, if any, is of earlier answers. */
  isBehind: boolean;
  /** A report on the answers is on its way: not after a failure, nor without a connection. */
  isAwaited: boolean;
  /** The server could not be asked; the report, if any, is of `report.today`. */
  failed: boolean;
  /** There is no connection; otherwise as `failed`. */
  offline: boolean;
  retry: () => void;
}

/** The profiles whose answers count: all, the one that the questions are about, or those with these ids. */
export type ConcernScope = 'all' | 'chosen' | ReadonlyArray<string | undefined>;

export const isAnswered = ({ facts }: Answers) => Object.keys(facts).length > 0;

const nameOf = ({ name }: Profile) => name;

/* A profile of the last visit, whose answers are not known yet. */
const withoutAnswers = (name: string): Profile => ({ id: undefined, name, facts: {}, skipped: [] });
const none: Profile[] = [];

/* A question that was passed over decides which one is next. */
const isAsked = ([first]: Profile[]) =>
  first !== undefined && Object.keys(first.facts).length + first.skipped.length > 0;

/* The chosen profile is the first: its questions come next. One without answers decides nothing. */
function useAsked(scope: ConcernScope): Profile[] {
  const { profiles, chosen } = useProfiles();
  return useMemo(() => {
    if (scope === 'chosen') return [chosen];
    const of = profiles?.filter(({ id }) => scope === 'all' || scope.includes(id)) ?? [];
    const others = of.filter((one) => one !== chosen && isAnswered(one));
    const isFirst = of.includes(chosen) && isAnswered(chosen);
    return isFirst || others.length === 0 ? [chosen, ...others] : others;
  }, [profiles, chosen, scope]);
}

/**
 * Asks the server what concerns the reader; without answers it asks nothing. What concerns one of
 * several profiles concerns the reader.
 */
export function useConcerns(scope: ConcernScope = 'all'): Concerns {
  const language = useLanguage();
  const uid = useUid();
  const known = useProfiles();
  const now = useAsked(scope);
  const hasSeveral = known.profiles !== undefined && known.profiles.length > 1;
  const isWhole = scope === 'all' || !hasSeveral;
  const settled = useSettled(now);
  const until = daysAfter(todayInBucharest(), daysAhead);
  const input = useMemo(() => {
    const [first, ...others] = settled;
    const { facts = {}, skipped = [] } = first ?? {};
    return { facts, skipped, others: others.map((one) => one.facts), until };
  }, [settled, until]);
  const query = useQuery({
    ...concernQueries.report(uid, input, language, isWhole ? settled.map(nameOf) : undefined),
    enabled: isAsked(now) && isAsked(settled),
    // The last report of the same reader.
    placeholderData: (last, { queryKey } = {} as never) =>
      (queryKey?.[1] === (uid ?? 'report') ? last : undefined) ??
      keptReport.last(uid, language)?.report,
  });
  const { isError, data = isError ? keptReport.last(uid, language)?.report : undefined } = query;
  const named = useMemo(() => data && withWhoseNotes(data, settled.map(nameOf)), [data, settled]);
  const retry = () => void query.refetch();
  if (!known.profiles) {
    const { failed, offline } = known;
    const kept = keptReport.ofAccount(uid, language);
    const answered = kept !== undefined;
    return {
      answered,
      report: kept && withWhoseNotes(kept.report, kept.names),
      profiles: kept?.names.map(withoutAnswers) ?? none,
      isBehind: true,
      isAwaited: answered && !failed && !offline,
      failed,
      offline,
      retry,
    };
  }
  const answered = now.some(isAnswered);
  const isBehind = query.isPlaceholderData || query.data === undefined || settled !== now;
  const offline = query.fetchStatus === 'paused';
  return {
    answered,
    report: isAsked(now) ? named : undefined,
    profiles: settled,
    isBehind,
    isAwaited: answered && isBehind && !isError && !offline,
    failed: isError,
    offline,
    retry,
  };
}
