import { deadlineTopic } from '../../api/follow-names.ts';
import type { ConcernReport, Deadline, Duty } from '../../api/types.ts';
import { type Interest, reasonFor } from '../../hooks/interest.ts';
import type { Language } from '../../i18n/language.ts';

/** A duty with the event on which it depends for this reader. */
export interface ReaderDuty extends Duty {
  event?: string;
}

interface Reader {
  report: ConcernReport;
  interest: Interest;
  language: Language;
}

/**
 * What concerns the reader by the answers. What is followed adds changes, and the duties that the
 * reader chose by name, but no other duties.
 */
export function ofReader(
  deadlines: Deadline[],
  duties: Duty[],
  { report, interest, language }: Reader,
): { deadlines: Deadline[]; duties: ReaderDuty[] } {
  const own = duties
    .filter(
      ({ id }) =>
        report.duties[id]?.answer === 'yes' ||
        interest.topics.includes(deadlineTopic(`duty.${id}`)),
    )
    .map((duty): ReaderDuty => {
      const event = report.duties[duty.id]?.event?.[language];
      return event ? { ...duty, event } : duty;
    });
  // From today on the report has each day; one with a duty is in the duty's line.
  const isLine = ({ date, slug, index }: Deadline) =>
    report.dates.some(
      (line) => !line.duty && line.date === date && line.article === slug && line.entry === index,
    );
  const isExplained = ({ date, slug }: Deadline) =>
    own.some(
      ({ days, articles }) =>
        days.some((day) => day.date === date) && articles.some((article) => article.slug === slug),
    );
  const isOwn = (deadline: Deadline) => {
    const article = report.articles[deadline.slug];
    const { answer } = article?.entries?.[deadline.index] ?? article ?? {};
    if (deadline.kind !== 'due') return answer === 'yes' || Boolean(reasonFor(deadline, interest));
    if (deadline.date < report.today) return answer === 'yes';
    return isLine(deadline) && !isExplained(deadline);
  };
  return { deadlines: deadlines.filter(isOwn), duties: own };
}
