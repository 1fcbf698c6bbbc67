import { useQuery } from '@tanstack/react-query';
import type { ArticleSummary, ConcernReport } from '../../api/types.ts';
import { undatedOf } from '../../hooks/undated.ts';
import { useDateLines } from '../../hooks/use-date-lines.ts';
import { useDutiesQuery } from '../../hooks/use-duties-query.ts';
import { useFollows } from '../../hooks/use-follows.ts';
import { DutiesPlace } from './duties-box.tsx';
import { IfItHappens } from './if-it-happens.tsx';
import { ReaderDates } from './reader-dates.tsx';

interface OwnAnswerProps {
  report: ConcernReport | undefined;
  articles: ArticleSummary[] | undefined;
  today: string;
  /** The names of the reader's profiles, if there are several. */
  names: readonly string[];
}

/** The reader's own days, and what is due once something happens. */
export function OwnAnswer({ report, articles, today, names }: OwnAnswerProps) {
  const lines = useDateLines(report);
  const { data: duties = [] } = useQuery(useDutiesQuery());
  const follows = useFollows() ?? (() => false);
  if (!report || !lines) return <DutiesPlace />;
  return (
    <>
      <ReaderDates lines={lines} report={report} articles={articles} today={today} names={names} />
      <IfItHappens duties={undatedOf({ duties, report, follows })} report={report} names={names} />
    </>
  );
}
