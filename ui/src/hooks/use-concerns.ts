import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Answers } from '../api/answers.ts';
import { concernQueries } from '../api/concerns.ts';
import { daysAfter } from '../api/plain-dates.ts';
import type { ConcernReport } from '../api/types.ts';
import { todayInBucharest } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useDeviceAnswers } from './device-answers.ts';
import { daysAhead } from './use-duties-query.ts';
import { useSettled } from './use-settled.ts';

/** What concerns the reader, by the answers on this device. */
export interface Concerns {
  /** Whether the reader has answered anything. */
  answered: boolean;
  /** `undefined` until it is known. */
  report: ConcernReport | undefined;
  /** The report is of earlier answers: another is on its way. */
  isBehind: boolean;
  /** The server could not be asked; the report, if any, is of `report.today`. */
  failed: boolean;
  /** There is no connection; otherwise as `failed`. */
  offline: boolean;
  retry: () => void;
}

/* A question that was passed over decides which one is next. */
function isAsked({ facts, skipped }: Answers): boolean {
  return Object.keys(facts).length + skipped.length > 0;
}

/** Asks the server what concerns the reader; without answers it asks nothing. */
export function useConcerns(): Concerns {
  const language = useLanguage();
  const now = useDeviceAnswers();
  const settled = useSettled(now);
  const asked = isAsked(now);
  const until = daysAfter(todayInBucharest(), daysAhead);
  const input = useMemo(() => ({ ...settled, until }), [settled, until]);
  const query = useQuery({
    ...concernQueries.report(input, language),
    enabled: asked && isAsked(settled),
    placeholderData: keepPreviousData,
  });
  return {
    answered: Object.keys(now.facts).length > 0,
    report: asked ? query.data : undefined,
    isBehind: query.isPlaceholderData || settled !== now,
    failed: query.isError,
    offline: query.fetchStatus === 'paused',
    retry: () => void query.refetch(),
  };
}
