import { useQuery } from '@tanstack/react-query';
import { lastDayOf, monthsAfter } from '../../api/plain-dates.ts';
import { isLineDone } from '../../hooks/done-lines.ts';
import { useAllDone } from '../../hooks/done-steps.ts';
import { useTermDates } from '../../hooks/term-dates.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { useDateLines } from '../../hooks/use-date-lines.ts';
import { useDeadlinesQuery } from '../../hooks/use-deadlines-query.ts';
import { useDutiesQuery } from '../../hooks/use-duties-query.ts';
import { useFollows } from '../../hooks/use-follows.ts';
import { type HomeAnswer, homeAnswer } from './home-answer.ts';

interface Reader {
  concerns: Concerns;
  visitor: boolean;
  today: string;
}

/** What Home's heading answers; `undefined` while unknown. */
export function useHomeAnswer({ concerns, visitor, today }: Reader): HomeAnswer | undefined {
  const { answered, report, failed, offline, isBehind } = concerns;
  const lines = useDateLines(report);
  const duties = useQuery({ ...useDutiesQuery(), enabled: answered });
  const done = useAllDone();
  const terms = useTermDates();
  const follows = useFollows();
  const certain = lines?.filter((line) => line.kind === 'certain' && !isLineDone(line, done));
  const until = lastDayOf(monthsAfter(today, 1));
  const next = certain?.find(({ date }) => date > until)?.date;
  const days = useQuery({ ...useDeadlinesQuery(), enabled: answered });

  // What may be due matters only where nothing is certain.
  const isSure = certain?.some(({ date }) => date <= until);
  if (!answered) return { kind: visitor ? 'visitor' : 'unknown' };
  if ((failed || offline) && (isBehind || report?.today !== today)) {
    const was = certain?.[0]?.date;
    return { kind: 'unchecked', ...(report && { of: report.today }), ...(was && { next: was }) };
  }
  const isWaiting = [duties, ...(isSure ? [] : [days])].some(
    ({ data, isError }) => !data && !isError,
  );
  if (!report || !lines || !follows || isWaiting) return undefined;
  const sources = {
    today,
    report,
    deadlines: days.data ?? [],
    duties: duties.data ?? [],
    follows,
    names: [],
    terms,
  };
  return homeAnswer({ sources, done, next, partly: !duties.data || (!isSure && !days.data) });
}
