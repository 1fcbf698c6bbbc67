import { useQuery } from '@tanstack/react-query';
import type { ArticleSummary } from '../../api/types.ts';
import { isLineDone } from '../../hooks/done-lines.ts';
import { useAllDone } from '../../hooks/done-steps.ts';
import type { Concerns } from '../../hooks/use-concerns.ts';
import { useDateLines } from '../../hooks/use-date-lines.ts';
import { useDutiesQuery } from '../../hooks/use-duties-query.ts';
import { type HomeAnswer, homeAnswer } from './home-answer.ts';

interface Reader {
  concerns: Concerns;
  articles: ArticleSummary[] | undefined;
  visitor: boolean;
  today: string;
}

/** What Home's heading answers; `undefined` while unknown. */
export function useHomeAnswer({ concerns, articles, visitor, today }: Reader) {
  const { answered, report, failed, offline, isBehind } = concerns;
  const lines = useDateLines(report);
  const { data: duties, isError } = useQuery({ ...useDutiesQuery(), enabled: answered });
  const done = useAllDone();
  if (!answered) return { kind: visitor ? 'visitor' : 'unknown' } satisfies HomeAnswer;
  const isUnchecked = failed || offline;
  if (isUnchecked && (isBehind || report?.today !== today)) {
    const next = lines?.find(({ event }) => event === undefined)?.date;
    return {
      kind: 'unchecked',
      ...(report && { of: report.today }),
      ...(next && { next }),
    } satisfies HomeAnswer;
  }
  if (!report || !lines || (!duties && !isError)) return undefined;
  const left = lines.filter((line) => !isLineDone(line, done));
  const known = { duties: duties ?? [], articles: articles ?? [], today };
  return homeAnswer({ report, lines: left, ...known });
}
