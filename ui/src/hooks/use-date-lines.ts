import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ConcernReport, Duty } from '../api/types.ts';
import { type DateLine, dateLines, termLines } from './date-lines.ts';
import { useTermDates } from './term-dates.ts';
import { useDutiesQuery } from './use-duties-query.ts';

/** The dates of a report and the ends of the terms that the reader has dated, from today on; `undefined` without a report, or until the duties are known. */
export function useDateLines(report: ConcernReport | undefined): DateLine[] | undefined {
  const { data: duties, isError } = useQuery({
    ...useDutiesQuery(),
    enabled: report !== undefined,
  });
  const known = duties ?? (isError ? none : undefined);
  const terms = useTermDates();
  return useMemo(() => {
    if (!report || !known) return undefined;
    const dated = termLines(known, terms, report).filter(({ date }) => date >= report.today);
    return [...dateLines(report, known), ...dated].sort((a, b) => a.date.localeCompare(b.date));
  }, [report, known, terms]);
}

const none: Duty[] = [];
