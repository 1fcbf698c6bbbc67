import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ConcernReport } from '../api/types.ts';
import { type DateLine, dateLines } from './date-lines.ts';
import { useDutiesQuery } from './use-duties-query.ts';

/** The dates of a report from today on; `undefined` without a report, or until the duties are known. */
export function useDateLines(report: ConcernReport | undefined): DateLine[] | undefined {
  const { data: duties, isError } = useQuery({
    ...useDutiesQuery(),
    enabled: report !== undefined,
  });
  const known = duties ?? (isError ? none : undefined);
  return useMemo(() => report && known && dateLines(report, known), [report, known]);
}

const none: [] = [];
